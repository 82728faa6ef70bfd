import { expect, test } from 'vitest';
import { patiently } from './patiently.ts';

const failing = (...errors: unknown[]) => {
  let tries = 0;
  return async () => {
    if (tries < errors.length) throw errors[tries++];
    return 'saved';
  };
};
const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

test('what the database was too far away to take is saved when it is back', async () => {
  expect(await patiently(failing(new Error('Failed query', { cause: away }), away))).toBe('saved');
});

test('what the database refuses is not tried again', async () => {
  await expect(patiently(failing(new Error('refused')))).rejects.toThrow('refused');
});
