/** Provider streams are cut, repeated, polluted and broken off at random. `npm run trials -- faults` does ten thousand. */
import { expect, test } from 'vitest';
import { mangledAnswers } from '../trials/faults/surroundings/mangled-answers.ts';

test('B11 of five hundred mangled streams none crashes, none breaks a character, and each text is what arrived', {
  timeout: 120_000,
}, async () => {
  const seen = await mangledAnswers({ streams: 500, seed: 1 });
  expect(seen.broken).toEqual([]);
  expect(seen).toMatchObject({ streams: 500, exact: 350, prefix: 79, any: 71 });
});
