import { expect, test } from 'vitest';
import { DOCUMENT_EXTENSIONS } from '#contract/document-types.ts';
import type { KbDocument } from '#contract/knowledge.ts';
import { isUnfinished, newestFirst, passageLocation, typeLabel } from './document-words.ts';

test('R-KB-23 every type that can be uploaded has a label of its own', () => {
  const labels = DOCUMENT_EXTENSIONS.map(typeLabel);
  expect(labels.slice(0, 10).join()).toBe('PDF,Word,Word,Text,Python,Markdown,JSON,YAML,YAML,CSV');
  expect(labels.slice(10).join()).toBe('ODT,ODS,Excel,PowerPoint,RTF,HTML,HTML,EPUB,E-mail');
  expect(typeLabel('wpd')).toBe('WPD');
});

test('what is queued or being read is not finished; what is ready or failed is', () => {
  const statuses = ['queued', 'extracting', 'indexing', 'ready', 'failed'] as const;
  expect(statuses.map((status) => isUnfinished({ status }))).toEqual([true, true, true, false, false]);
});

test('the newest document stands first', () => {
  const row = (id: number, created_at: string) => ({ id, created_at }) as KbDocument;
  const rows = [
    row(1, '2026-11-01T00:00:00Z'),
    row(3, '2026-11-02T00:00:00Z'),
    row(2, '2026-11-02T00:00:00Z'),
  ];
  expect(newestFirst(rows).map(({ id }) => id)).toEqual([3, 2, 1]);
});

test('a passage is placed by its section and its page, or by what there is', () => {
  expect(passageLocation({ section: 'Prazos › Defesa', page: 14 })).toBe('Prazos › Defesa, p. 14');
  expect(passageLocation({ section: '', page: 3 })).toBe('p. 3');
  expect(passageLocation({ section: '', page: null })).toBe('');
});
