import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { ChatRecord } from '#contract/chat-record.ts';
import { changeRecord, keepNewestPage, keepRecord, messagesQuery, recordsOf, withNewest } from './queries.ts';

const record = (id: number, rest: Partial<ChatRecord> = {}): ChatRecord => ({
  id,
  question: `pergunta ${id}`,
  answer: `resposta ${id}`,
  created_at: '2026-11-20T12:00:00.000Z',
  status: 'done',
  sources: [],
  filters: [],
  without: [],
  feedback: null,
  local: false,
  ...rest,
});
const page = (ids: number[], has_more = true) => ({
  data: ids.map((id) => record(id)),
  metadata: { total: 100, has_more },
});
const known = (...pages: ReturnType<typeof page>[]) => ({
  pages,
  pageParams: pages.map((_, index) => (index === 0 ? undefined : index)),
});
const ids = (data: { pages: ReturnType<typeof page>[] }) => recordsOf(data).map(({ id }) => id);

describe('what is new of a conversation', () => {
  test('R-CHAT-34 stands behind what was known, in order and once', () => {
    const before = known(page([11, 12, 13]), page([8, 9, 10]));
    expect(ids(withNewest(before, page([12, 13, 14])))).toEqual([8, 9, 10, 11, 12, 13, 14]);
  });

  test('what has not changed stays the same object', () => {
    const before = known(page([11, 12]));
    const after = withNewest(before, {
      data: [record(11), record(12, { answer: 'outra' })],
      metadata: { total: 2, has_more: true },
    });
    expect(after.pages[0]?.data[0]).toBe(before.pages[0]?.data[0]);
    expect(after.pages[0]?.data[1]?.answer).toBe('outra');
  });

  test('the page still knows whether earlier ones follow', () => {
    const after = withNewest(known(page([1, 2, 3], false)), page([2, 3, 4], true));
    expect(after.pages[0]?.metadata.has_more).toBe(false);
    expect(ids(after)).toEqual([1, 2, 3, 4]);
  });

  test('after a gap only the newest page is kept: nothing is shown as if it followed', () => {
    const after = withNewest(known(page([11, 12]), page([9, 10])), page([80, 81]));
    expect(ids(after)).toEqual([80, 81]);
    expect(after.pageParams).toEqual([undefined]);
  });

  test('what the server does not know any more is not shown any more', () => {
    expect(ids(withNewest(known(page([11], false)), page([], false)))).toEqual([]);
  });
});

describe('the records that the cache knows', () => {
  function conversation(...pages: ReturnType<typeof page>[]) {
    const client = new QueryClient();
    const { queryKey } = messagesQuery('s');
    client.setQueryData(queryKey, known(...pages) as never);
    return { client, now: () => recordsOf(client.getQueryData(queryKey)) };
  }

  test('R-CHAT-42 a finished answer takes the place of its running record', () => {
    const { client, now } = conversation(page([1, 2]));
    keepRecord(client, 's', record(2, { answer: 'inteira' }));
    expect(now().map(({ answer }) => answer)).toEqual(['resposta 1', 'inteira']);
  });

  test('one record is changed on whichever page it stands, and given back as it was', () => {
    const { client, now } = conversation(page([3, 4]), page([1, 2]));
    const before = changeRecord(client, 's', 1, { feedback: { value: 'up', reason: null } });
    expect(before?.feedback).toBeNull();
    expect(now().map(({ feedback }) => feedback?.value)).toEqual(['up', undefined, undefined, undefined]);
  });

  test('who leaves a long conversation comes back to its end', () => {
    const { client, now } = conversation(page([5, 6]), page([3, 4]), page([1, 2]));
    keepNewestPage(client, 's');
    expect(now().map(({ id }) => id)).toEqual([5, 6]);
  });
});
