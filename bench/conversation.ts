/**
 * A conversation of a thousand messages: how fast it opens, how smoothly it scrolls and what it weighs, beside a
 * list that draws everything, in one run. `npm run bench -- conversation`; `--rounds 1` for a quick look.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/browser.ts';
import { openNaivePage } from './conversation/naive-page.ts';
import { type Figures, measure, weigh } from './conversation/page-measurement.ts';
import { lastWords, longConversation } from './conversation/records.ts';
import { type LongTestServer, startLongTestServer } from './conversation/test-server.ts';

const RECORDS = 1_000;
const SEED = 20_261_121;
const SLOWDOWN = 4;
/**
 * 500 ms beside a plain list that took 4.5 s, and 50 frames a second of 60: as ratios, because the machine is
 * shared and what else it does falls on both alike. A list that holds everything has nothing to do while it is
 * scrolled: it shows how many frames the machine can paint. The numbers themselves are printed beside them.
 */
const BAR = { open_of_naive: 500 / 4_500, fps_of_naive: 50 / 60, dom: 5_000, heap_mib: 60 };

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({ args: options, options: { rounds: { type: 'string', default: '3' } } });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error('Uso: npm run bench -- conversation [--rounds 3]');
  const found = findBrowser();
  if ('missing' in found) throw new Error(found.missing);
  if (!existsSync('web/dist/index.mixed.html'))
    throw new Error('A interface não está construída. Rode: npm run build');

  const records = longConversation(RECORDS, SEED);
  const folder = await mkdtemp(join(tmpdir(), 'prosa-naive-'));
  const testServer = await startLongTestServer(records);
  const naive = await openNaivePage(folder, records);
  const browser = await chromium.launch({
    executablePath: found.path,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const measured: Record<'ours' | 'naive', Figures[]> = { ours: [], naive: [] };
    const target = { browser, slowdown: SLOWDOWN, lastWords: lastWords(RECORDS) };
    for (let round = 1; round <= rounds; round++) {
      console.error(`volta ${round} de ${rounds}`);
      measured.ours.push(
        await measure({
          ...target,
          prepare: (page) => enter(page, testServer),
          openBy: `() => document.querySelector('nav a[href="/chat/${testServer.sessionId}"]').click()`,
        }),
      );
      measured.naive.push(
        await measure({
          ...target,
          prepare: async (page) => {
            await page.goto(naive.url);
          },
          openBy: "() => window.dispatchEvent(new Event('open-conversation'))",
        }),
      );
    }
    return verdict(measured, await wholeConversation(browser, testServer), rounds);
  } finally {
    await browser.close();
    await naive.close();
    await testServer.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function enter(page: Page, { url, tokens, sessionId }: LongTestServer): Promise<void> {
  await page.addInitScript(({ access_token, refresh_token }) => {
    localStorage.setItem('token', access_token);
    localStorage.setItem('refreshToken', refresh_token);
  }, tokens);
  await page.goto(`${url}/chat`);
  await page.locator(`nav a[href="/chat/${sessionId}"]`).waitFor();
  await page.waitForLoadState('networkidle');
}

/** All of it loaded, opened at its first message: what it weighs then. */
async function wholeConversation(browser: Browser, testServer: LongTestServer) {
  const page = await browser.newPage({ viewport: { width: 1360, height: 850 } });
  try {
    await enter(page, testServer);
    await page.goto(`${testServer.url}/chat/${testServer.sessionId}?message=${testServer.firstId}`);
    await page.getByText('Resposta 1.', { exact: false }).first().waitFor();
    await page.waitForTimeout(2_000);
    return await weigh(page, await page.context().newCDPSession(page));
  } finally {
    await page.close();
  }
}

function verdict(
  measured: Record<'ours' | 'naive', Figures[]>,
  whole: Pick<Figures, 'dom' | 'heap_mib'>,
  rounds: number,
): object {
  const ours = medians(measured.ours);
  const naive = medians(measured.naive);
  const open_of_naive = rounded(ours.open_ms / naive.open_ms);
  const fps_of_naive = rounded(ours.fps / naive.fps);
  const failed = [
    open_of_naive > BAR.open_of_naive && 'open_of_naive',
    fps_of_naive < BAR.fps_of_naive && 'fps_of_naive',
    Math.max(ours.dom, whole.dom) > BAR.dom && 'dom',
    Math.max(ours.heap_mib, whole.heap_mib) > BAR.heap_mib && 'heap_mib',
  ].filter(Boolean);
  if (failed.length > 0) process.exitCode = 1;
  return {
    bench: 'conversation',
    records: RECORDS,
    slowdown: SLOWDOWN,
    rounds,
    ours,
    naive,
    ours_with_all_loaded: whole,
    open_of_naive,
    fps_of_naive,
    bar: { ...BAR, open_of_naive: rounded(BAR.open_of_naive), fps_of_naive: rounded(BAR.fps_of_naive) },
    holds: failed.length === 0,
    failed,
  };
}

function medians(all: Figures[]): Figures {
  const middle = (name: keyof Figures) =>
    all.map((figures) => figures[name]).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  return {
    open_ms: middle('open_ms'),
    idle_fps: middle('idle_fps'),
    fps: middle('fps'),
    dom: middle('dom'),
    heap_mib: middle('heap_mib'),
  };
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;
