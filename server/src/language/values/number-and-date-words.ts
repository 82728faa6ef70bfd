/** Words for numbers and months, folded, as parts of regular expressions. */
export const NUMBER_WORD = '(?:um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|cem|mil)';
export const MONTH =
  '(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)';
