/** Words of the banners. Fetched with them: most people never see one. */
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  dismiss: 'Dispensar aviso',
  more: 'Saber mais',
  used: (percent: number) => `Você já usou ${percent}% dos tokens do mês.`,
  usedUp: 'Você usou todos os tokens do mês.',
  renewal: (day: string) => `A renovação é em ${day}.`,
  upgrade: 'Fazer Upgrade',
  plans: 'Ver planos',
  usage: 'Ver uso',
  paymentFailed: 'O pagamento da sua assinatura não foi aprovado.',
  openUntil: (day: string) => `Seu plano segue até ${day}.`,
  settle: 'Atualizar pagamento',
  bought: (plan: string, tokens: string) => `Seu plano agora é o ${plan}, com ${tokens} tokens por mês.`,
  seePlan: 'Ver assinatura',
  canceled: (day: string) => `Sua assinatura foi cancelada. O acesso vai até ${day}.`,
  renew: 'Renovar Assinatura',
  factorFrom: (day: string) => `A partir de ${day}, seu perfil exige verificação em duas etapas.`,
  setUpFactor: 'Configurar agora',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
