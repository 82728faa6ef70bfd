/** Texts of the nightly runs of an agent's checks. */
import { counted } from '../../../lib/format.ts';

export const texts = {
  title: 'Toda noite',
  line: 'As verificações rodam sozinhas, e quem cuida do agente é avisado quando deixam de se manter.',
  nightly: 'Rodar toda noite',
  nightlyLine: 'Gasta tokens do provedor, dentro do limite da noite. Ninguém é cobrado.',
  owner: 'Responsável',
  ownerLine: 'Um administrador ativo. Recebe o aviso por e-mail.',
  findPlaceholder: 'Nome ou e-mail',
  dropOwner: (name: string) => `Retirar ${name} como responsável`,
  changeFailed: 'Falha ao salvar',
  runs: 'Últimas execuções',
  night: 'da noite',
  byHand: 'manual',
  held: (held: number, total: number) => `${held} de ${counted(total, 'mantida', 'mantidas')}`,
  errors: (errors: number) => counted(errors, 'erro', 'erros'),
  leftOut: 'Os tokens da noite acabaram: roda primeiro na próxima.',
  broken: 'Interrompida',
  tokens: (tokens: string) => `${tokens} tokens`,
} as const;
