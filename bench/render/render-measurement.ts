/** One page, from the question to its last word, in a browser that is four times as slow as this machine. */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { LAST_WORDS } from './answer.ts';

/** Milliseconds, but for the last three. `blocked_ms` is what long tasks took beyond 50 ms each. */
export type Figures = {
  script_ms: number;
  layout_ms: number;
  task_ms: number;
  longest_task_ms: number;
  blocked_ms: number;
  seconds: number;
  fps: number;
  layout_shift: number;
};

type Watched = { tasks: number[]; shift: number; frames: number; begun: number; ended: number };
declare const watched: Watched;

const PATIENCE_MS = 240_000;
/** Until a page has come to rest, before and after. */
const QUIET_MS = 2_500;

export async function measurePage(browser: Browser, url: string, slowdown: number): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1360, height: 850 } });
  try {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.addInitScript(WATCH);
    await page.goto(url);
    await page.waitForFunction('typeof begin === "function"', undefined, { timeout: PATIENCE_MS });
    const cdp = await page.context().newCDPSession(page);
    // Time on the processor, not on the clock: what else the machine does must not count.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.waitForTimeout(QUIET_MS);
    const before = await metrics(cdp);
    await page.evaluate('watched.begun = performance.now(); begin()');
    await page.waitForFunction('watched.ended > 0', undefined, { polling: 500, timeout: PATIENCE_MS });
    const seen = await seenOnceQuiet(page);
    const after = await metrics(cdp);
    if (complaints.length) throw new Error(`${url}: ${complaints[0]}`);
    await assertWhole(page, url);
    return figuresOf(before, after, seen);
  } finally {
    await page.close();
  }
}

/** Runs in the page before anything else. `finished` is for the page to call with its last event. */
const WATCH = `
  window.watched = { tasks: [], shift: 0, frames: 0, begun: 0, ended: 0 };
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) if (watched.begun) watched.tasks.push(task.duration);
  }).observe({ entryTypes: ['longtask'] });
  new PerformanceObserver((list) => {
    for (const moved of list.getEntries()) if (watched.begun) watched.shift += moved.value;
  }).observe({ type: 'layout-shift' });
  requestAnimationFrame(function count() {
    if (watched.begun && !watched.ended) watched.frames++;
    requestAnimationFrame(count);
  });
  window.finished = () => {
    watched.ended = performance.now();
  };
`;

/** Work that is deferred until after the end is counted as well. */
async function seenOnceQuiet(page: Page): Promise<Watched> {
  await page.waitForTimeout(QUIET_MS);
  return page.evaluate(() => watched);
}

async function assertWhole(page: Page, url: string): Promise<void> {
  if (!(await page.getByText(LAST_WORDS).count()))
    throw new Error(`${url}: a resposta não foi desenhada até o fim`);
}

type Metrics = Record<string, number>;

async function metrics(cdp: CDPSession): Promise<Metrics> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

function figuresOf(before: Metrics, after: Metrics, seen: Watched): Figures {
  const spent = (name: string) => Math.round(((after[name] ?? 0) - (before[name] ?? 0)) * 1000);
  const seconds = (seen.ended - seen.begun) / 1000;
  return {
    script_ms: spent('ScriptDuration'),
    layout_ms: spent('LayoutDuration') + spent('RecalcStyleDuration'),
    task_ms: spent('TaskDuration'),
    longest_task_ms: Math.round(Math.max(0, ...seen.tasks)),
    blocked_ms: Math.round(seen.tasks.reduce((sum, task) => sum + Math.max(0, task - 50), 0)),
    seconds: Math.round(seconds * 10) / 10,
    fps: Math.round((seen.frames / seconds) * 10) / 10,
    layout_shift: Math.round(seen.shift * 10_000) / 10_000,
  };
}
