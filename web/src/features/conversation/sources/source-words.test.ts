import { describe, expect, test } from 'vitest';
import type { Source } from '#contract/citations.ts';
import { EMPTY_PLAN } from '#contract/table-plan.ts';
import type { TableResult } from '#contract/table-result.ts';
import {
  citedFirst,
  quoteOf,
  readSummary,
  sourceLines,
  sourceLocation,
  withSources,
} from './source-words.ts';

const passage = (index: number, document_id: number, rest: Partial<Source> = {}): Source => ({
  index,
  kind: 'document',
  title: `documento-${document_id}.pdf`,
  snippet: 'prazo não inferior\n a trinta dias',
  document_id,
  ...rest,
});
const row = (index: number, data_source_id = 1): Source => ({
  index,
  kind: 'row',
  title: 'Licitações',
  snippet: 'x',
  data_source_id,
});

const written = (index: number): Source => ({
  index,
  kind: 'verified',
  title: 'Qual é o prazo?',
  section: 'Trânsito, escrita em 14/11/2026',
  snippet: 'São trinta dias.',
});

const result = (index: number): Source => ({ ...row(index), kind: 'result' });

describe('A-10 the sources of an answer in words', () => {
  test.each([
    [[passage(1, 1)], '1 trecho lido em 1 documento'],
    [[passage(1, 1), passage(2, 1), passage(3, 2), passage(4, 2)], '4 trechos lidos em 2 documentos'],
    [[row(1)], '1 registro lido em 1 fonte de dados'],
    [[row(1), row(2, 2)], '2 registros lidos em 2 fontes de dados'],
    [[passage(1, 1), row(2)], '2 trechos lidos em 1 documento e 1 fonte de dados'],
    [[result(1)], '1 resultado lido em 1 fonte de dados'],
    [[result(1), row(2), row(3)], '2 registros lidos em 1 fonte de dados'],
    [[passage(1, 1), written(2)], '2 trechos lidos em 1 documento e 1 resposta verificada'],
    [[written(1)], '1 trecho lido em 1 resposta verificada'],
  ])('%#: the badge counts passages and places', (sources, words) => {
    expect(readSummary(sources)).toBe(words);
  });

  test('of the rows of a table all that were read are counted, not those alone that are cited', () => {
    const rows = { plan: { ...EMPTY_PLAN, rows: true }, rows_considered: 1540 } as TableResult;
    const figure = { plan: EMPTY_PLAN, rows_considered: 360 } as TableResult;
    expect(readSummary([result(1), row(2), row(3)], [rows])).toBe(
      '1.540 registros lidos em 1 fonte de dados',
    );
    expect(readSummary([result(1)], [figure])).toBe('1 resultado lido em 1 fonte de dados');
    expect(readSummary([result(1), row(2)], [{ ...rows, rows_considered: 0 }])).toBe(
      '1 registro lido em 1 fonte de dados',
    );
  });

  test('a place is a section, a page, both or nothing', () => {
    expect(sourceLocation(passage(1, 1, { page: 14 }))).toBe('p. 14');
    expect(sourceLocation(passage(1, 1, { section: 'Contas › Senha' }))).toBe('Contas › Senha');
    expect(sourceLocation(passage(1, 1, { section: 'Contas', page: 2 }))).toBe('Contas, p. 2');
    expect(sourceLocation(passage(1, 1, { page: 2, weak: true }))).toBe('p. 2, leitura fraca');
    expect(sourceLocation(passage(1, 1))).toBe('');
  });

  test('a quotation stands on one line', () => {
    expect(quoteOf(passage(1, 1))).toBe('“…prazo não inferior a trinta dias…”');
    expect(quoteOf(passage(1, 1, { snippet: '## Prazo\nTrinta dias, item #3.' }))).toBe(
      '“…Prazo Trinta dias, item #3.…”',
    );
    expect(quoteOf({ ...written(1), snippet: 'São **trinta dias**.\n\n- Leve o documento.' })).toBe(
      '“…São trinta dias. Leve o documento.…”',
    );
    const snippet = '| Ato | Valor |\n|---|---:|\n| Certidão | -34,00 |';
    expect(quoteOf(passage(1, 1, { snippet }))).toBe('“…Ato · Valor · Certidão · -34,00…”');
  });

  test('a copy with sources lists them under the answer; without sources it is the answer', () => {
    expect(withSources('É assim.[1]\n', [passage(1, 1, { page: 14 })])).toBe(
      'É assim.[1]\n\nFontes:\n[1] documento-1.pdf, p. 14\n',
    );
    expect(withSources('Olá', [])).toBe('Olá');
  });

  test('cited passages come first, also from markers with several numbers', () => {
    const all = [passage(1, 1), passage(2, 1), passage(3, 2), passage(4, 2)];
    const { cited, others } = citedFirst('a[2] b[1, 4]', all);
    expect(cited.map((source) => source.index)).toEqual([1, 2, 4]);
    expect(others.map((source) => source.index)).toEqual([3]);
  });
});

test('the copied source of a dated base says after its page when it holds', () => {
  const source = { index: 1, kind: 'document' as const, title: 'lei.pdf', snippet: 'Art. 2º', page: 3 };
  expect(sourceLines([{ ...source, validity_label: 'em vigor desde 12/03/2022' }])).toEqual([
    '[1] lei.pdf, p. 3, em vigor desde 12/03/2022',
  ]);
});
