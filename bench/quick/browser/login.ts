/**
 * P17: how soon the sign-in stands on the screen of a slow computer, beside a bare page of React with the same form.
 * The bar was set against another product, which may not be installed here: its figures of then stand in the bar, and
 * the bare page, which nobody can be much faster than, is the reference of this run.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import type { Figure, QuickTestServer } from '../figure.ts';
import { median } from '../statistics.ts';
import { openPage } from './page.ts';

/** AnythingLLM's login on the machine where the bar was set, in milliseconds. */
const OTHER = { loopback: 1_720, fast4g: 2_180 };
const ROUNDS = 2;
/** A larger paint may follow the first one. */
const REST_MS = 200;
const SLOWDOWN = 4;
/** As the browser's own tools have it: bytes a second, milliseconds. */
const FAST_4G = { downloadThroughput: 1_012_500, uploadThroughput: 168_750, latency: 165, offline: false };

type Network = keyof typeof OTHER;

export async function loginFigures(
  browser: Browser,
  testServer: QuickTestServer,
  barePage: string,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const network of ['loopback', 'fast4g'] as const) {
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await largestPaint(browser, testServer, `${testServer.url}/`, network));
      bare.push(await largestPaint(browser, testServer, barePage, network));
    }
    const value = median(ours);
    const other = OTHER[network];
    figures.push({
      id: `P17 ${network === 'loopback' ? 'loopback' : '4G rápido'}`,
      what: `LCP do login, CPU ÷ ${SLOWDOWN}`,
      value,
      unit: 'ms',
      reference: { what: 'página nua de React com o mesmo formulário', value: median(bare) },
      must: { text: `≤ ${other * 0.5} (0,5 × AnythingLLM)`, holds: value <= other * 0.5 },
      stretch: { text: `≤ ${other * 0.3}`, holds: value <= other * 0.3 },
    });
  }
  return figures;
}

async function largestPaint(
  browser: Browser,
  testServer: QuickTestServer,
  url: string,
  network: Network,
): Promise<number> {
  const { page, cdp, context } = await openPage(browser, testServer, { signedIn: false, slowdown: SLOWDOWN });
  try {
    await cdp.send('Network.enable');
    if (network === 'fast4g') await cdp.send('Network.emulateNetworkConditions', FAST_4G);
    await page.goto(url);
    await page.locator('form button[type=submit]').waitFor();
    await page.waitForTimeout(REST_MS);
    return await page.evaluate<number>('watched.lcp');
  } finally {
    await context.close();
  }
}

const TYPES: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

/** Serves a built page as the product serves its own: compressed. */
export async function servePage(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.endsWith('/') ? `${path}index.html` : path;
    readFile(join(folder, file)).then(
      (content) =>
        response
          .writeHead(200, {
            'content-type': TYPES[extname(file)] ?? 'text/plain',
            'content-encoding': 'gzip',
          })
          .end(gzipSync(content)),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
