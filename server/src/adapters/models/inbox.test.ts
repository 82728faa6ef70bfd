import { expect, test } from 'vitest';
import { openInbox } from './inbox.ts';

test('what is put in comes out in order, whether or not somebody waits for it', async () => {
  const inbox = openInbox<number>();
  inbox.put(1);
  inbox.put(2);
  expect([inbox.take(), inbox.take(), inbox.take()]).toEqual([1, 2, undefined]);
  const waiting = inbox.filled();
  inbox.put(3);
  await waiting;
  inbox.put(4);
  expect([inbox.take(), inbox.take(), inbox.take()]).toEqual([3, 4, undefined]);
});
