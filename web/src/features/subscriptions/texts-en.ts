export const en = {
  tab: 'Plans and Pricing',
  title: 'Plans and Pricing',
  manage: 'Manage subscription',
  cycle: 'Billing cycle',
  month: 'Monthly',
  year: 'Yearly',
  save: (percent: number) => `Save ${percent}%`,
  perMonth: 'a month',
  perYear: 'a year',
  monthly: (price: string) => `the same as ${price} a month`,
  soon: 'Coming soon',
  popular: 'Most popular',
  free: 'R$ 0',
  plans: 'Plans',
  tokens: (count: string) => `${count} tokens a month`,
  millions: (count: number) => `${count} million`,
  current: 'Current plan',
  buy: (plan: string) => `Subscribe to ${plan}`,
  losing: {
    title: (plan: string) => `By subscribing to ${plan} you lose some agents`,
    detail: (group: string, agents: string) =>
      `With the subscription your account moves to the group “${group}”, which has no access to ${agents}. Conversations with them stay open for reading. If you need them, ask the administrator to give that group access too.`,
    confirm: 'Subscribe anyway',
  },
  opening: 'Opening the payment…',
  openingPortal: 'Opening…',
  payOnce: 'Pay once (Pix or card)',
  payAgain: { month: 'Pay another month', year: 'Pay another year' },
  once: { month: 'for a month', year: 'for a year' },
  onceLine: {
    month: (price: string) => `${price} for a month, without renewal.`,
    year: (price: string) => `${price} for a year, without renewal.`,
  },
  endsOn: (day: string) => `Valid until ${day}, without renewal`,
  packs: {
    title: 'Packs',
    line: 'Extra tokens, used after the tokens of the month. They are paid once, by Pix or card.',
    tokens: (count: string) => `${count} tokens`,
    validity: (days: number) => `valid for ${days === 365 ? 'a year' : `${days} days`}`,
    buy: 'Buy',
    buyOne: (name: string) => `Buy ${name}`,
    failed: 'The payment could not be opened.',
  },
  resume: 'Resume',
  settle: 'Update payment',
  switchTo: { month: 'Switch to monthly', year: 'Switch to yearly' },
  after: 'Your account returns to this plan when the subscription ends.',
  canceledUntil: (day: string) => `Cancelled (access until ${day})`,
  changesTo: {
    month: (day: string) => `Becomes monthly on ${day}`,
    year: (day: string) => `Becomes yearly on ${day}`,
  },
  renewsOn: (day: string) => `Renews on ${day}`,
  overdueUntil: (day: string) => `Payment pending. The plan stays active until ${day}.`,
  loading: 'Loading your subscription…',
  plansFailed: 'The plans could not be loaded',
  loadingPlans: 'Loading the plans…',
  checkoutFailed: 'Error initiating checkout. Please try again.',
  checkoutContext: 'The checkout session could not be created',
  checkoutRedirectFailed: 'The checkout could not be opened',
  portalFailed: 'The billing portal could not be opened.',
  portalContext: 'The billing portal session could not be created',
  portalRedirectFailed: 'The billing portal could not be opened',
  paymentsMissing: 'Payments are not configured.',
  nobodyPays: {
    title: 'Nobody pays for Prosa here',
    line: 'The organisation carries the costs and says how many tokens each person has a month. If you need more, talk to the administrator.',
    usage: 'See my usage',
  },
  simulated: 'Simulated payments',
  simulatedLine:
    'This installation is for trying things out: nothing is charged, and only those who open it on this machine see the plans.',
  faq: {
    title: 'Frequently asked questions',
    questions: [
      {
        question: 'When do my tokens renew?',
        answer:
          'Every month. On the Free plan, on the day of the month the account was created. On paid plans, on the renewal date of the subscription, also on the yearly plan. What is left over does not pass to the next month.',
      },
      {
        question: 'When does a change of plan apply?',
        answer:
          'Changes of plan apply from the next billing cycle on. The first subscription applies as soon as the payment is confirmed.',
      },
      {
        question: 'How does billing work?',
        answer:
          'Billing is in advance, monthly or yearly. You pay on the pages of the payment provider: your card number does not pass through here.',
      },
      {
        question: 'What happens if I cancel?',
        answer:
          'The plan goes on until the end of the period already paid for. After that your account returns to Free with everything that is yours.',
      },
    ],
  },
} as const;
