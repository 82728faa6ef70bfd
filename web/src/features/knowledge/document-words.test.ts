import { expect, test } from 'vitest';
import { DOCUMENT_EXTENSIONS } from '#contract/document-types.ts';
import type { KbDocument } from '#contract/knowledge.ts';
import { isUnfinished, newestFirst, passageLocation, passagesToSend, typeLabel } from './document-words.ts';

test('R-KB-23 every type that can be uploaded has a label of its own', () => {
  expect(DOCUMENT_EXTENSIONS.slice(0, 10).map(typeLabel).join()).toBe(
    'PDF,Word,Word,Text,Python,Markdown,JSON,YAML,YAML,CSV',
  );
  expect(['xlsx', 'pptx', 'htm', 'eml', 'tif'].map(typeLabel).join()).toBe(
    'Excel,PowerPoint,HTML,E-mail,TIFF',
  );
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

test('R-DOC-16 one document sends its share of the passages that the base would send, by its tokens', () => {
  const documents = [
    { can_reread: true, token_count: 900 },
    { can_reread: true, token_count: 100 },
    { can_reread: false, token_count: 5_000 },
  ] as KbDocument[];
  const base = { documents, passages_to_embed: 40 };
  expect(passagesToSend(base, null)).toBe(40);
  expect(documents.slice(0, 2).map((document) => passagesToSend(base, document))).toEqual([36, 4]);
  expect(passagesToSend(base, { token_count: 1 })).toBe(1);
  expect(passagesToSend({ documents, passages_to_embed: 0 }, { token_count: 900 })).toBe(0);
});
