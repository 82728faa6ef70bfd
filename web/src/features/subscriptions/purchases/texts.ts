import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Compras e créditos',
  line: 'Pacotes de tokens e planos pagos uma vez.',
  credits: (tokens: string, day: string) => `Créditos: ${tokens} tokens até ${day}`,
  creditsLine: 'Os créditos são usados depois dos tokens do mês, primeiro os que vencem antes.',
  list: 'Compras',
  none: 'Nenhuma compra ainda.',
  loading: 'Carregando as compras…',
  loadFailed: 'Falha ao carregar as compras',
  loadMore: 'Carregar mais',
  pack: (name: string, tokens: string) => `${name}, ${tokens} tokens`,
  plan: { month: (name: string) => `${name}, um mês`, year: (name: string) => `${name}, um ano` },
  state: {
    waiting: 'Aguardando pagamento',
    paid: 'Pago',
    expired: 'Vencido',
    failed: 'Não pago',
    refunded: 'Devolvido',
  },
  method: { pix: 'Pix', card: 'Cartão' },
  partly: (amount: string) => `${amount} devolvidos`,
  bought: (day: string) => `Em ${day}`,
  left: (left: string, day: string) => `restam ${left} até ${day}`,
  waiting: (amount: string) => `Aguardando o Pix de ${amount}.`,
  until: (hour: string) => `Vale até ${hour}.`,
  showCode: 'Ver código',
  giveUp: 'Desistir',
  giveUpQuestion: (amount: string) => `Desistir do Pix de ${amount}?`,
  giveUpLine: 'O código deixa de valer. Se você já pagou, a compra continua valendo.',
  giveUpFailed: 'Não foi possível desistir da compra.',
  keep: 'Manter',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
