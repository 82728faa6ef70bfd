/** The compiler is what tells: each line marked as an error would stop the check if it compiled. */
import { expect, test } from 'vitest';
import type { Same } from './same.ts';

const english = {
  add: 'Add',
  of: (name: string) => `of ${name}`,
  steps: ['one', 'two'],
  page: { back: 'Back' },
} as const;
type Words = Same<typeof english>;

test('R-LNG-06 a table of another language that lacks a key, or has a function with other parameters, does not compile', () => {
  const whole: Words = {
    add: 'Adicionar',
    of: (name) => `de ${name}`,
    steps: ['um', 'dois'],
    page: { back: 'Voltar' },
  };
  // @ts-expect-error: a key is missing
  const lacking: Words = { add: 'Adicionar', of: (name) => `de ${name}`, steps: ['um', 'dois'] };
  // @ts-expect-error: a key further in is missing
  const lackingInside: Words = { ...whole, page: {} };
  // @ts-expect-error: the list is shorter
  const shorter: Words = { ...whole, steps: ['um'] };
  // @ts-expect-error: the function takes a number
  const other: Words = { ...whole, of: (count: number) => `${count}` };
  const more = { ...whole, remove: 'Remover' };
  const choose = (portuguese: boolean) => (portuguese ? more : english);
  // @ts-expect-error: the other table has a key more
  const superfluous: Same<typeof english, typeof more> = choose(false);
  expect(superfluous.add).toBe('Add');
  expect([lacking, lackingInside, shorter, other].map(({ add }) => add)).toEqual(Array(4).fill(whole.add));
});
