import { expect, test } from 'vitest';
import { printedBy } from '../../test/process/run-module.ts';

test('memory that loading took is returned before the server listens', async () => {
  const { before, after } = (await printedBy(
    `
    import { getHeapSpaceStatistics } from 'node:v8';
    const { tuneHeap } = await import('./heap.ts');
    const young = () =>
      getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').physical_space_size / 1_048_576;
    // Kept for as long as V8 needs to believe that much of what is new stays.
    let kept = [];
    for (let n = 0; n < 600_000; n += 1) kept.push({ n });
    kept = [];
    const before = young();
    tuneHeap();
    console.log(JSON.stringify({ before, after: young() }));
  `,
    import.meta.url,
  )) as { before: number; after: number };
  expect(before).toBeGreaterThan(8);
  expect(after).toBeLessThan(2);
});

test('the live heap may grow by three quarters without a major collection', async () => {
  const collectionsAfter = (first: string) =>
    printedBy(
      `
      import { constants, PerformanceObserver } from 'node:perf_hooks';
      import { setFlagsFromString } from 'node:v8';
      import { runInNewContext } from 'node:vm';
      const { tuneHeap } = await import('./heap.ts');
      const live = [Array.from({ length: 800_000 }, (_, n) => ({ n }))];
      const collect = () => {
        setFlagsFromString('--expose-gc');
        runInNewContext('gc')({ type: 'major', flavor: 'last-resort', execution: 'sync' });
      };
      ${first}();
      let collections = 0;
      const observer = new PerformanceObserver(() => {});
      observer.observe({ entryTypes: ['gc'] });
      for (let step = 0; step < 300; step += 1) {
        live.push(Array.from({ length: 2_000 }, (_, n) => ({ n })));
        await new Promise((resolve) => setImmediate(resolve));
        for (const { detail } of observer.takeRecords())
          if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections += 1;
      }
      console.log(JSON.stringify({ collections, live: live.length }));
    `,
      import.meta.url,
    );
  const [left, settled] = [await collectionsAfter('collect'), await collectionsAfter('tuneHeap')];
  expect(settled).toEqual({ collections: 0, live: 301 });
  expect(left).not.toEqual(settled);
});
