/** Programs that change the process they run in for good. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The JSON that a module of server/src prints in a process of its own. */
export async function printedBy(program: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--max-semi-space-size=16', '--input-type=module', '--eval', program],
    { cwd: new URL('../../src/', import.meta.url), env: {} },
  );
  return JSON.parse(stdout);
}
