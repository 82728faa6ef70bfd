/** Texts of the card in which an agent’s example questions are written. */
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Perguntas de exemplo',
  line: 'Aparecem antes da primeira pergunta. Um clique envia.',
  scopeNote: 'O que se pode perguntar',
  scopeNoteHint: 'Aparece para as pessoas antes da primeira pergunta.',
  opener: (place: number) => `Pergunta ${place}`,
  moveUp: (place: number) => `Subir a pergunta ${place}`,
  foundNothing: 'Não encontra mais nada nas fontes.',
  orderHint: 'Para mudar a ordem: arraste, use a seta ou Alt + ↑ ↓.',
  suggestions: 'Depois de uma resposta, sugerir',
  suggestionModes: {
    off: 'Nada',
    sources: 'Perguntas tiradas das fontes, sem custo',
    model: 'Perguntas escritas pelo modelo, com os tokens de quem pergunta',
  },
  temporary: 'Conversas temporárias',
  temporaryModes: {
    allowed: 'Permitidas: quem pergunta escolhe',
    always: 'Sempre: toda conversa some um dia depois',
    never: 'Nunca',
  },
  save: 'Salvar perguntas',
  saving: 'Salvando…',
  saved: 'Perguntas salvas',
  unsaved: 'Ainda não salvo.',
  saveFailed: 'Falha ao salvar as perguntas',
  propose: 'Propor perguntas',
  proposeTitle: 'Propor perguntas',
  proposeLine:
    'Só aparecem perguntas para as quais o agente encontra algo nas fontes. As escolhidas são salvas na hora; depois você pode mudá-las.',
  proposing: 'Procurando perguntas que as fontes respondem…',
  proposeFailed: 'Falha ao propor perguntas',
  noProposals: 'Nenhuma proposta: ligue uma base com documentos prontos.',
  noParts:
    'Nenhuma proposta: os documentos não têm títulos de que fazer perguntas. Escreva as suas nos campos.',
  readFrom: (document: string) => `Lida em ${document}`,
  full: 'Um agente tem até 6 perguntas.',
  use: (count: number) =>
    count === 1 ? 'Salvar a pergunta escolhida' : `Salvar as ${count} perguntas escolhidas`,
  useNone: 'Salvar as escolhidas',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
