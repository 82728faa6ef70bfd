import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Esperando aprovação',
  line: 'Pessoas que confirmaram o e-mail e cujo domínio pede aprovação. Até lá, a conta não abre.',
  show: 'Mostrar',
  shown: { waiting: 'Esperando', refused: 'Recusados' },
  list: 'Cadastros à espera',
  columns: { pick: 'Marcar', name: 'Nome', since: 'Desde', via: 'Via', group: 'Grupo' },
  pick: (name: string) => `Marcar ${name}`,
  pickAll: 'Marcar todos os que aparecem',
  registration: 'cadastro',
  erased: (day: string) => `apagado em ${day}`,
  noGroup: 'Grupo padrão',
  group: 'Grupo de quem for aprovado',
  keepGroup: 'O grupo de cada pessoa',
  approve: (count: string) => `Aprovar (${count})`,
  refuse: (count: string) => `Recusar (${count})`,
  refuseQuestion: (count: string, one: boolean) =>
    one ? `Recusar ${count} cadastro?` : `Recusar ${count} cadastros?`,
  refuseLine:
    'Cada pessoa recebe um e-mail, não entra, e a conta é apagada em 30 dias. Até lá, você ainda pode aprovar.',
  refuseLabel: 'Recusar',
  none: 'Ninguém esperando',
  noneLine: 'Cadastros de domínios que pedem aprovação aparecem aqui.',
  noneRefused: 'Nenhum cadastro recusado',
  loadMore: 'Carregar mais',
  loading: 'Carregando a fila de aprovação…',
  loadFailed: 'Falha ao carregar a fila de aprovação',
  groupsFailed: 'Falha ao carregar os grupos da aprovação',
  decideFailed: 'Falha ao decidir o cadastro',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
