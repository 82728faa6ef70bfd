/**
 * `mixed`: the administration partly in English, as its specification has it; `pt-BR`: everything in Portuguese; `en`:
 * everything in English.
 */
export const LANGUAGES = ['mixed', 'pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Sent by the web app in English: the sentences of refusals are English, too. */
export const LANGUAGE_HEADER = 'X-Prosa-Language';
