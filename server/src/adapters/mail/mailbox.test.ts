import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMailbox } from './mailbox.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosa-mailbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('each letter is one JSON file that only its owner may read, newest first', async () => {
  let now = new Date('2026-11-14T12:00:00.000Z');
  const mailbox = openMailbox(join(folder, 'mailbox'), () => now);
  await mailbox.send({ to: 'ana@exemplo.com.br', subject: 'Um', text: 'primeiro', html: '<p>primeiro</p>' });
  now = new Date('2026-11-14T12:00:01.000Z');
  await mailbox.send({ to: 'ana@exemplo.com.br', subject: 'Dois', text: 'segundo', html: '<p>segundo</p>' });

  expect((await mailbox.emails()).map(({ subject }) => subject)).toEqual(['Dois', 'Um']);
  const [name] = await readdir(join(folder, 'mailbox'));
  const file = join(folder, 'mailbox', name ?? '');
  expect(Object.keys(JSON.parse(await readFile(file, 'utf8')))).toEqual([
    'to',
    'subject',
    'text',
    'html',
    'at',
  ]);
  expect((await stat(file)).mode & 0o077).toBe(0);
});

test('a mailbox that has no letter yet is empty', async () => {
  expect(await openMailbox(join(folder, 'none'), () => new Date()).emails()).toEqual([]);
});

test('of an address nothing is kept when it is forgotten, and of others everything', async () => {
  const mailbox = openMailbox(join(folder, 'mailbox'), () => new Date());
  const email = { subject: 'Olá', text: 'um texto', html: '<p>um texto</p>' };
  await mailbox.send({ ...email, to: 'ana@exemplo.com.br' });
  await mailbox.send({ ...email, to: 'admin@exemplo.com.br', text: 'De: Ana (Ana@exemplo.com.br).' });
  for (const to of ['mariana@exemplo.com.br', 'ana@exemplo.com', 'ana@exemplo.com.br.net'])
    await mailbox.send({ ...email, to });
  await mailbox.forget('ana@exemplo.com.br');
  expect((await mailbox.emails()).map(({ to }) => to).sort()).toEqual([
    'ana@exemplo.com',
    'ana@exemplo.com.br.net',
    'mariana@exemplo.com.br',
  ]);
});
