import { expect, test } from 'vitest';
import { modelCatalogue } from '#contract/model-catalogue.ts';
import { descriptionInEnglish } from './model-description.ts';

test('every model of the catalogue is described in English where the screen is', () => {
  const portuguese = modelCatalogue.filter(
    ({ description }) => descriptionInEnglish(description) === description,
  );
  expect(portuguese).toEqual([]);
});

test('what an installation wrote itself stays as it is', () => {
  expect(descriptionInEnglish('O nosso modelo.')).toBe('O nosso modelo.');
});
