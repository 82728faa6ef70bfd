/** P15, P16: what comes over the wire until one can sign in, and until one can read and write in a conversation. */
import type { Browser } from '@playwright/test';
import type { Figure, QuickTestServer } from '../figure.ts';
import { openPage } from './page.ts';

const KB = 1024;
/** The download size of an empty React page, measured before with the same versions. */
const REACT_FLOOR_KB = 69;

export async function wireFigures(
  browser: Browser,
  testServer: QuickTestServer,
  sessionId: string,
): Promise<Figure[]> {
  const login = await weigh(browser, testServer, '/', 'form button[type=submit]', false);
  const chat = await weigh(browser, testServer, `/chat/${sessionId}`, '[data-role="assistant"] p', true);
  return [
    {
      id: 'P15',
      what: 'JS + CSS (gzip) até o login',
      value: login,
      unit: 'KB',
      reference: { what: 'só o React', value: REACT_FLOOR_KB },
      must: { text: '≤ 130', holds: login <= 130 },
      stretch: { text: '≤ 95', holds: login <= 95 },
    },
    {
      id: 'P16',
      what: 'JS + CSS (gzip) até a conversa',
      value: chat,
      unit: 'KB',
      reference: { what: 'só o React', value: REACT_FLOOR_KB },
      must: { text: '≤ 220', holds: chat <= 220 },
      stretch: { text: '≤ 160', holds: chat <= 160 },
    },
  ];
}

async function weigh(
  browser: Browser,
  testServer: QuickTestServer,
  path: string,
  ready: string,
  signedIn: boolean,
): Promise<number> {
  const { page, cdp, context } = await openPage(browser, testServer, { signedIn });
  try {
    let bytes = 0;
    await cdp.send('Network.enable');
    // Browsers would be sent brotli, which is smaller: the bar speaks of gzip.
    await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
    cdp.on('Network.responseReceived', ({ type, response: { url, headers } }) => {
      if (type !== 'Script' && type !== 'Stylesheet') return;
      // The smallest are not compressed at all.
      if (headers['content-encoding'] === 'br') throw new Error(`${url} did not come as gzip`);
      // Without the headers, which the bar leaves out as well.
      bytes += Number(headers['content-length']);
    });
    await page.goto(testServer.url + path);
    // Preloaded files come after it.
    await page.locator(ready).first().waitFor();
    return bytes / KB;
  } finally {
    await context.close();
  }
}
