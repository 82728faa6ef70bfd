import { describe, expect, test } from 'vitest';
import { openFairQueue, type Requester } from './fair-queue.ts';

const limits = { slots: 1, waiting: 30, strangers: 20, pair: 3, network: 6, site: 9 };

let count = 0;
function stranger(network: string, wishes: Partial<Requester> = {}): Requester {
  count += 1;
  const site = network.split(':').slice(0, 3).join(':');
  return { pair: `pair ${count}`, network, site, is_known: false, is_local: false, ...wishes };
}
const A = '2001:db8:1:1';
const A2 = '2001:db8:1:2';
const A3 = '2001:db8:1:3';
const B = '2001:db8:2:1';

/** A queue whose only slot is taken until `open`; `run` notes the order in which tasks run. */
function closed() {
  const queue = openFairQueue(limits);
  const gate = Promise.withResolvers<void>();
  const served: string[] = [];
  const busy = queue.run(() => gate.promise);
  const tasks: Promise<unknown>[] = [busy];
  return {
    served,
    run(name: string, requester?: Requester) {
      const task = queue.run(async () => served.push(name), requester);
      tasks.push(task);
      return task;
    },
    async open() {
      gate.resolve();
      return Promise.allSettled(tasks);
    },
  };
}
const refused = { code: 'too_many_requests' };

describe('the queue of hashing', () => {
  test('runs a few tasks at a time, and a failure hands over its slot', async () => {
    const queue = openFairQueue({ ...limits, slots: 3 });
    let running = 0;
    let most = 0;
    const work = async (index: number) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (index % 3 === 0) throw new Error('no');
      return index;
    };
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => queue.run(() => work(index))),
    );
    expect(most).toBe(3);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
  });

  test('serves sites in turn and the networks of a site in turn, in whatever order they came', async () => {
    const queue = closed();
    for (const name of ['A 1', 'A 2', 'A 3', 'A 4']) void queue.run(name, stranger(A));
    for (const name of ['A2 1', 'A2 2']) void queue.run(name, stranger(A2));
    for (const name of ['B 1', 'B 2', 'B 3']) void queue.run(name, stranger(B));
    await queue.open();
    expect(queue.served).toEqual(['A 1', 'B 1', 'A2 1', 'B 2', 'A 2', 'B 3', 'A2 2', 'A 3', 'A 4']);
  });

  test('keeps few waiting of one network and of one site, and never counts the server itself', async () => {
    const queue = closed();
    const flood = Array.from({ length: 10 }, () => queue.run('A', stranger(A)));
    await expect(queue.run('A', stranger(A))).rejects.toMatchObject(refused);
    const rest = Array.from({ length: 4 }, () => queue.run('A2', stranger(A2)));
    await expect(queue.run('A3', stranger(A3))).rejects.toMatchObject(refused);
    const other = queue.run('B', stranger(B));
    const own = Array.from({ length: 40 }, () => queue.run('own'));
    await queue.open();
    const admitted = async (tasks: Promise<unknown>[]) =>
      (await Promise.allSettled(tasks)).filter(({ status }) => status === 'fulfilled').length;
    expect([
      await admitted(flood),
      await admitted(rest),
      await admitted([other]),
      await admitted(own),
    ]).toEqual([6, 3, 1, 40]);
  });

  test('has no limit for addresses of this machine but that of all strangers', async () => {
    const queue = closed();
    const local = { is_local: true };
    for (let place = 0; place < 20; place += 1) void queue.run('local', stranger('127.0.0.1', local));
    await expect(queue.run('local', stranger('127.0.0.1', local))).rejects.toMatchObject(refused);
    await queue.open();
    expect(queue.served).toHaveLength(20);
  });

  test('keeps room and every second turn for known pairs, however many strangers come from everywhere', async () => {
    const queue = closed();
    for (let place = 0; place < 20; place += 1) void queue.run('stranger', stranger(`2001:db8:f${place}:1`));
    await expect(queue.run('stranger', stranger(B))).rejects.toMatchObject(refused);
    for (let place = 0; place < 10; place += 1) void queue.run('known', stranger(B, { is_known: true }));
    await expect(queue.run('known', stranger(B, { is_known: true }))).rejects.toMatchObject(refused);
    await queue.open();
    expect(queue.served.slice(0, 20).filter((name) => name === 'known')).toHaveLength(10);
  });

  test('keeps few waiting of one pair, known or not', async () => {
    const queue = closed();
    const pair = 'one account';
    void queue.run('first', stranger(A, { pair }));
    void queue.run('second', stranger(A, { pair, is_known: true }));
    void queue.run('third', stranger(A, { pair, is_known: true }));
    await expect(queue.run('fourth', stranger(A, { pair, is_known: true }))).rejects.toMatchObject(refused);
    void queue.run('other', stranger(A));
    await queue.open();
    expect(queue.served.toSorted()).toEqual(['first', 'other', 'second', 'third']);
    expect(await queue.run('again', stranger(A, { pair }))).toBe(5);
  });
});
