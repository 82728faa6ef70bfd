/**
 * `mixed`: the administration partly in English, as its specification has it; `pt-BR`: everything in Portuguese; `en`:
 * everything in English.
 */
export const LANGUAGES = ['mixed', 'pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
