/** Programs that change the process they run in for good. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The JSON that a module prints in a process of its own. Its imports are relative to `importer`, a module's URL. */
export async function printedBy(program: string, importer: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--max-semi-space-size=16', '--input-type=module', '--eval', program],
    { cwd: new URL('.', importer), env: {} },
  );
  return JSON.parse(stdout);
}
