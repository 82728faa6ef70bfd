/** The contract loads in the browser, where a stand-in takes the place of zod and the build leaves schemas out. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stripSchemas } from '../web/strip-schemas.ts';

const STAND_IN = new URL('../web/schema-stand-in.ts', import.meta.url).href;
const STRIP = new URL('../web/strip-schemas.ts', import.meta.url).href;
const modules = readdirSync('contract/src').filter((name) => /(?<!\.test)\.ts$/.test(name));

/**
 * Prints what each module exports; a schema is the stand-in, and so written as its name. Of a call stands what the browser
 * reads.
 */
const PROGRAM = `
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { z } from '${STAND_IN}';
const { READ_IN_BROWSER, stripSchemas } = await import('${STRIP}');
registerHooks({
  resolve: (name, context, next) => name === 'zod' ? { url: '${STAND_IN}', shortCircuit: true } : next(name, context),
  load(url, context, next) {
    if (!process.env.STRIPPED || !url.includes('/contract/src/')) return next(url, context);
    const source = stripSchemas(stripTypeScriptTypes(readFileSync(new URL(url), 'utf8')));
    return { format: 'module', shortCircuit: true, source };
  },
});
const isCall = (value) => typeof value?.method === 'string' && typeof value?.path === 'string';
const kept = ['method', 'path', ...READ_IN_BROWSER];
const shown = (_, value) =>
  value === z ? 'schema'
  : typeof value === 'function' ? value.name
  : isCall(value) ? Object.fromEntries(kept.filter((key) => key in value).map((key) => [key, value[key]]))
  : value;
for (const name of ${JSON.stringify(modules)})
  console.log(name, JSON.stringify(await import('#contract/' + name), shown));
`;

function load(env: Record<string, string>): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', PROGRAM],
    {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    },
  );
  expect(stderr).toBe('');
  return stdout;
}

test('every module of the contract loads with the stand-in for zod, and exports the same without its schemas', () => {
  const whole = load({});
  expect(whole).toContain('"schema"');
  expect(load({ STRIPPED: 'yes' })).toBe(whole);
});

test('of the definition of a call only the parts stay that the browser reads', () => {
  const code = `import { z } from 'zod';
import { get, post } from './endpoint.ts';
export const api = {
  list: get('/users', { access: 'user', summary: 'All people', query: z.object({ q: z.string() }), list: User }),
  add: post('/users', { access: 'admin', status: 201, ...common, missing: 'user_not_found' }),
};
export const other = { summary: 'It stays' };`;
  expect(stripSchemas(code)).toBe(`import { z } from 'zod';
import { get, post } from './endpoint.ts';
export const api = {
  list: get('/users', { access: 'user',   list: User }),
  add: post('/users', { access: 'admin',  ...common,  }),
};
export const other = { summary: 'It stays' };`);
});

test('an expression that builds a schema goes, and what is not one stays', () => {
  const code = `import { z } from 'zod';
const Name = z.string().max(LIMIT);
export const User = z.object({ name: Name.nullable() }).meta({ id: 'User' });
export const api = { list: call({ answer: User.array(), path: '/users' }), roles: Role.options };
const Role = z.enum(ROLES);
export const names = Role.options;`;
  expect(stripSchemas(code)).toBe(`import { z } from 'zod';
const Name = z;
export const User = z;
export const api = { list: call({ answer: z, path: '/users' }), roles: Role.options };
const Role = z;
export const names = Role.options;`);
});
