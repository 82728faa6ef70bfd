import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** What a process of its own prints: both change it for good. */
async function told(program: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--max-semi-space-size=8', '--input-type=module', '--eval', program],
    { cwd: new URL('.', import.meta.url), env: {} },
  );
  return JSON.parse(stdout);
}

test('of the sixty languages of zod only those are loaded that are needed, and a wrong input is told in Portuguese', async () => {
  const { locales, message } = (await told(`
    const { quickenLoading } = await import('./loading.ts');
    quickenLoading();
    const { z } = await import('zod');
    await import('./http/validation.ts');
    const { error } = z.object({ name: z.string() }).safeParse({});
    console.log(JSON.stringify({ locales: Object.keys(z.locales), message: error.issues[0].message }));
  `)) as { locales: string[]; message: string };
  expect(locales).toEqual(['default']);
  expect(message).toMatch(/^Entrada inválida/);
});

test('what loading took is given back before the doors open', async () => {
  const { before, after } = (await told(`
    import { getHeapSpaceStatistics } from 'node:v8';
    const { giveBack } = await import('./loading.ts');
    const young = () =>
      getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').physical_space_size / 1_048_576;
    // Kept for as long as V8 needs to believe that much of what is new stays.
    let kept = [];
    for (let n = 0; n < 600_000; n += 1) kept.push({ n });
    kept = [];
    const before = young();
    giveBack();
    console.log(JSON.stringify({ before, after: young() }));
  `)) as { before: number; after: number };
  expect(before).toBeGreaterThan(8);
  expect(after).toBeLessThan(2);
});
