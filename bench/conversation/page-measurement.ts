/** Opens a conversation in a browser that is four times as slow as this machine, and scrolls through it. */
import type { Browser, CDPSession, Page } from '@playwright/test';

/** Times in milliseconds, the heap in MiB. `idle_fps` is what the machine gives while nobody scrolls. */
export type Figures = { open_ms: number; idle_fps: number; fps: number; dom: number; heap_mib: number };

type Target = {
  browser: Browser;
  slowdown: number;
  /** Makes the page ready; the conversation is not open yet. */
  prepare: (page: Page) => Promise<void>;
  /** Opens the conversation as a reader does; runs in the page. */
  openBy: string;
  /** The last words of the conversation. */
  lastWords: string;
};

const PATIENCE_MS = 180_000;
const LOOK_MS = 250;
const IDLE_MS = 3_000;
const SCROLL_PX = 12_000;
const SCROLL_PX_PER_SECOND = 3_000;

export async function measure({ browser, slowdown, prepare, openBy, lastWords }: Target): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 850 }, locale: 'pt-BR' });
  const page = await context.newPage();
  try {
    await prepare(page);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const open_ms = await timeToSee(page, openBy, lastWords);
    // Rendering that is deferred until the reader scrolls to it is not part of scrolling.
    await page.waitForTimeout(2_500);
    const idle_fps = await framesDuring(page, () => page.waitForTimeout(IDLE_MS));
    const fps = await framesDuring(page, () => scrollUp(cdp));
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return { open_ms, idle_fps, fps, ...(await weigh(page, cdp)) };
  } finally {
    await context.close();
  }
}

/** From the click to the frame after the one that holds the last words in view. */
async function timeToSee(page: Page, openBy: string, lastWords: string): Promise<number> {
  await page.evaluate(`
    window.openedAfter = undefined;
    requestAnimationFrame(() => {
      const begun = performance.now();
      const isInView = () => {
        const turn = [...document.querySelectorAll('[data-turn]')].at(-1);
        if (!turn?.textContent.includes(${JSON.stringify(lastWords)})) return false;
        const { bottom } = turn.getBoundingClientRect();
        return bottom > 0 && bottom < innerHeight + 50;
      };
      const look = () =>
        requestAnimationFrame(() => {
          if (!isInView()) return look();
          setTimeout(() => { window.openedAfter = performance.now() - begun; });
        });
      (${openBy})();
      look();
    });
  `);
  // Not `waitForFunction`: it evaluates, which the product's security policy forbids.
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    await page.waitForTimeout(LOOK_MS);
    const opened = await page.evaluate<number | undefined>('window.openedAfter');
    if (opened !== undefined) return Math.round(opened);
  }
  throw new Error('the conversation did not open');
}

/** Frames a second that the page could draw meanwhile. */
async function framesDuring(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(`
    window.drawn = 0;
    window.counting = true;
    requestAnimationFrame(function count() {
      window.drawn += 1;
      if (window.counting) requestAnimationFrame(count);
    });
    window.begun = performance.now();
  `);
  await act();
  const fps = await page.evaluate<number>(
    'window.counting = false, window.drawn / ((performance.now() - window.begun) / 1000)',
  );
  return Math.round(fps * 10) / 10;
}

const scrollUp = (cdp: CDPSession) =>
  cdp.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 400,
    yDistance: SCROLL_PX,
    speed: SCROLL_PX_PER_SECOND,
    gestureSourceType: 'mouse',
  });

export async function weigh(page: Page, cdp: CDPSession): Promise<Pick<Figures, 'dom' | 'heap_mib'>> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return {
    dom: await page.locator('*').count(),
    heap_mib: Math.round((usedSize / 1024 / 1024) * 10) / 10,
  };
}
