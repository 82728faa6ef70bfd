import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** What a process of its own prints: it is changed for good. */
async function told(program: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('.', import.meta.url),
    env: {},
  });
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
