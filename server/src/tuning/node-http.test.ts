import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { COMPILED } from '../../test/process/compile-cache.ts';

const UNDICI = 'NativeModule internal/deps/undici/undici';
const entry = new URL('../process.ts', import.meta.url).href;
const root = fileURLToPath(new URL('../../..', import.meta.url));

test('a server that was started has not loaded undici, which it needs at the first fetch only', async () => {
  const loaded = async (module: string) => {
    const script = `await import('${module}'); process.stdout.write(String(process.moduleLoadList.includes('${UNDICI}')))`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--no-warnings', '--input-type=module', '-e', script],
      { cwd: root, env: { ...process.env, ...COMPILED } },
    );
    return stdout;
  };
  expect(await loaded(entry)).toBe('false');
  // The name of the module is right: its facade would have loaded it.
  expect(await loaded('node:http')).toBe('true');
}, 60_000);
