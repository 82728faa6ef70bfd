import { expect, test } from 'vitest';
import { parseSynonymsCsv } from './parse-synonyms-csv.ts';

test('R-DOC-20 a line has a word and one to five others, as spreadsheets write them', () => {
  const text =
    '\uFEFFmalote;borderô;romaneio;;;\r\n"RH";"recursos ""humanos"""\n\n;;\nrodoviária;terminal; estação\n';
  expect(parseSynonymsCsv(text)).toEqual([
    { word: 'malote', others: ['borderô', 'romaneio'], weight: 1 },
    { word: 'RH', others: ['recursos "humanos"'], weight: 1 },
    { word: 'rodoviária', others: ['terminal', 'estação'], weight: 1 },
  ]);
});

test.each(['malote', ';borderô', 'a;b;c;d;e;f;g', 'malote,borderô'])(
  '«%s» is no line of synonyms',
  (line) => {
    expect(parseSynonymsCsv(`um;dois\n${line}`)).toEqual({ wrong_line: 2 });
  },
);
