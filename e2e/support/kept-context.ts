/**
 * One browser context for the stories of a worker. A new one costs a new process of the browser, which reads and
 * compiles the whole app again: about a second of a processor for every story. Each story gets a new tab (its own
 * history and session storage), and finds neither cookies nor stored data.
 */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

type Kept = {
  origin: string;
  context: BrowserContext;
  blank: Page;
  session: CDPSession;
  stories: number;
  isChanged: boolean;
};

/** The memory of the browser's process grows with every page that it has shown. */
const STORIES_MAX = 40;
/** The effect of these methods outlasts the tab: a story that calls one of them is the last one in its context. */
const LASTING = [
  'addCookies',
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const;
const LASTING_CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;

let kept: Kept | undefined;

/** `origin`: the server under test, whose stored data each story has to itself. */
export async function inKeptContext(
  browser: Browser,
  origin: string,
  story: (context: BrowserContext) => Promise<boolean>,
): Promise<void> {
  // A file of stories may have a server of its own.
  if (kept && (kept.stories >= STORIES_MAX || kept.origin !== origin)) await drop();
  kept ??= await open(browser, origin);
  kept.stories += 1;
  const passed = await story(kept.context);
  // A failed story is shown as it was left: pictures are taken when the context closes.
  if (!passed || kept.isChanged) return drop();
  const { context, blank, session } = kept;
  await Promise.all(
    context
      .pages()
      .filter((page) => page !== blank)
      .map((page) => page.close()),
  );
  await context.clearCookies();
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
}

async function open(browser: Browser, origin: string): Promise<Kept> {
  const context = await browser.newContext();
  const blank = await context.newPage();
  // A page of the origin keeps the process alive between two stories.
  await blank.goto(`${origin}/api/v1/ready`);
  const opened: Kept = {
    origin,
    context,
    blank,
    session: await context.newCDPSession(blank),
    stories: 0,
    isChanged: false,
  };
  const changed = () => {
    opened.isChanged = true;
  };
  for (const name of LASTING) watch(context, name, changed);
  for (const name of LASTING_CLOCK) watch(context.clock, name, changed);
  return opened;
}

function watch<T extends object>(target: T, name: keyof T & string, called: () => void): void {
  const act = target[name] as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]) => {
    called();
    return act.apply(target, args);
  };
  Object.assign(target, { [name]: watched });
}

async function drop(): Promise<void> {
  const old = kept;
  kept = undefined;
  await old?.context.close();
}
