import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Gerenciar Assinatura',
  plan: 'Plano atual',
  loading: 'Carregando os dados da assinatura…',
  loadFailed: 'Não foi possível carregar os dados da assinatura.',
  loadContext: 'Falha ao recuperar informações da assinatura',
  state: { free: 'Gratuito', active: 'Ativa', past_due: 'Pagamento pendente', canceled: 'Cancelada' },
  price: 'Valor',
  per: { month: (price: string) => `${price} por mês`, year: (price: string) => `${price} por ano` },
  once: { month: (price: string) => `${price} por um mês`, year: (price: string) => `${price} por um ano` },
  tokens: 'Tokens por mês',
  renewal: 'Próxima renovação',
  tokenRenewal: 'Renovação dos tokens',
  nextCharge: 'A partir da renovação',
  charged: { month: 'cobrança mensal', year: 'cobrança anual' },
  end: 'Acesso até',
  canceledUntil: (day: string) => `Cancelada (acesso até ${day})`,
  canceledLine: 'Até lá nada muda. Depois, sua conta volta ao plano Free com tudo o que é seu.',
  ended: 'Sua assinatura terminou e a conta voltou ao plano Free.',
  overdue: 'O último pagamento não foi aprovado.',
  overdueUntil: (plan: string, day: string) =>
    `O plano ${plan} segue até ${day}. Atualize a forma de pagamento para não perder o acesso.`,
  options: 'Opções da assinatura',
  portal: 'Gerenciar pagamento, faturas e cancelamento',
  portalOpening: 'Abrindo…',
  renew: 'Renovar Assinatura',
  upgrade: 'Fazer Upgrade',
  allPlans: 'Ver Planos Disponíveis',
  portalFailed: 'Não foi possível acessar o portal de gerenciamento.',
  portalContext: 'Falha ao criar sessão do portal de faturamento',
  usage: 'Uso neste ciclo',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
