import { expect, test } from 'vitest';
import { problems } from '#contract/errors.ts';
import { ACCEPTED, MORE_ACCEPTED, refusalOf } from './file-checks.ts';

const MEGABYTE = 1024 * 1024;

test('R-KB-20 the picker offers exactly the ten extensions', () => {
  expect(ACCEPTED).toBe('.pdf,.doc,.docx,.txt,.py,.md,.json,.yaml,.yml,.csv');
});

test('R-DOC-27 a second picker offers the further formats', () => {
  expect(MORE_ACCEPTED).toBe('.odt,.ods,.xlsx,.pptx,.rtf,.html,.htm,.epub,.eml,.png,.jpg,.jpeg,.tif,.tiff');
});

test('R-DOC-29 a file of another type is refused with what can be done about it', () => {
  expect(refusalOf({ name: 'a.xls', size: 10 })).toBe(
    'Tipo de arquivo não suportado. Salve como .xlsx ou .csv e envie de novo.',
  );
});

test('R-KB-21 R-KB-40 a file the server would refuse is refused before it is sent, in the same words', () => {
  expect(refusalOf({ name: 'a.exe', size: 10 })).toBe(problems.file_type_unsupported.detail);
  expect(refusalOf({ name: 'pdf', size: 10 })).toBe(problems.file_type_unsupported.detail);
  expect(refusalOf({ name: 'relatório.pdf.exe', size: 10 })).toBe(problems.file_type_unsupported.detail);
  expect(refusalOf({ name: 'a.pdf', size: 25 * MEGABYTE + 1 })).toBe(problems.file_too_large.detail);
  expect(refusalOf({ name: 'a.md', size: 0 })).toBe(problems.file_empty.detail);
  expect(refusalOf({ name: 'A.PDF', size: 25 * MEGABYTE })).toBeNull();
  expect(refusalOf({ name: 'base.final.yml', size: 1 })).toBeNull();
});
