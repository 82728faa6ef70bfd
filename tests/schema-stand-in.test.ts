/** The contract loads in the browser, where a stand-in takes the place of zod. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const STAND_IN = new URL('../web/schema-stand-in.ts', import.meta.url).href;
const modules = readdirSync('contract/src').filter((name) => /(?<!\.test)\.ts$/.test(name));

const PROGRAM = `
import { registerHooks } from 'node:module';
registerHooks({
  resolve: (name, context, next) => name === 'zod' ? { url: '${STAND_IN}', shortCircuit: true } : next(name, context),
});
for (const name of ${JSON.stringify(modules)}) await import('#contract/' + name);
`;

test('every module of the contract loads with the stand-in for zod', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
