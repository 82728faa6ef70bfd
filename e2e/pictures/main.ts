/**
 * Takes the pictures of the manual: starts the built product on an empty database, moves a made-up town hall in and
 * walks past its screens. Started by `npm run pictures`.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { answering, freePort, startServer } from '../support/server-process.ts';
import { ADMIN } from '../support/test-server.ts';
import { callsOf } from './calls.ts';
import { camera } from './camera.ts';
import { askTable, converse, fill, openCounter, tryOut } from './filling.ts';
import { exchanges, tableExchanges } from './papers.ts';
import { subscribe } from './past.ts';
import {
  adminSights,
  counterSights,
  entranceSights,
  payerSights,
  readerSights,
  type Sight,
} from './sights.ts';
import { openModel } from './stand-in-model.ts';
import { mailOf, READER } from './town.ts';

const FOLDER = 'docs/pictures';
const DESK = { width: 1360, height: 850 };
const PHONE = { width: 390, height: 844 };

const chosen = process.argv.slice(2);
const model = await openModel([...exchanges, ...tableExchanges]);
const data = await mkdtemp(join(tmpdir(), 'prosa-pictures-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const server = startServer({
  PORT: String(port),
  APP_URL: url,
  DATA_DIR: data,
  ANTHROPIC_API_KEY: 'sk-figurante',
  ANTHROPIC_BASE_URL: model.url,
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--lang=pt-BR'],
});
try {
  await answering(url, server);
  process.env.PROSA_E2E_DATA = data;
  const town = await fill(url);
  const payer = { email: mailOf('Beatriz Nogueira'), password: ADMIN.password };
  await subscribe(payer.email);
  const { tokens: reader, sessions } = await converse(url, { ...payer, email: READER.email });
  const { tokens: admin } = await tryOut(url, town.agentIds.get('Guia do Servidor'));
  const tableSession = await askTable(url);
  const counter = await openCounter(url, town.agentIds.get('Tributos Municipais'));
  await mkdir(FOLDER, { recursive: true });
  const total =
    (await walk(null, entranceSights)) +
    (await walk(reader, readerSights(sessions))) +
    (await walk((await callsOf(url, payer)).tokens, payerSights)) +
    (await walk(admin, adminSights(town, tableSession, counter.request))) +
    (await walk(null, counterSights(counter.slug)));
  process.stdout.write(`${Math.round(total / 1024)} KB ao todo\n`);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  await model.close();
  await rm(data, { recursive: true, force: true });
}

/** Everything in one window of one person; a sight on a phone in a window of its own. */
async function walk(tokens: readonly [string, string] | null, sights: Sight[]): Promise<number> {
  const take = camera(FOLDER);
  let total = 0;
  for (const { name, path, act, onPhone, isDark } of sights) {
    if (chosen.length && !chosen.includes(name)) continue;
    const context = await browser.newContext({
      baseURL: url,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      viewport: onPhone ? PHONE : DESK,
      deviceScaleFactor: onPhone ? 2 : 1,
      isMobile: !!onPhone,
      hasTouch: !!onPhone,
      colorScheme: isDark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    if (tokens)
      await context.addInitScript(([token, refreshToken]) => {
        localStorage.setItem('token', token);
        localStorage.setItem('refreshToken', refreshToken);
      }, tokens);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(path);
    await act?.(page);
    total += await take(page, name);
    await context.close();
  }
  return total;
}
