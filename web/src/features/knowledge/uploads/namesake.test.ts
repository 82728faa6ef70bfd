import { expect, test } from 'vitest';
import type { KbDocument } from '#contract/knowledge.ts';
import { namesakeIn } from './namesake.ts';

const document = (id: number, original_filename: string, sync_id: number | null = null) =>
  ({ id, original_filename, sync_id, created_at: `2026-01-0${id}T12:00:00.000Z` }) as KbDocument;

test('a file has for its namesake the newest document of its name, however accents and capitals are written', () => {
  const documents = [document(1, 'Preços.docx'), document(3, 'PREÇOS.docx'), document(2, 'Prazos.docx')];
  expect(namesakeIn(documents, 'preços.docx'.normalize('NFD'))).toEqual({ id: 3, name: 'PREÇOS.docx' });
  expect(namesakeIn(documents, 'Preços.pdf')).toBeNull();
  expect(namesakeIn([], 'Preços.docx')).toBeNull();
});

test('what a sync brought is no namesake of a file that comes by hand (R-DOC-55)', () => {
  expect(namesakeIn([document(1, 'Preços.docx', 7)], 'Preços.docx')).toBeNull();
});
