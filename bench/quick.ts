/**
 * The table of speeds in three minutes: `npm run bench`, or `npm run bench -- quick [--only starting,streams,entering,
 * browser,lists] [--long]`. Each figure stands beside a reference of the same run; the machine must be quiet for the
 * times to mean anything. `--long` takes more rounds and tries 2,000 answers at once.
 */
import { parseArgs } from 'node:util';
import { enteringFigures } from './quick/entering.ts';
import type { Figure } from './quick/figure.ts';
import { listFigures } from './quick/lists.ts';
import { startingFigures } from './quick/starting.ts';
import { LONG, SHORT, streamFigures } from './quick/streams.ts';
import { tableOf } from './quick/table.ts';
import { startServerProcess } from './quick/test-server.ts';

const PARTS = ['starting', 'streams', 'entering', 'browser', 'lists'];

/** Figures that take longer than three minutes have a command of their own. */
const ELSEWHERE = {
  'P10, P11 por inteiro': 'npm run bench -- lists --full --seconds 60',
  P13: 'npm run bench -- retrieval --scale 100000',
  P14: 'npm run bench -- ingestion',
  P20: 'npm run bench -- render',
  P21: 'npm run bench -- conversation',
  P24: 'npm run trials -- faults soak --soak 1800',
};

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: { only: { type: 'string', default: PARTS.join() }, long: { type: 'boolean', default: false } },
  });
  const wanted = new Set(values.only.split(','));
  const strange = [...wanted].filter((part) => !PARTS.includes(part));
  if (strange.length) throw new Error(`Não há: ${strange.join(', ')}. Há: ${PARTS.join(', ')}`);
  const began = performance.now();
  const figures: Figure[] = [];
  const take = async (part: string, measure: () => Promise<Figure[]>) => {
    if (!wanted.has(part)) return;
    const from = performance.now();
    figures.push(...(await measure()));
    console.error(`${part}: ${secondsSince(from)} s`);
  };
  if ([...wanted].some((part) => part !== 'lists')) {
    const open = await startServerProcess();
    try {
      await take('starting', () => startingFigures(open));
      await take('streams', () => streamFigures(open, values.long ? LONG : SHORT));
      await take('entering', () => enteringFigures(open));
      await take('browser', async () => {
        // It needs the built web app and a browser, the rest does not.
        const { browserFigures } = await import('./quick/browser/browser.ts');
        return browserFigures(open.testServer);
      });
    } finally {
      await open.close();
    }
  }
  await take('lists', listFigures);

  const failed = figures.filter(({ must }) => !must.holds).map(({ id }) => id);
  if (failed.length) process.exitCode = 1;
  const elsewhere = Object.entries(ELSEWHERE).map(([id, command]) => `${id}: ${command}`);
  console.error(`\n${tableOf(figures)}\n\nEm outro lugar:\n${elsewhere.join('\n')}\n`);
  return { bench: 'quick', seconds: secondsSince(began), figures, elsewhere: ELSEWHERE, failed };
}

const secondsSince = (from: number) => Math.round((performance.now() - from) / 100) / 10;
