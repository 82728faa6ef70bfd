import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('work of one key comes in the order of its calls, and that of another key beside it', async () => {
  const db = {};
  const first = Promise.withResolvers<void>();
  const done: string[] = [];
  const one = inTurn(db, 'a', async () => {
    await first.promise;
    done.push('one');
  });
  const two = inTurn(db, 'a', async () => {
    done.push('two');
    return 2;
  });
  await inTurn(db, 'b', async () => void done.push('other key'));
  await inTurn({}, 'a', async () => void done.push('other database'));
  first.resolve();
  expect(await two).toBe(2);
  await one;
  expect(done).toEqual(['other key', 'other database', 'one', 'two']);
});

test('work that fails fails for its caller alone', async () => {
  const db = {};
  const failed = inTurn(db, 'a', () => Promise.reject(new Error('no')));
  const next = inTurn(db, 'a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
