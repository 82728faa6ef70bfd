/** Words that are written as names: with a capital letter, and not at the beginning of a sentence, where every word has one. */
const NAME = /(?<=[\p{L}\p{N},;)"»”] )[«"“(]?(\p{Lu}[\p{L}\p{N}-]*)/gu;

/** In their order and as they are written. */
export const namesWithin = (text: string): string[] => [...text.matchAll(NAME)].map(([, name = '']) => name);
