import { expect, test } from 'vitest';
import { hasSameModels, modelBeyond } from './model-residency.ts';

const models = [
  { id: 'casa', name: 'Da casa', state: 'active', residency: 'local' },
  { id: 'sp', name: 'De São Paulo', state: 'active', residency: 'brasil' },
  { id: 'longe', name: 'De longe', state: 'active', residency: 'exterior' },
  { id: 'solto', name: 'Sem provedor', state: 'no_key', residency: null },
  { id: 'velho', name: 'Velho', state: 'retired', residency: 'exterior' },
] as const;
const named = (
  model: string,
  residency_max: 'local' | 'brasil' | 'exterior',
  fallback_models: string[] = [],
) => ({
  model,
  residency_max,
  fallback_models,
});

test.each([
  [named('longe', 'exterior'), null],
  [named('longe', 'brasil'), { name: 'De longe', residency: 'exterior' }],
  [named('sp', 'brasil'), null],
  [named('sp', 'local'), { name: 'De São Paulo', residency: 'brasil' }],
  [named('casa', 'local'), null],
  [named('casa', 'local', ['longe']), { name: 'De longe', residency: 'exterior' }],
  [named('solto', 'brasil'), { name: 'Sem provedor', residency: 'exterior' }],
  [named('unknown', 'local'), null],
])('R-GRD-08: of %j the model that is forbidden is %j', (draft, forbidden) => {
  expect(modelBeyond(draft, models, false)).toEqual(forbidden);
});

test('a retired model is forbidden only where the server has refused it', () => {
  const draft = named('velho', 'local');
  expect(modelBeyond(draft, models, false)).toBeNull();
  expect(modelBeyond(draft, models, true)).toEqual({ name: 'Velho', residency: 'exterior' });
});

test('the models are decided about anew where one of them or the place changes', () => {
  const stored = named('longe', 'local', ['sp']);
  expect(hasSameModels(stored, { ...stored })).toBe(true);
  expect(hasSameModels(stored, { ...stored, residency_max: 'brasil' })).toBe(false);
  expect(hasSameModels(stored, { ...stored, fallback_models: [] })).toBe(false);
  expect(hasSameModels(stored, { ...stored, model: 'casa' })).toBe(false);
});
