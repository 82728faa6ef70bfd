import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { COMPILED } from '../../../../test/process/compile-cache.ts';

/** Another process, because the zone is read once. */
function renewalIn(zone: string | undefined): string {
  const cycle = new URL('./cycle.ts', import.meta.url).href;
  const script = `import { nextTokenReset } from '${cycle}';
    process.stdout.write(nextTokenReset(new Date('2026-01-10T12:00:00Z'), new Date('2026-02-01T12:00:00Z')).toISOString());`;
  const env = { ...process.env, ...COMPILED, ...(zone === undefined ? {} : { TIME_ZONE: zone }) };
  if (zone === undefined) delete env.TIME_ZONE;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env,
    encoding: 'utf8',
  });
  return stdout || stderr;
}

test('a cycle begins at midnight of the installation’s time zone, which is that of São Paulo by default', () => {
  expect(renewalIn(undefined)).toBe('2026-02-10T03:00:00.000Z');
  expect(renewalIn('America/Manaus')).toBe('2026-02-10T04:00:00.000Z');
});
