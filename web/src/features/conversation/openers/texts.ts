/** Texts of the questions that are offered before and after an answer. */
export const texts = {
  openers: 'Perguntas de exemplo',
  next: 'Você também pode perguntar',
  askAgent: 'Perguntar ao agente mesmo assim',
  near: 'Há uma resposta verificada parecida:',
  instead: 'Este agente sabe responder, por exemplo:',
} as const;
