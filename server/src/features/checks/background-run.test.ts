import { expect, test } from 'vitest';
import { retryWhileAway } from './background-run.ts';

const failing = (...errors: unknown[]) => {
  let tries = 0;
  return async () => {
    if (tries < errors.length) throw errors[tries++];
    return 'saved';
  };
};
const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

test('what the database was too far away to take is saved when it is back', async () => {
  expect(await retryWhileAway(failing(new Error('Failed query', { cause: away }), away))).toBe('saved');
});

test('what the database refuses is not tried again', async () => {
  await expect(retryWhileAway(failing(new Error('refused')))).rejects.toThrow('refused');
});
