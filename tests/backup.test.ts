/** A copy of an installation with the database inside, as an operator takes it and brings it back. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { COMPILED } from '../server/test/process/compile-cache.ts';
import { endAll, isUp, serverProgram, startProcess } from '../server/test/process/started-process.ts';

let folder: string;
afterEach(async () => {
  await endAll();
  await rm(folder, { recursive: true, force: true });
});

/** The output and the exit code of the command. */
const migrate = (data: string, ...args: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [serverProgram(), 'migrate', ...args],
      { env: { PATH: process.env.PATH, DATA_DIR: data, LOG_LEVEL: 'warn', ...COMPILED } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });

test('B30 a copy is taken while the process serves, and brought back into another folder', {
  timeout: 180_000,
}, async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosa-copy-'));
  const [from, to, file] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'copia.prosa')];
  const serving = await startProcess({ DATA_DIR: from });
  await serving.says(isUp);
  expect(await migrate(from, 'backup', file)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Cópia de segurança completa em .*copia\.prosa: \d+ tabelas, [\d.]+ linhas/),
  });
  expect((await stat(file)).mode & 0o077).toBe(0);
  // A database that is being served is never replaced.
  expect(await migrate(from, 'restore', file, '--replace')).toMatchObject({
    code: 1,
    said: expect.stringContaining('já está rodando'),
  });
  expect((await fetch(`${serving.url}/api/v1/ready`)).status).toBe(200);
  await serving.end('SIGTERM');

  // Another folder has another key: the copy asks for the one that sealed it.
  expect(await migrate(to, 'restore', file)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/selada com outra chave.*backup-key/),
  });
  await copyFile(join(from, 'backup-key'), join(to, 'backup-key'));
  expect(await migrate(to, 'restore', file)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Restaurado de .*copia\.prosa: \d+ tabelas.*auditoria íntegra/),
  });
});
