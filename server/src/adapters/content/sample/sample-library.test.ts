import { expect, test } from 'vitest';
import { LOANS, sampleLibrary } from './sample-library.ts';

test('the library is always the same, and everything it names exists', () => {
  const library = sampleLibrary();
  expect(sampleLibrary()).toEqual(library);
  const { authors, branches, books, loans } = library;
  expect([authors.length, branches.length, books.length, loans.length]).toEqual([10, 5, 30, LOANS]);
  const ids = (rows: { id: number }[]) => new Set(rows.map(({ id }) => id));
  expect(new Set(books.map(({ author_id }) => author_id))).toEqual(ids(authors));
  expect(new Set(loans.map(({ branch_id }) => branch_id))).toEqual(ids(branches));
  expect(new Set(loans.map(({ book_id }) => book_id))).toEqual(ids(books));
});

test('a loan is overdue once its day has passed and it has not come back', () => {
  const { loans } = sampleLibrary();
  expect(loans[0]).toMatchObject({ loaned_on: '2026-09-28', due_on: '2026-10-19', status: 'Overdue' });
  expect(new Set(loans.map(({ status }) => status))).toEqual(new Set(['On loan', 'Overdue', 'Returned']));
  for (const { status, loaned_on, due_on, returned_on } of loans) {
    expect(loaned_on < due_on && (returned_on === null || returned_on > loaned_on)).toBe(true);
    expect(status === 'Returned').toBe(returned_on !== null);
  }
});
