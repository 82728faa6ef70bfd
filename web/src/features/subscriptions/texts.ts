import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  tab: 'Planos e Preços',
  title: 'Planos e Preços',
  manage: 'Gerenciar Assinatura',
  cycle: 'Ciclo de cobrança',
  month: 'Mensal',
  year: 'Anual',
  save: (percent: number) => `Economize ${percent}%`,
  perMonth: 'por mês',
  perYear: 'por ano',
  monthly: (price: string) => `equivale a ${price} por mês`,
  soon: 'Em breve',
  popular: 'Mais Popular',
  free: 'R$ 0',
  plans: 'Planos',
  tokens: (count: string) => `${count} tokens por mês`,
  millions: (count: number) => `${count} ${count === 1 ? 'milhão' : 'milhões'} de`,
  current: 'Plano atual',
  buy: (plan: string) => `Assinar o ${plan}`,
  losing: {
    title: (plan: string) => `Ao assinar o ${plan}, você deixa de usar alguns agentes`,
    detail: (group: string, agents: string) =>
      `Com a assinatura, sua conta passa para o grupo «${group}», que não tem acesso a ${agents}. As conversas com eles continuam abertas para leitura. Se precisar deles, peça ao administrador que dê acesso também a esse grupo.`,
    confirm: 'Assinar mesmo assim',
  },
  opening: 'Abrindo o pagamento…',
  openingPortal: 'Abrindo…',
  payOnce: 'Pagar uma vez (Pix ou cartão)',
  payAgain: { month: 'Pagar mais um mês', year: 'Pagar mais um ano' },
  once: { month: 'por um mês', year: 'por um ano' },
  onceLine: {
    month: (price: string) => `${price} por um mês, sem renovação.`,
    year: (price: string) => `${price} por um ano, sem renovação.`,
  },
  endsOn: (day: string) => `Vale até ${day}, sem renovação`,
  packs: {
    title: 'Pacotes',
    line: 'Tokens a mais, usados depois dos tokens do mês. São pagos uma vez, por Pix ou cartão.',
    tokens: (count: string) => `${count} tokens`,
    validity: (days: number) => `valem ${days === 365 ? 'um ano' : `${days} dias`}`,
    buy: 'Comprar',
    buyOne: (name: string) => `Comprar ${name}`,
    failed: 'Não foi possível abrir o pagamento.',
  },
  resume: 'Reativar',
  settle: 'Atualizar pagamento',
  switchTo: { month: 'Mudar para mensal', year: 'Mudar para anual' },
  after: 'Sua conta volta a este plano quando a assinatura termina.',
  canceledUntil: (day: string) => `Cancelada (acesso até ${day})`,
  changesTo: {
    month: (day: string) => `Passa a mensal em ${day}`,
    year: (day: string) => `Passa a anual em ${day}`,
  },
  renewsOn: (day: string) => `Renova em ${day}`,
  overdueUntil: (day: string) => `Pagamento pendente. O plano segue até ${day}.`,
  loading: 'Carregando sua assinatura…',
  plansFailed: 'Falha ao carregar os planos',
  loadingPlans: 'Carregando os planos…',
  checkoutFailed:
    __LANGUAGE__ === 'pt-BR'
      ? 'O pagamento não foi aberto. Tente de novo.'
      : 'Error initiating checkout. Please try again.',
  checkoutContext: 'Falha ao criar sessão de checkout',
  checkoutRedirectFailed: 'Falha ao redirecionar para o checkout',
  portalFailed: 'Não foi possível acessar o portal de gerenciamento.',
  portalContext: 'Falha ao criar sessão do portal de faturamento',
  portalRedirectFailed: 'Falha ao redirecionar para o portal de faturamento',
  paymentsMissing: 'Pagamentos não configurados.',
  nobodyPays: {
    title: 'Aqui ninguém paga pelo Prosa',
    line: 'A organização cuida dos custos e diz quantos tokens cada pessoa tem por mês. Se precisar de mais, fale com o administrador.',
    usage: 'Ver meu uso',
  },
  simulated: 'Pagamentos simulados',
  simulatedLine: 'Esta instalação é de teste: nada é cobrado, e só quem a abre nesta máquina vê os planos.',
  faq: {
    title: 'Perguntas frequentes',
    questions: [
      {
        question: 'Quando meus tokens renovam?',
        answer:
          'Todo mês. No plano Free, na data de criação da conta. Nos planos pagos, na data de renovação da assinatura, também no plano anual. O que sobra não passa para o mês seguinte.',
      },
      {
        question: 'Quando vale a mudança de plano?',
        answer:
          'Mudanças de plano passam a valer no próximo ciclo de cobrança. A primeira assinatura vale assim que o pagamento é confirmado.',
      },
      {
        question: 'Como funciona a cobrança?',
        answer:
          'A cobrança é antecipada, mensal ou anual. O pagamento é feito nas páginas do provedor de pagamentos: o número do seu cartão não passa por aqui.',
      },
      {
        question: 'O que acontece se eu cancelar?',
        answer:
          'O plano segue até o fim do período que já foi pago. Depois, sua conta volta ao Free com tudo o que é seu.',
      },
    ],
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
