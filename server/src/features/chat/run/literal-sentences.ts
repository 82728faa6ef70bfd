/**
 * The closed list: all that a literal answer says beside spans of documents. Tests compare with it by equality. The refusal
 * of a norm that is not in force (grounding/documents) is a template whose slots are names and dates of that norm.
 */
export const LITERAL_SENTENCES = {
  lead: 'Encontrei isto nos documentos:',
  greeting: 'Olá! Faça a sua pergunta: respondo com trechos literais dos documentos.',
  thanks: 'De nada! Quando quiser, faça outra pergunta.',
  not_found: 'Não encontrei isso nos documentos.',
} as const;
