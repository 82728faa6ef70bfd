import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { COMPILED } from '../../../../../test/process/compile-cache.ts';

test('the reader of spreadsheets loads no schemas and no settings, which would be most of its start', () => {
  // Its source also where tests start what was built: a place that begins with a dot would be that of the built program.
  const program = new URL('sheet-program.ts', import.meta.url).href;
  const script = `
    import { writeSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    process.on('exit', () => writeSync(1, loaded.join(' ')));
    await import('${program}');`;
  const { output, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', script, 'program', '{"does":"describe_all"}'],
    {
      env: COMPILED,
      input: 'nome;valor\nAna;1\n',
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    },
  );
  expect(stderr).toBe('');
  // It has answered with its frame.
  expect(output[3]).toContain('"label":"Nome"');
  const loaded = (output[1] ?? '').split(' ');
  expect(loaded.some((url) => url.endsWith('describe-sheet.ts'))).toBe(true);
  expect(loaded.filter((url) => /\/zod\/|\/src\/env\.ts/.test(url))).toEqual([]);
});
