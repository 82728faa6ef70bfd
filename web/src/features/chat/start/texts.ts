/** Texts of temporary conversations. */
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  temporary: 'Conversa temporária',
  temporaryLine:
    'Some 24 horas depois da última mensagem. Não entra na busca nem em estatísticas de perguntas.',
  temporaryAlways: 'Com este agente, toda conversa some 24 horas depois da última mensagem.',
  eraseNow: 'Apagar agora',
  confirmErase: 'Apagar esta conversa agora?',
  confirmEraseLine: 'As perguntas e as respostas são apagadas e não podem ser recuperadas.',
  eraseFailed: 'Falha ao apagar a conversa',
};

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
