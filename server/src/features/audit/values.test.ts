import { describe, expect, test } from 'vitest';
import { canonical, difference, kept, markOf } from './values.ts';

describe('what an entry keeps of a change', () => {
  test('the fields that differ, as they were and as they are', () => {
    const before = { name: 'Ágata', model: 'gpt-5', tags: [1, 2], prompt: markOf('um') };
    const after = { name: 'Ágata', model: null, tags: [1, 2], prompt: markOf('dois') };
    expect(difference(before, after)).toEqual({
      before: { model: 'gpt-5', prompt: markOf('um') },
      after: { model: null, prompt: markOf('dois') },
    });
    expect(difference(before, { ...before })).toBeNull();
    expect(difference({}, { a: undefined })).toBeNull();
    expect(difference({ a: 1 }, {})).toEqual({ before: { a: 1 }, after: { a: null } });
  });

  test('long texts are kept as their length and their hash, and tell a change all the same', () => {
    const long = 'Você é o assistente de compras. '.repeat(20);
    const values = kept({ name: 'Curto', text: long, map: { a: long }, list: Array(200).fill(7) });
    expect(values).toEqual({
      name: 'Curto',
      text: { length: long.length, sha256: expect.stringMatching(/^[\da-f]{64}$/) },
      map: { length: expect.any(Number), sha256: expect.stringMatching(/^[\da-f]{64}$/) },
      list: { length: expect.any(Number), sha256: expect.stringMatching(/^[\da-f]{64}$/) },
    });
    expect(JSON.stringify(values)).not.toContain('assistente');
    expect(markOf(long)).not.toEqual(markOf(`${long}.`));
    expect([markOf(''), markOf(null), kept(null)]).toEqual([null, null, null]);
    expect(kept({ prompt: markOf(long) })).toEqual({ prompt: markOf(long) });
  });

  test('holds nothing that the database’s JSON cannot', () => {
    expect(kept({ name: 'a\0b\ud800c' })).toEqual({ name: 'abc' });
    expect(kept({ at: new Date('2026-11-14T12:00:00.000Z'), nothing: undefined })).toEqual({
      at: '2026-11-14T12:00:00.000Z',
      nothing: null,
    });
  });

  test('the same value is the same text, in whatever order its keys stand', () => {
    expect(canonical({ b: [{ y: 1, x: 2 }], a: null })).toBe('{"a":null,"b":[{"x":2,"y":1}]}');
    expect(canonical({ a: null, b: [{ x: 2, y: 1 }] })).toBe(canonical({ b: [{ y: 1, x: 2 }], a: null }));
  });
});
