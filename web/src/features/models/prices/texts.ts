import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Preços',
  line: 'Por milhão de tokens. Um preço novo vale para as próximas respostas; as que já foram dadas guardam o seu.',
  list: 'Preços dos modelos',
  columns: {
    model: 'Modelo',
    currency: 'Moeda',
    input: 'Entrada',
    cached: 'Entrada em cache',
    output: 'Saída',
    since: 'Desde',
    source: 'Origem',
    actions: 'Ações',
  },
  longOf: (above: string, prices: string) => `Acima de ${above} tokens: ${prices}`,
  prices: (input: string, cached: string, output: string) => `${input} / ${cached} / ${output}`,
  sources: { catalogue: 'Catálogo', typed: 'Digitado' },
  until: (day: string) => `até ${day}`,
  unknown: '—',
  editOne: (name: string) => `Digitar o preço de ${name}`,
  revert: 'Voltar ao preço do catálogo',
  revertOne: (name: string) => `Voltar ao preço do catálogo de ${name}`,
  loadFailed: 'Falha ao carregar os preços',
  revertFailed: 'Falha ao voltar ao preço do catálogo',

  form: {
    title: (name: string) => `Preço de ${name}`,
    line: 'Por milhão de tokens, escrito como 1,25.',
    currency: 'Moeda',
    currencies: { USD: 'US$', BRL: 'R$' },
    input: 'Entrada',
    cached: 'Entrada em cache',
    cachedHint: 'Em branco: o mesmo da entrada.',
    output: 'Saída',
    hasLong: 'Outro preço para perguntas longas',
    hasLongLine: 'Acima de um número de tokens de entrada, a chamada inteira tem outros preços.',
    above: 'Acima de (tokens)',
    long: { input: 'Entrada longa', cached: 'Entrada longa em cache', output: 'Saída longa' },
    wrong: 'Informe um preço entre 0 e 10.000, como 1,25.',
    wrongAbove: 'Informe a partir de quantos tokens o preço muda, de 1 a 10.000.000.',
    save: 'Salvar preço',
    saving: 'Salvando…',
    failed: 'Falha ao salvar o preço',
  },

  rates: {
    title: 'Câmbio',
    line: 'O câmbio vale do dia escolhido em diante, até o próximo.',
    rate: 'R$ por US$ 1',
    day: 'Vale desde',
    save: 'Salvar câmbio',
    saving: 'Salvando…',
    wrong: 'Informe um câmbio entre 0,01 e 1.000, como 5,43.',
    failed: 'Falha ao salvar o câmbio',
    loadFailed: 'Falha ao carregar o câmbio',
    list: 'Últimos câmbios',
    none: 'Nenhum câmbio digitado ainda.',
    since: (day: string) => `desde ${day}`,
    missing: (count: number, written: string) =>
      count === 1
        ? 'Digite o câmbio para ver custos em R$: 1 chamada dos últimos 30 dias está sem custo.'
        : `Digite o câmbio para ver custos em R$: ${written} chamadas dos últimos 30 dias estão sem custo.`,
    unusual: (times: string) => `Isto é ${times} vezes o câmbio anterior. Está certo?`,
    unusualYes: 'Salvar assim',
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
