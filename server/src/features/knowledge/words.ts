/** Words as they are compared outside the database: without case, accents and endings. */

const WORD = /[\p{L}\p{N}]+/gu;
/** Portuguese endings begin late: what two forms of a word share is nearly always within six letters. */
const STEM_LETTERS = 6;
const GRAM_LETTERS = 4;
/** Stands before and after a word. */
const EDGE = 1;

const ACCENTED = /[\u00c0-\u017f]/g;
/** Where a letter may need more than the table: marks that stand alone, and other scripts. */
const UNUSUAL = /[\u0180-\u1fff\u2c00-\uffff]/;

/** Sixty passages are folded for each question, so the letters of Portuguese go by a table. */
const PLAIN = new Map(
  Array.from({ length: 0x180 - 0xc0 }, (_, index) => String.fromCharCode(0xc0 + index)).map((letter) => [
    letter,
    bare(letter),
  ]),
);

export function fold(text: string): string {
  const lower = text.toLowerCase();
  return UNUSUAL.test(lower) ? bare(lower) : lower.replace(ACCENTED, (letter) => PLAIN.get(letter) ?? letter);
}

function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}+/gu, '');
}

export const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? [];

export const stemOf = (word: string): string => word.slice(0, STEM_LETTERS);

/**
 * The sequences of four letters of a word, its edges included, each as a number. Only the lowest eight bits of a
 * letter go in: Latin letters stay apart, and elsewhere a rare confusion costs nothing.
 */
export function gramsOf(word: string): number[] {
  const grams: number[] = [];
  let gram = EDGE;
  for (let index = 0; index <= word.length; index += 1) {
    gram = (gram << 8) | (index < word.length ? word.charCodeAt(index) & 0xff : EDGE);
    if (index + 2 >= GRAM_LETTERS || (index === word.length && word.length + 2 < GRAM_LETTERS))
      grams.push(gram);
  }
  return grams;
}

/** Words that hold a sentence together and say nothing of its subject. Folded. */
const FUNCTION_WORDS = new Set(
  `a o as os e de da do das dos em no na nos nas um uma uns umas ao aos que para por pelo pela pelos pelas com como
  se ou mais muito ja nao ele ela eles elas isso isto esse essa esses essas este esta estes estas seu sua seus suas
  qual quais quando onde quem quanto quantos quanta quantas sobre porque foi ser sao era eram`.split(/\s+/),
);

/** Words with which people turn to somebody, and verbs that any question may have. Folded. */
const COURTESIES = new Set(
  `ola oi bom boa dia tarde noite favor obrigado obrigada gentileza gostaria queria quero preciso precisa precisamos
  posso pode podem poderia poderiam podemos consigo consegue conseguir saber sabe dizer diga diz falar fale explicar
  explique explica mostrar mostre informar informe ajudar ajude me mim te voce voces eu nos minha meu minhas meus
  fazer faz faco fazem feito feita fez ter tem tenho temos ha existe existem houve haver estar esta estou estao sendo
  sido vai vao vou deve devo devem deveria possivel significa quer dizer acontece acontecer aconteceu serve funciona
  liste listem enumere relacione cite traga tragam exiba apresente procure busque encontre tambem ainda
  algum alguma alguns algumas todo toda todos todas outro outra outros outras mesmo entao`.split(/\s+/),
);

export const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word);

/** Whether a word can tell what a question is about. */
export const isContentWord = (word: string): boolean => !FUNCTION_WORDS.has(word) && !COURTESIES.has(word);
