import { expect, test } from 'vitest';
import type { DataSource } from '#contract/data-sources.ts';
import {
  changeOf,
  type Draft,
  type DraftParameter,
  draftOf,
  maxValuesOf,
  newParameter,
  sameDraft,
  switchRegex,
  valuesOf,
} from './draft.ts';

const source: DataSource = {
  id: 1,
  name: 'Licitações',
  description: null,
  connection_id: 1,
  rag_type: 'relational',
  rag_config: {
    profile_extraction: {
      model_name: 'claude-3-7-sonnet',
      system_prompt: '',
      terminology_mapping: {
        situacao: { values: ['Aberta', 'Encerrada'], regex_config: null },
        uf: {
          values: ['PE'],
          regex_config: {
            enabled: true,
            include_pattern: '^P',
            exclude_pattern: null,
            case_insensitive: true,
            max_values: -1,
          },
        },
      },
    },
    document_search: { base_sql_query: 'select 1 as a', main_content_column: 'a', max_documents: 5 },
    document_filter: { model_name: 'gpt-5', system_prompt: 'x', max_filtered_documents: 3 },
  },
  agents: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

const edited = (change: (draft: Draft) => void) => {
  const draft = structuredClone(draftOf(source));
  change(draft);
  return draft;
};
const parameters = (draft: Draft) => changeOf(draft).rag_config.profile_extraction.terminology_mapping;

test('what was loaded is sent back as it was', () => {
  expect(changeOf(draftOf(source))).toEqual({
    name: 'Licitações',
    description: null,
    connection_id: 1,
    rag_type: 'relational',
    rag_config: source.rag_config,
  });
});

test('R-DS-20 names and values are trimmed, empty ones are not sent', () => {
  const draft = edited(({ profile_extraction }) => {
    profile_extraction.parameters = [
      { ...newParameter(' a '), values: ' um \n\n\r\num\n dois ' },
      { ...newParameter('  '), values: 'x' },
    ];
  });
  expect(parameters(draft)).toEqual({ a: { values: ['um', 'dois'], regex_config: null } });
  expect(valuesOf('\n \n')).toEqual([]);
});

test('R-DS-23 a regex that is switched on without a pattern keeps everything', () => {
  const { regex } = newParameter('uf');
  expect(switchRegex(regex, true)).toMatchObject({ enabled: true, include_pattern: '.*' });
  expect(switchRegex({ ...regex, include_pattern: '^P' }, true).include_pattern).toBe('^P');
  expect(switchRegex(regex, false).include_pattern).toBe('');
});

test('R-DS-25 R-DS-26 an empty exclude pattern is null, a wrong number of values is -1', () => {
  expect(['abc', '-5', '2.5', '', '-1', '0', '10'].map(maxValuesOf)).toEqual([-1, -1, -1, -1, -1, 0, 10]);
  expect(parameters(draftOf(source)).uf?.regex_config?.exclude_pattern).toBeNull();
});

test('two drafts that would be stored alike are the same', () => {
  const stored = draftOf(source);
  const same = (change: (draft: Draft) => void) => sameDraft(stored, edited(change));
  const sameWith = (place: number, change: Partial<DraftParameter>) =>
    same(({ profile_extraction: { parameters: all } }) => Object.assign(all[place] ?? {}, change));
  expect(same((draft) => Object.assign(draft, { name: `${draft.name} ` }))).toBe(true);
  // The server supplies the values that patterns read from the column.
  expect(sameWith(1, { values: 'PA\nPB' })).toBe(true);
  expect(sameWith(0, { values: 'Aberta' })).toBe(false);
  expect(sameWith(1, { name: 'estado' })).toBe(false);
  expect(sameWith(1, { regex: newParameter('').regex })).toBe(false);
  expect(same((draft) => Object.assign(draft.document_search, { max_documents: '' }))).toBe(false);
});
