import { expect, test } from 'vitest';
import { LiveText, type Piece } from './live-text.ts';

async function all(pieces: AsyncIterable<Piece>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece.text;
  return text;
}

test('each chunk is an event; an empty one is none', () => {
  const live = new LiveText();
  for (const chunk of ['a', '', 'b']) live.append(chunk);
  expect([live.seq, live.length, live.after(0), live.after(1), live.after(2)]).toEqual([
    2,
    2,
    { text: 'ab', seq: 2 },
    { text: 'b', seq: 2 },
    { text: '', seq: 2 },
  ]);
});

test('readers who join at any time, and one who is slow, have the same text in the end', async () => {
  const live = new LiveText();
  const slow = live.read(0);
  const readers = [all(live.read(0))];
  let expected = '';
  for (let number = 0; number < 200; number += 1) {
    const chunk = `${number}, `;
    expected += chunk;
    live.append(chunk);
    if (number % 20 === 0) {
      const { text, seq } = live.after(0);
      readers.push(all(live.read(seq)).then((rest) => text + rest));
    }
    if (number % 50 === 0) await Promise.resolve();
  }
  live.end();
  expect(new Set(await Promise.all(readers))).toEqual(new Set([expected]));
  expect(await all(slow)).toBe(expected);
});

test('who comes late gets large answers in pieces', async () => {
  const live = new LiveText();
  for (let number = 0; number < 100; number += 1) live.append('x'.repeat(10_000));
  live.end();
  const sizes: number[] = [];
  for await (const { text } of live.read(0)) sizes.push(text.length);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(1_000_000);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(75_536);
});

test('nothing follows the end', async () => {
  const live = new LiveText();
  live.end();
  live.append('x');
  expect(await all(live.read(0))).toBe('');
});

test('two readers at the same place get the same piece object; a watcher that was removed is called no more', () => {
  const live = new LiveText();
  const told: string[] = [];
  const forget = live.watch(() => told.push(live.pieceAfter(live.seq - 1).text));
  live.append('a');
  expect(live.pieceAfter(0)).toBe(live.pieceAfter(0));
  live.append('b');
  expect(live.pieceAfter(0)).toEqual({ text: 'ab', seq: 2 });
  forget();
  live.append('c');
  expect(told).toEqual(['a', 'b']);
});

test('its keeper is called once, when it has grown to the length it named last', () => {
  const live = new LiveText();
  const called: number[] = [];
  const note = () => called.push(live.length);
  live.callAt(1, note);
  live.callAt(4, note);
  for (const chunk of ['abc', 'de', 'f', 'g']) live.append(chunk);
  expect(called).toEqual([5]);
  live.callAt(8, note);
  live.append('h');
  expect(called).toEqual([5, 8]);
});
