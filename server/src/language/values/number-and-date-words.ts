/** Words for numbers, folded, as a part of regular expressions. */
export const NUMBER_WORD = '(?:um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|cem|mil)';
