/** A page that watches itself: what moves, how long each touch takes, and when something wanted has been painted. */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { QuickTestServer } from '../figure.ts';

export type Watched = { page: Page; cdp: CDPSession; context: BrowserContext };

type Options = { signedIn?: boolean; slowdown?: number };

export async function openPage(
  browser: Browser,
  { admin }: QuickTestServer,
  { signedIn = true, slowdown = 1 }: Options = {},
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 850 }, locale: 'pt-BR' });
  const page = await context.newPage();
  if (signedIn)
    await page.addInitScript(
      ([token, refreshToken]) => {
        localStorage.setItem('token', token ?? '');
        localStorage.setItem('refreshToken', refreshToken ?? '');
      },
      [admin.token, admin.refresh_token],
    );
  await page.addInitScript(WATCH);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, cdp, context };
}

/** Runs in the page before anything else. */
const WATCH = `
  window.watched = { shift: 0, lcp: 0, touches: [], painted: undefined };
  new PerformanceObserver((list) => {
    for (const moved of list.getEntries()) if (!moved.hadRecentInput) watched.shift += moved.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const paint of list.getEntries()) watched.lcp = paint.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const touch of list.getEntries()) if (touch.interactionId) watched.touches.push(touch.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

const LOOK_MS = 20;
const PATIENCE_MS = 20_000;

/** `ms` on the clock, and what of it the page's main thread worked: beside much else on the machine they differ. */
export type Took = { ms: number; processor_ms: number };

/**
 * From the first key or press of `act` to the frame that shows what is `there`, an expression of the page. Frames are
 * counted in the page: the way to it and back takes no part.
 */
export async function timeToPaint(
  { page, cdp }: Watched,
  there: string,
  act: () => Promise<unknown>,
): Promise<Took> {
  await page.evaluate(`
    watched.painted = undefined;
    watched.begun = undefined;
    for (const type of ['keydown', 'pointerdown'])
      addEventListener(type, ({ timeStamp }) => { watched.begun ??= timeStamp; }, { capture: true, once: true });
    (function look() {
      requestAnimationFrame(() => {
        if (watched.begun === undefined || !(${there})) return look();
        setTimeout(() => { watched.painted = performance.now() - watched.begun; });
      });
    })();
  `);
  const before = await worked(cdp);
  await act();
  const ms = await painted(page, there);
  return { ms, processor_ms: (await worked(cdp)) - before };
}

/** The longest of what was touched meanwhile, up to the frame that answered; below 16 ms it counts as 16. */
export async function slowestTouch({ page, cdp }: Watched, act: () => Promise<unknown>): Promise<Took> {
  await page.evaluate('watched.touches.length = 0');
  const before = await worked(cdp);
  await act();
  const processor_ms = (await worked(cdp)) - before;
  // The callback runs before the frame is painted; two frames later it has been.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))',
  );
  return { ms: Math.max(16, ...(await page.evaluate<number[]>('watched.touches'))), processor_ms };
}

async function worked(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

/** Not `waitForFunction`: it evaluates, which the product's security policy forbids. */
async function painted(page: Page, there: string): Promise<number> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const ms = await page.evaluate<number | undefined>('watched.painted');
    if (ms !== undefined) return ms;
    await page.waitForTimeout(LOOK_MS);
  }
  throw new Error(`the page never came to this: ${there}`);
}
