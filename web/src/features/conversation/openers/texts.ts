/** Texts of the questions that are offered before and after an answer. */
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  openers: 'Perguntas de exemplo',
  next: 'Você também pode perguntar',
  askAgent: 'Perguntar ao agente mesmo assim',
  near: 'Há uma resposta verificada parecida:',
  answeredSince: (day: string) => `Esta pergunta ficou sem resposta em ${day}. Agora há uma.`,
  betterSince: (day: string) => `Esta resposta não ajudou em ${day}. Agora há outra.`,
  askOnceMore: 'Perguntar de novo',
  dismiss: 'Dispensar este aviso',
  instead: 'Este agente sabe responder, por exemplo:',
  rephrase:
    'Ou pergunte com outras palavras: diga o assunto como ele aparece nos documentos, um de cada vez.',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
