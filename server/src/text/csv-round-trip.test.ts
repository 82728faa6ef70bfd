import { expect, test } from 'vitest';
import { restoredCell, roundTripLine } from './csv-round-trip.ts';

const cellOf = (text: string) =>
  roundTripLine([text]).replace(/\r\n$/, '').replace(/^"|"$/g, '').replaceAll('""', '"');

test.each([
  ['=SOMA(A1)', "'=SOMA(A1)"],
  ["'=SOMA(A1)", "''=SOMA(A1)"],
  ['um, =dois', "um, '=dois"],
  ['um;"@dois', `um;"'@dois`],
  ['um =dois', 'um =dois'],
  [',,\t x', ",,'\t x"],
])('R-CHK-02 no cell of «%s» is a formula, and it is read back as it was', (text, written) => {
  expect(cellOf(text)).toBe(written);
  expect(restoredCell(written)).toBe(text);
});

test.each([',', '\t', '"', "'", ' ;'])('a cell of a megabyte of «%s» is written and read in time', (sign) => {
  const text = `x${sign.repeat(1_000_000 / sign.length)}x`;
  const began = performance.now();
  expect(restoredCell(cellOf(text)) === text).toBe(true);
  expect(performance.now() - began).toBeLessThan(3_000);
});
