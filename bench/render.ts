/**
 * A long Markdown answer as it is written: our conversation beside `streamdown` and beside plain
 * `react-markdown`, in one run. `npm run bench -- render`; `--rounds 1` for a quick look.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../scripts/browser.ts';
import { longAnswer } from './render/answer.ts';
import { buildPages, PAGES, type PageName } from './render/build.ts';
import { openHost } from './render/host.ts';
import { type Figures, measurePage } from './render/render-measurement.ts';

const TOKENS = 10_000;
const TOKENS_PER_SECOND = 500;
const SLOWDOWN = 4;
const SEED = 20_261_120;

const BAR = { script_of_streamdown: 0.9, longest_task_ms: 100, blocked_ms: 300, fps: 50, layout_shift: 0.02 };

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({ args: options, options: { rounds: { type: 'string', default: '3' } } });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('Uso: npm run bench -- render [--rounds 3]');
  const found = findBrowser();
  if ('missing' in found) throw new Error(found.missing);

  const folder = await mkdtemp(join(tmpdir(), 'prosa-render-'));
  try {
    await buildPages(folder);
    const browser = await chromium.launch({
      executablePath: found.path,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const pages = await measureInTurn(browser, folder, rounds);
      return verdict(pages, rounds);
    } finally {
      await browser.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Interleaved: whatever else the machine does in the meantime falls on all three alike. */
async function measureInTurn(browser: Browser, folder: string, rounds: number) {
  const host = await openHost(folder, {
    text: longAnswer(TOKENS, SEED),
    tokensPerSecond: TOKENS_PER_SECOND,
  });
  const measured: Record<PageName, Figures[]> = { ours: [], streamdown: [], naive: [] };
  try {
    for (let round = 1; round <= rounds; round++)
      for (const name of PAGES) {
        console.error(`volta ${round} de ${rounds}: ${name}`);
        measured[name].push(await measurePage(browser, `${host.url}/${name}/index.html`, SLOWDOWN));
      }
  } finally {
    await host.close();
  }
  return measured;
}

function verdict(measured: Record<PageName, Figures[]>, rounds: number): object {
  const pages = {
    ours: medians(measured.ours),
    streamdown: medians(measured.streamdown),
    naive: medians(measured.naive),
  };
  const { ours } = pages;
  const ratio = (other: Figures) => Math.round((ours.script_ms / other.script_ms) * 1000) / 1000;
  const script_of_streamdown = ratio(pages.streamdown);
  const failed = [
    script_of_streamdown > BAR.script_of_streamdown && 'script_of_streamdown',
    ours.longest_task_ms > BAR.longest_task_ms && 'longest_task_ms',
    ours.blocked_ms > BAR.blocked_ms && 'blocked_ms',
    ours.fps < BAR.fps && 'fps',
    ours.layout_shift > BAR.layout_shift && 'layout_shift',
  ].filter((name) => name !== false);

  console.error(tableOf(pages));
  console.error(
    failed.length
      ? `A meta não foi alcançada: ${failed.join(', ')}.`
      : `A meta foi alcançada: ${script_of_streamdown} do tempo de script de streamdown.`,
  );
  if (failed.length) process.exitCode = 1;
  return {
    bench: 'render',
    rounds,
    tokens: TOKENS,
    ...pages,
    script_of_streamdown,
    script_of_naive: ratio(pages.naive),
    bar: BAR,
    failed,
  };
}

function medians(rounds: Figures[]): Figures {
  const names = Object.keys(rounds[0] ?? {}) as (keyof Figures)[];
  return Object.fromEntries(
    names.map((name) => {
      const sorted = rounds.map((figures) => figures[name]).toSorted((a, b) => a - b);
      return [name, sorted[Math.floor(sorted.length / 2)]];
    }),
  ) as Figures;
}

function tableOf(pages: Record<PageName, Figures>): string {
  const names = Object.keys(pages.ours) as (keyof Figures)[];
  const line = (cells: (string | number)[]) =>
    cells.map((cell, index) => (index ? String(cell).padStart(12) : String(cell).padEnd(18))).join('');
  return [
    line(['', ...PAGES]),
    ...names.map((name) => line([name, ...PAGES.map((page) => pages[page][name])])),
  ].join('\n');
}
