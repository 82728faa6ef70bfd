/** Texts of the nightly runs of an agent's checks. */
import type { DeployGate } from '#contract/gate.ts';
import { counted } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
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

  gate: {
    waiting: 'Há mudanças que ainda não valem.',
    waitingLine: 'As pessoas continuam com a versão atual até as verificações se manterem na nova.',
    progress: (ended: number) => `${counted(ended, 'verificação perguntada', 'verificações perguntadas')}…`,
    publish: 'Verificar e publicar',
    publishing: 'Publicando…',
    publishFailed: 'Falha ao publicar',
    refused: (failed: number, total: number) =>
      `${failed} de ${counted(total, 'verificação falhou', 'verificações falharam')}. A versão atual continua valendo.`,
    unverified: (errors: number, total: number) =>
      `Não foi possível verificar ${errors} de ${counted(total, 'verificação', 'verificações')}. A versão atual continua valendo.`,
    discard: 'Descartar',
    confirmDiscard: 'Descartar as mudanças que esperam?',
    confirmDiscardLine: 'Elas continuam na lista de versões, de onde podem ser restauradas.',
    discardFailed: 'Falha ao descartar',
    override: 'Publicar mesmo assim',
    overrideLine: 'As verificações não são feitas. O motivo fica na auditoria.',
    reason: 'Motivo',
    reasonHint: 'De 10 a 500 caracteres.',
    gate: 'Publicação',
    gates: { free: 'Livre', warn: 'Avisar', require: 'Exigir verificações' } satisfies Record<
      DeployGate,
      string
    >,
    inherited: (gate: string) => `Como a instalação: ${gate.toLowerCase()}`,
    inheritedPlain: 'Como a instalação',
    gateLines: {
      free: 'O que se salva em um agente publicado vale na hora.',
      warn: 'O que se salva vale na hora; a página diz quando as verificações não se mantêm.',
      require: 'O que se salva em um agente publicado espera até todas as verificações se manterem.',
    } satisfies Record<DeployGate, string>,
    warning: 'As verificações não se mantêm nesta versão, ou não rodaram desde a última mudança.',
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
