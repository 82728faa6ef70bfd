/** Sentences of letters with their English. A word in braces stands for what a letter puts in. */
export type LetterSentences = readonly (readonly [portuguese: string, english: string])[];
