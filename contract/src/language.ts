/** `mixed`: the administration partly in English, as its specification has it; `pt-BR`: everything in Portuguese. */
export const LANGUAGES = ['mixed', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];
