import { describe, expect, test } from 'vitest';
import { figuresIn } from './figure-words.ts';

const columns = [
  { name: 'id', type: 'integer' },
  { name: 'municipio', type: 'text' },
  { name: 'situacao', type: 'text' },
  { name: 'valor_estimado', type: 'numeric(14,2)' },
  { name: 'data_abertura', type: 'date' },
];
const asked = (question: string) =>
  figuresIn(question, columns).figures.map((figure) =>
    figure.kind === 'count' ? 'count' : `${figure.kind} ${figure.column}`,
  );

describe('the figures that a question asks for', () => {
  test.each([
    ['Quais licitações estão abertas?', []],
    ['Quantas licitações há em PE?', ['count']],
    ['Quantas licitações há e qual o valor total?', ['count', 'sum valor_estimado']],
    ['Qual a média e qual o maior valor?', ['average valor_estimado', 'largest valor_estimado']],
    ['Quantos municípios têm licitações?', ['distinct municipio']],
    ['qual é a licitação mais recente', ['latest data_abertura']],
    ['Quais são as últimas licitações?', ['latest data_abertura']],
    ['Qual a mais antiga e a mais barata?', ['smallest valor_estimado', 'earliest data_abertura']],
    ['licitações dos últimos meses', []],
    ['obras para a primeira infância', []],
    ['licitações com valor maior que 1 milhão', []],
    ['How many tenders are there, and the total value?', ['count', 'sum valor_estimado']],
  ])('in «%s» are %j', (question, figures) => {
    expect(asked(question)).toEqual(figures);
  });

  test.each([
    ['Quantas licitações por situação?', 'O cálculo é do conjunto inteiro: não é dividido por situacao.'],
    ['Qual a porcentagem de abertas?', 'Percentuais não são calculados; só contagens e valores do conjunto.'],
    [
      'licitações abertas depois de março',
      'Intervalos de números ou de datas não são filtros: «depois de março» não foi considerado na busca.',
    ],
    [
      'Quantas foram abertas em 2024?',
      'Intervalos de números ou de datas não são filtros: «em 2024» não foi considerado no cálculo nem na busca.',
    ],
    [
      'licitações acima de 1 milhão e abaixo de R$ 3 milhões',
      'Intervalos de números ou de datas não são filtros: «acima de 1 milhão» e «abaixo de R$ 3 milhões» não foram considerados na busca.',
    ],
  ])('of «%s» tell what is not worked out', (question, sentence) => {
    expect(figuresIn(question, columns).impossible).toEqual([sentence]);
  });

  test('are unclear without a column to work with, and with two', () => {
    const of = (kept: typeof columns) => figuresIn('Qual o valor total?', kept).unclear;
    expect(of(columns)).toEqual([]);
    expect(of(columns.slice(0, 3))).toEqual(['A soma não foi calculada: a fonte não tem coluna de números.']);
    expect(of([...columns, { name: 'valor_pago', type: 'money' }])).toEqual([
      'A soma não foi calculada: a fonte tem mais de uma coluna de números (valor_estimado, valor_pago); diga qual.',
    ]);
  });
});
