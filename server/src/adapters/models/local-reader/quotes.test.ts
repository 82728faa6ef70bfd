/** Where quotes begin and end: sixty questions on prose, lists and rows of tables. */
import { expect, test } from 'vitest';
import { quotesFor } from './quotes.ts';

const SERVICES = [
  'alvará',
  'aposentadoria',
  'cadastro',
  'certidão',
  'consulta',
  'cremação',
  'defesa',
  'doação',
  'empenho',
  'estágio',
  'inscrição',
  'isenção',
  'licença',
  'matrícula',
  'mudança',
  'ouvidoria',
  'parcelamento',
  'perícia',
  'recurso',
  'transferência',
];

/** Each passage has whole units only: sentences, a list with its lead, and rows with the names of their columns. */
const passages = SERVICES.map((service, at) => {
  const prose = [
    `O pedido de ${service} é feito no balcão do setor ${at + 1}.`,
    `O sr. José, do setor ${at + 1}, recebe os papéis da ${service} das 8h30 às 17h.`,
    `A resposta sobre ${service} sai em ${at + 10} dias úteis, conforme o art. ${at + 3} da lei.`,
  ];
  const lead = `Para a ${service}, leve os documentos:`;
  const items = [`- carteira de identidade`, `- comprovante de ${service}`, `- duas fotografias recentes`];
  const rows = ['balcão', 'correio', 'internet'].map(
    (channel, row) =>
      `canal: ${channel}; serviço: ${service}; taxa: R$ ${at + row},50; prazo: ${at + row + 2} dias`,
  );
  return {
    units: [...prose, lead, ...items, ...rows],
    text: [prose.join(' '), [lead, ...items].join('\n'), rows.join('\n')].join('\n\n'),
  };
});

const questions = SERVICES.flatMap((service, at) => [
  { at, question: `Em quantos dias sai a resposta sobre ${service}?`, words: `${at + 10} dias úteis` },
  { at, question: `Que documentos levo para a ${service}?`, words: 'carteira de identidade' },
  { at, question: `Qual a taxa da ${service} no canal correio?`, words: `R$ ${at + 1},50` },
]);

test('R-DOC-25 each of sixty quotes begins and ends with a whole sentence, item or row', () => {
  expect(questions).toHaveLength(60);
  for (const { at, question, words } of questions) {
    const { text, units } = passages[at] as (typeof passages)[number];
    const passage = { index: 1, title: 'Guia.pdf', section: '', text };
    const quotes = quotesFor({ question, passages: [passage], history: [] });
    const starts = units.map((unit) => text.indexOf(unit));
    const ends = units.map((unit) => text.indexOf(unit) + unit.length);
    const spans = quotes.flatMap((quote) => quote.spans);
    for (const { start, end } of spans) {
      expect(starts, `${question} begins with «${text.slice(start, start + 40)}»`).toContain(start);
      expect(ends, `${question} ends with «${text.slice(end - 40, end)}»`).toContain(end);
    }
    expect(spans.map(({ start, end }) => text.slice(start, end)).join('\n'), question).toContain(words);
  }
});
