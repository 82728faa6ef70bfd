/** The made-up town hall of the pictures, its people and its agents. */

const DOMAIN = 'serena.exemplo.br';

export const READER = { email: `helena.duarte@${DOMAIN}`, name: 'Helena Duarte' };

export const groups = [
  { name: 'Recursos Humanos', description: 'Servidores da Secretaria de Administração.' },
  { name: 'Fazenda', description: 'Arrecadação, tributos e contabilidade.' },
  { name: 'Atendimento ao Cidadão', description: 'Balcões, telefone 156 e ouvidoria.' },
];

/** Name, group, role, tokens of the cycle, hours since they were last here; null: never. */
export const people: [name: string, group: string, role: string, used: number, hours: number | null][] = [
  ['Helena Duarte', 'Recursos Humanos', 'user', 0, 0.1],
  ['Caio Lemos', 'Recursos Humanos', 'admin', 41_300, 2],
  ['Beatriz Nogueira', 'Fazenda', 'user', 88_450, 5],
  ['Davi Siqueira', 'Fazenda', 'user', 23_700, 26],
  ['Iolanda Prates', 'Atendimento ao Cidadão', 'user', 64_120, 1],
  ['Júlio Amaral', 'Atendimento ao Cidadão', 'user', 12_980, 50],
  ['Lara Tavares', 'Atendimento ao Cidadão', 'user_td', 97_600, 3],
  ['Mateus Quintela', 'Free', 'user', 0, null],
  ['Noemi Castilho', 'Recursos Humanos', 'user', 30_150, 75],
  ['Otávio Rangel', 'Fazenda', 'user', 5_420, 120],
];

export const mailOf = (name: string) =>
  `${name
    .normalize('NFD')
    .replace(/[^a-zA-Z ]/g, '')
    .toLowerCase()
    .replace(' ', '.')}@${DOMAIN}`;

export type MadeUpAgent = {
  name: string;
  description: string;
  tags: string[];
  groups: string[];
  base?: string;
  sections?: Record<string, string>;
};

const all = groups.map(({ name }) => name);
export const agents: MadeUpAgent[] = [
  {
    name: 'Guia do Servidor',
    description: 'Férias, licenças, jornada e benefícios, com base no estatuto e nos manuais de RH.',
    tags: ['pessoal', 'férias'],
    groups: all,
    base: 'Recursos Humanos',
    sections: {
      identity:
        'Você é o guia dos servidores da Prefeitura de Vila Serena em assuntos de pessoal: férias, licenças, jornada e benefícios.',
      goal: 'Dizer o que cada servidor deve fazer, em que prazo e com que formulário, sempre com o artigo e a página.',
      response_style:
        'Comece pela resposta em uma frase. Depois, passos curtos. Linguagem simples, sem jargão.',
      constraints:
        'Não opine sobre processos em andamento. Se a resposta não estiver nas fontes, diga isso e indique o RH.',
    },
  },
  {
    name: 'Tributos Municipais',
    description: 'IPTU, ISS, taxas, isenções e parcelamento, com base no código tributário.',
    tags: ['tributos', 'cidadão'],
    groups: all,
    base: 'Tributos Municipais',
  },
  {
    name: 'Compras e Contratos',
    description: 'Passo a passo de contratações, fiscalização e aditivos.',
    tags: ['compras'],
    groups: ['Fazenda', 'Recursos Humanos'],
  },
  {
    name: 'Alvarás e Licenças',
    description: 'Que documentos levar, quanto custa e em quanto tempo sai cada licença.',
    tags: ['cidadão', 'obras'],
    groups: ['Atendimento ao Cidadão', 'Recursos Humanos'],
  },
  {
    name: 'Carta de Serviços',
    description: 'Onde, quando e como pedir cada serviço da prefeitura.',
    tags: ['cidadão'],
    groups: all,
  },
];

export const bases = [
  { name: 'Recursos Humanos', description: 'Estatuto, manuais e tabelas da Secretaria de Administração.' },
  { name: 'Tributos Municipais', description: 'Código tributário, isenções e perguntas do balcão.' },
  { name: 'Contratações', description: 'Guias e modelos do setor de compras.' },
];

/** Further questions of this month; only the titles are visible. */
export const titles = [
  'Parcelamento do IPTU em atraso',
  'Prazo para emitir nota de empenho',
  'Documentos para alvará de funcionamento',
  'Isenção para aposentados',
  'Quem assina o termo aditivo?',
  'Horário do balcão na véspera de feriado',
  'Segunda via da taxa de lixo',
];

export const openQuestions: [question: string, agent: string, reason: string | null][] = [
  ['Quem pode usar o carro oficial no fim de semana?', 'Guia do Servidor', null],
  ['Qual o valor do auxílio-creche em 2026?', 'Guia do Servidor', 'A tabela citada é a do ano passado.'],
  ['Como contesto a metragem do meu IPTU?', 'Tributos Municipais', null],
  ['Quanto custa o alvará de reforma?', 'Alvarás e Licenças', null],
];

export const feedback: [who: string, message: string, handled: boolean][] = [
  ['Iolanda Prates', 'O cidadão pergunta muito por segunda via do IPTU. Falta isso nos documentos.', false],
  ['Beatriz Nogueira', 'As respostas com a página do código me poupam uma hora por dia.', false],
  ['Davi Siqueira', 'No celular, gostaria de fixar mais conversas na lista.', false],
  ['Noemi Castilho', 'Faltava a tabela de diárias de 2026.', true],
];

/** The conversations of the reader who is shown. */
export const keys = [
  { name: 'Planilha de diárias', token_cap: 20_000 },
  { name: 'Painel da intranet', token_cap: null },
];
