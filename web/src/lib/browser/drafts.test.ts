import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDrafts, type DraftStorage } from './drafts.ts';

/** A browser's database that the test can look into. */
function shelf() {
  const kept = new Map<string, string>();
  const storage: DraftStorage = {
    read: async (key) => kept.get(key),
    write: async (key, text) => {
      if (text === '') kept.delete(key);
      else kept.set(key, text);
    },
    erase: async (prefix) => {
      for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key);
    },
  };
  return { kept, storage };
}

const refusing: DraftStorage = {
  read: () => Promise.reject(new Error('refused')),
  write: () => Promise.reject(new Error('refused')),
  erase: () => Promise.reject(new Error('refused')),
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a question that was typed and not sent', () => {
  test('is there again after the page was loaded anew', async () => {
    const { storage } = shelf();
    createDrafts(storage).keep(7, 'a', 'Qual o prazo?');
    await vi.advanceTimersByTimeAsync(300);
    expect(await createDrafts(storage).read(7, 'a')).toBe('Qual o prazo?');
  });

  test('is written at once, then once for many letters', async () => {
    const { kept, storage } = shelf();
    const write = vi.spyOn(storage, 'write');
    const drafts = createDrafts(storage);
    for (const text of ['Q', 'Qu', 'Qua']) drafts.keep(7, 'a', text);
    expect(kept.get('7:a')).toBe('Q');
    await vi.advanceTimersByTimeAsync(300);
    expect(kept.get('7:a')).toBe('Qua');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(write).toHaveBeenCalledTimes(2);
  });

  test('is written whole when the page is put away', () => {
    const { kept, storage } = shelf();
    const drafts = createDrafts(storage);
    for (const text of ['Q', 'Qu', 'Qua']) drafts.keep(7, 'a', text);
    drafts.flush();
    expect(kept.get('7:a')).toBe('Qua');
  });

  test('belongs to one person and one conversation', async () => {
    const drafts = createDrafts(shelf().storage);
    drafts.keep(7, 'a', 'minha');
    drafts.flush();
    expect(await drafts.read(8, 'a')).toBe('');
    expect(await drafts.read(7, 'b')).toBe('');
    expect(drafts.peek(8, 'a')).toBeUndefined();
  });

  test('is gone from the browser as soon as it is sent', async () => {
    const { kept, storage } = shelf();
    const drafts = createDrafts(storage);
    drafts.keep(7, 'a', 'Qual o prazo?');
    drafts.flush();
    drafts.keep(7, 'a', '');
    expect(kept.size).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(kept.size).toBe(0);
    expect(await drafts.read(7, 'a')).toBe('');
  });

  test('is newer in the page than in the browser while it waits to be written', async () => {
    const drafts = createDrafts(shelf().storage);
    drafts.keep(7, 'a', 'um');
    drafts.flush();
    drafts.keep(7, 'a', 'um dois');
    expect(await drafts.read(7, 'a')).toBe('um dois');
    expect(drafts.peek(7, 'a')).toBe('um dois');
  });
});

describe('leaving on purpose', () => {
  test('erases what this person typed, also what was not written yet, and nothing of another', async () => {
    const { kept, storage } = shelf();
    const drafts = createDrafts(storage);
    drafts.keep(7, 'a', 'escrito');
    drafts.keep(70, 'a', 'de outra pessoa');
    drafts.flush();
    drafts.keep(7, 'b', 'ainda não escrito');
    await drafts.erase(7);
    drafts.flush();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([...kept]).toEqual([['70:a', 'de outra pessoa']]);
    expect(drafts.peek(7, 'a')).toBeUndefined();
    expect(await drafts.read(7, 'b')).toBe('');
  });

  test('erases everything when nobody knows who is leaving', async () => {
    const { kept, storage } = shelf();
    const drafts = createDrafts(storage);
    drafts.keep(7, 'a', 'um');
    drafts.keep(8, 'a', 'dois');
    drafts.flush();
    await drafts.erase();
    expect(kept.size).toBe(0);
  });
});

test('where the browser keeps nothing, a draft lives as long as the page', async () => {
  const drafts = createDrafts(refusing);
  expect(await drafts.read(7, 'a')).toBe('');
  drafts.keep(7, 'a', 'Qual o prazo?');
  drafts.flush();
  expect(await drafts.read(7, 'a')).toBe('Qual o prazo?');
  await drafts.erase(7);
  expect(await drafts.read(7, 'a')).toBe('');
});
