import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type OpenDatabase, openDatabase } from './client.ts';
import { singleFlight } from './single-flight.ts';

let database: OpenDatabase;
beforeEach(() => {
  database = openDatabase({ ...inject('database'), database: 'postgres' }, { max: 1 });
});
afterEach(() => database.close());

/** A read that the test ends; it returns how many reads had begun by then. */
function openReading() {
  const running: PromiseWithResolvers<number>[] = [];
  const read = () => {
    const reading = Promise.withResolvers<number>();
    running.push(reading);
    return reading.promise;
  };
  return {
    read,
    begun: () => running.length,
    end: (place: number) => running[place]?.resolve(place + 1),
    fail: (place: number) => running[place]?.reject(new Error('away')),
  };
}

/** All callbacks of settled promises have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a caller who arrives during a read waits for the next one, which all such callers share', async () => {
  const { read, begun, end } = openReading();
  const ask = () => singleFlight(database.db, 'people', read);
  const first = ask();
  const [second, third] = [ask(), ask()];
  expect(begun()).toBe(1);
  end(0);
  expect(await first).toBe(1);
  await settled();
  expect(begun()).toBe(2);
  // The second reading has begun: it may not have seen what they know.
  const fourth = ask();
  end(1);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await settled();
  end(2);
  expect(await fourth).toBe(3);
  await settled();
  const fifth = ask();
  expect(begun()).toBe(4);
  end(3);
  expect(await fifth).toBe(4);
});

test('a reading that fails fails for those who asked for it, and the next ones try again', async () => {
  const { read, begun, end, fail } = openReading();
  const ask = () => singleFlight(database.db, 'people', read);
  const first = ask();
  const second = ask();
  fail(0);
  await expect(first).rejects.toThrow('away');
  await settled();
  end(1);
  expect(await second).toBe(2);
  expect(begun()).toBe(2);
});

test('what is read under another name, or in a transaction, is nobody else’s', async () => {
  const { read, begun, end } = openReading();
  const people = singleFlight(database.db, 'people', read);
  const groups = singleFlight(database.db, 'groups', read);
  const inTransaction = database.db.transaction((tx) => singleFlight(tx, 'people', read));
  await expect.poll(begun).toBe(3);
  for (const place of [0, 1, 2]) end(place);
  expect(await Promise.all([people, groups, inTransaction])).toEqual([1, 2, 3]);
});
