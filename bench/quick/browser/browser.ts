/** The half of the table that is seen in a browser: what is downloaded, painted, moved and answered to hands. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../../scripts/browser.ts';
import { buildPages } from '../../render/build.ts';
import type { Figure, QuickTestServer } from '../figure.ts';
import { fillContent } from './content.ts';
import { loginFigures, servePage } from './login.ts';
import { answerFigures, conversationFigures } from './reading.ts';
import { shiftFigures } from './shift.ts';
import { touchFigures } from './touch.ts';
import { wireFigures } from './transfer-size.ts';

export async function browserFigures(testServer: QuickTestServer): Promise<Figure[]> {
  const found = findBrowser();
  if ('missing' in found) throw new Error(found.missing);
  if (!existsSync('web/dist/index.mixed.html'))
    throw new Error('A interface não está construída. Rode: npm run build');
  const content = await fillContent(testServer);
  const folder = await mkdtemp(join(tmpdir(), 'prosa-quick-browser-'));
  try {
    // Before the clock of any figure runs: building takes both processors.
    await buildPages(folder, ['ours', 'naive', 'login']);
    const bare = await servePage(folder);
    const browser = await chromium.launch({
      executablePath: found.path,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      return [
        ...(await readProc('bytes', () => wireFigures(browser, testServer, content.short.id))),
        ...(await readProc('login', () => loginFigures(browser, testServer, `${bare.url}/login/`))),
        ...(await readProc('toques', () => touchFigures(browser, testServer, content))),
        ...(await readProc('telas', () => shiftFigures(browser, testServer, content))),
        ...(await readProc('resposta', () => answerFigures(browser, folder))),
        ...(await readProc('conversa', () => conversationFigures(browser, testServer, content))),
      ];
    } finally {
      await browser.close();
      await bare.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readProc(part: string, measure: () => Promise<Figure[]>): Promise<Figure[]> {
  const from = performance.now();
  const figures = await measure();
  console.error(`  ${part}: ${Math.round((performance.now() - from) / 100) / 10} s`);
  return figures;
}
