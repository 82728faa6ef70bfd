import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endAll, isUp, listenAnywhere, startProcess } from '../server/test/process/started-process.ts';

let folder: string;

const run = promisify(execFile);
/** Only root may mount, and not in every container. */
const canMount = await run('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).then(
  () => true,
  () => false,
);

beforeAll(async () => {
  // Only its owner may enter, and its name has spaces and accents: as unfriendly as a home folder gets.
  folder = join(await mkdtemp(join(tmpdir(), 'prosa-start-')), 'pasta de dados é');
  await mkdir(folder, { recursive: true });
  await chmod(join(folder, '..'), 0o700);
});
afterEach(endAll);
// A database that has just been stopped may still be writing its last file.
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

const start = (env: Record<string, string> = {}) => startProcess({ DATA_DIR: folder, ...env });

describe('one command', { timeout: 90_000 }, () => {
  test('a first start prints the address and the sign-in, a second one no password, and both end the database', async () => {
    const first = await start();
    await first.says(isUp);
    const password = /Senha:\s+(\S+)/.exec(first.output())?.[1] ?? '';
    expect(first.output()).toContain('admin@exemplo.com.br');
    expect(password.length).toBeGreaterThanOrEqual(12);
    expect(await signIn(first.url, password)).toBe(200);
    for (const page of ['mailbox', 'desk']) {
      const token = new RegExp(`/dev/${page}\\?token=(\\S+)`).exec(first.output())?.[1];
      expect((await fetch(`${first.url}/dev/${page}?token=${token}`)).status).toBe(200);
      expect((await fetch(`${first.url}/dev/${page}`)).status).toBe(401);
    }
    expect(await first.end('SIGTERM')).toBe(0);
    expect(await exists(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);

    const second = await start();
    await second.says(isUp);
    expect(second.output()).not.toContain(password);
    expect(second.output()).not.toContain('Senha:');
    expect(await signIn(second.url, password)).toBe(200);
    expect(await second.end('SIGINT')).toBe(0);
  });

  test('where other machines reach it, the start says that the pages under /dev are gone and names SMTP_URL', async () => {
    const exposed = await start({ HOST: '0.0.0.0', DEV_TOKEN: 'a token that opens nothing' });
    await exposed.says(isUp);
    await exposed.says(/as páginas \/dev não existem.*SMTP_URL/);
    expect(exposed.output()).not.toContain('token');
    const headers = { 'x-dev-token': 'a token that opens nothing' };
    for (const page of ['mailbox', 'desk'])
      expect((await fetch(`${exposed.url}/dev/${page}`, { headers })).status).toBe(404);
    expect(await exposed.end('SIGTERM')).toBe(0);
  });

  test('after kill -9 the next start finds everything again', async () => {
    const first = await start({ ADMIN_EMAIL: 'chefe@exemplo.com.br', ADMIN_PASSWORD: 'uma senha de chefe' });
    await first.says(isUp);
    await first.end('SIGKILL');
    const second = await start();
    await second.says(isUp);
    expect(await signIn(second.url, 'uma senha de chefe', 'chefe@exemplo.com.br')).toBe(200);
    expect(await second.end('SIGTERM')).toBe(0);
  });

  test('a second process on the same folder is refused, and the first goes on', async () => {
    const first = await start();
    await first.says(isUp);
    const second = await start();
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/já está rodando sobre .*processo \d+/);
    expect((await fetch(`${first.url}/api/v1/ready`)).status).toBe(200);
    expect(await first.end('SIGTERM')).toBe(0);
  });

  test('a taken port is said, with what to do', async () => {
    const blocker = await listenAnywhere();
    const port = String((blocker.address() as { port: number }).port);
    const process = await start({ PORT: port });
    expect(await process.ended).toBe(1);
    expect(process.output()).toContain(`A porta ${port} já está em uso`);
    expect(process.output()).not.toMatch(/\n\s+at /);
    await new Promise((resolve) => blocker.close(resolve));
  });

  test('a platform without an embedded PostgreSQL is said, with what to do', async () => {
    const platform = "Object.defineProperty(process, 'arch', { value: 'riscv64' })";
    const process = await start({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(platform)}`,
    });
    expect(await process.ended).toBe(1);
    expect(process.output().trim()).toBe(
      'Não há PostgreSQL embutido para linux-riscv64. Instale um PostgreSQL 15 ou mais novo e aponte DATABASE_URL para ele.',
    );
  });

  test('R-ENG-19 an older Node is said, with what to start instead', async () => {
    const older =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.1.0' } })";
    const process = await start({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}`,
    });
    expect(await process.ended).toBe(1);
    expect(process.output().trim()).toMatch(
      /^O Prosa roda no Node 24, .*npm start, que escolhe o certo, ou com node_modules\/node-\S+\/bin\/node\.$/,
    );
  });

  test.skipIf(!canMount)('a full disk is said, with what to do, whatever it stops', async () => {
    const disk = join(folder, '..', 'disk');
    // Too small for the data folder, for a new database cluster, for its journal while seeding, and for the demo.
    for (const size of ['4k', '20m', '60m', '64m']) {
      await mkdir(disk, { recursive: true });
      await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
      try {
        const began = performance.now();
        const process = await start({ DATA_DIR: disk });
        expect(await process.ended).toBe(1);
        expect(performance.now() - began, size).toBeLessThan(25_000);
        expect(process.output(), size).toMatch(/[Nn]ão há espaço em disco.*(Libere|DATA_DIR)/);
        expect(process.output(), size).not.toMatch(/\n\s+at /);
      } finally {
        await run('umount', ['-l', disk]);
      }
    }
  });

  test('a data folder that cannot be used is said, with what to do', async () => {
    const file = join(folder, '..', 'a file');
    await writeFile(file, '');
    // Uploads need it too where everything else is kept elsewhere.
    const elsewhere = {
      DATABASE_URL: 'postgres://prosa@127.0.0.1:9/prosa',
      SMTP_URL: 'smtp://127.0.0.1:9',
      JWT_SECRET: 'a secret for tests only, of more than 32 bytes',
    };
    // Below /proc nobody can make a folder; elsewhere it lacks the right.
    const below = [
      { DATA_DIR: join(file, 'data') },
      { DATA_DIR: join(file, 'data'), ...elsewhere },
      { DATA_DIR: '/proc/nowhere/data' },
    ];
    for (const env of below) {
      const process = await start(env);
      expect(await process.ended).toBe(1);
      expect(process.output()).toMatch(/A pasta de dados .* não pode ser usada/);
      expect(process.output()).toContain('DATA_DIR=');
    }
  });

  test('wrong settings are refused in one sentence each', async () => {
    const wrong: [Record<string, string>, RegExp][] = [
      [{ PORT: 'abc' }, /PORT/],
      [{ NODE_ENV: 'production' }, /JWT_SECRET é obrigatória/],
      [{ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }, /Não foi possível conectar ao banco/],
    ];
    for (const [env, sentence] of wrong) {
      const process = await start(env);
      expect(await process.ended).toBe(1);
      expect(process.output()).toMatch(sentence);
      expect(process.output()).not.toMatch(/\n\s+at /);
    }
  });

  test('no secret of the start is written to the data folder for others to read', async () => {
    const process = await start();
    await process.says(isUp);
    expect((await stat(join(folder, 'secret'))).mode & 0o077).toBe(0);
    expect((await readFile(join(folder, 'secret'), 'utf8')).trim().length).toBeGreaterThanOrEqual(43);
    await process.end('SIGTERM');
  });
});

async function signIn(url: string, password: string, username = 'admin@exemplo.com.br'): Promise<number> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  });
  return response.status;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
