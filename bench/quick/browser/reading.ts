/** P20 and P21 in short: an answer while it grows, and a conversation of a thousand messages while it opens. */
import type { Browser } from '@playwright/test';
import { weigh } from '../../conversation/page-measurement.ts';
import { longAnswer } from '../../render/answer.ts';
import { openHost } from '../../render/host.ts';
import { measurePage } from '../../render/render-measurement.ts';
import type { Figure, QuickTestServer } from '../figure.ts';
import { median } from '../statistics.ts';
import type { Content } from './content.ts';
import { openPage, type Took, timeToPaint } from './page.ts';

const TOKENS = 1_500;
const TOKENS_PER_SECOND = 500;
const SLOWDOWN = 4;
const SEED = 20_261_120;
const ROUNDS = 3;

/** `folder` holds the pages that were built for it. */
export async function answerFigures(browser: Browser, folder: string): Promise<Figure[]> {
  const host = await openHost(folder, { text: longAnswer(TOKENS, SEED), tokensPerSecond: TOKENS_PER_SECOND });
  try {
    const ours = await measurePage(browser, `${host.url}/ours/index.html`, SLOWDOWN);
    const naive = await measurePage(browser, `${host.url}/naive/index.html`, SLOWDOWN);
    const share = ours.script_ms / naive.script_ms;
    return [
      {
        id: 'P20 script',
        what: `resposta de ${TOKENS} tokens, CPU ÷ ${SLOWDOWN} (curta; por inteiro: bench render)`,
        value: ours.script_ms,
        unit: 'ms',
        reference: { what: 'react-markdown', value: naive.script_ms },
        must: { text: '≤ 0,9 × react-markdown', holds: share <= 0.9 },
        stretch: { text: '≤ 0,55 ×', holds: share <= 0.55 },
      },
      {
        id: 'P20 bloqueio',
        what: 'tarefas além de 50 ms, somadas',
        value: ours.blocked_ms,
        unit: 'ms',
        reference: { what: 'react-markdown', value: naive.blocked_ms },
        must: { text: '≤ 300', holds: ours.blocked_ms <= 300 },
        stretch: { text: '≤ 100', holds: ours.blocked_ms <= 100 },
      },
      {
        id: 'P20 quadros',
        what: 'por segundo, enquanto se escreve',
        value: ours.fps,
        unit: 'fps',
        reference: { what: 'react-markdown', value: naive.fps },
        must: { text: '≥ 50', holds: ours.fps >= 50 },
        stretch: { text: '≥ 57', holds: ours.fps >= 57 },
      },
    ];
  } finally {
    await host.close();
  }
}

export async function conversationFigures(
  browser: Browser,
  testServer: QuickTestServer,
  { long, short }: Content,
): Promise<Figure[]> {
  const times: Took[] = [];
  const watched = await openPage(browser, testServer, { slowdown: SLOWDOWN });
  const { page, cdp, context } = watched;
  try {
    const there = `(() => {
      const turn = [...document.querySelectorAll('[data-turn]')].at(-1);
      if (!turn?.textContent.includes(${JSON.stringify(long.lastWords)})) return false;
      const { bottom } = turn.getBoundingClientRect();
      return bottom > 0 && bottom < innerHeight + 50;
    })()`;
    for (let round = 0; round < ROUNDS; round += 1) {
      // A page of its own each time: nothing is kept from the round before.
      await page.goto(`${testServer.url}/chat/${short.id}`);
      const row = page.locator(`nav a[href="/chat/${long.id}"]`);
      await row.waitFor();
      await page.waitForLoadState('networkidle');
      times.push(await timeToPaint(watched, there, () => row.click()));
    }
    const { dom, heap_mib } = await weigh(page, cdp);
    const open = median(times.map(({ ms }) => ms));
    return [
      {
        id: 'P21 abrir',
        what: `conversa de ${long.records} mensagens, CPU ÷ ${SLOWDOWN} (rolagem: bench conversation)`,
        value: open,
        unit: 'ms',
        reference: {
          what: 'tempo de processador da página',
          value: median(times.map(({ processor_ms }) => processor_ms)),
        },
        must: { text: '≤ 500', holds: open <= 500 },
        stretch: { text: '≤ 200', holds: open <= 200 },
      },
      {
        id: 'P21 DOM',
        what: 'elementos na página',
        value: dom,
        unit: '',
        reference: null,
        must: { text: '≤ 5000', holds: dom <= 5_000 },
        stretch: { text: '≤ 5000', holds: dom <= 5_000 },
      },
      {
        id: 'P21 memória',
        what: 'monte de JavaScript',
        value: heap_mib,
        unit: 'MB',
        reference: null,
        must: { text: '≤ 60', holds: heap_mib <= 60 },
        stretch: { text: '≤ 60', holds: heap_mib <= 60 },
      },
    ];
  } finally {
    await context.close();
  }
}
