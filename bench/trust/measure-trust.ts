/**
 * The time that it takes to have an answer that one can trust: verified answers among five hundred, questions that are offered
 * next, a receipt, ten thousand open questions put into groups, and a question asked as a tool beside the same question
 * in OpenAI's form. `npm run bench -- trust [--only verified,answered,grouping,tools]`.
 */
import { parseArgs } from 'node:util';
import type { Figure } from '../quick/figure.ts';
import { tableOf } from '../quick/table.ts';
import { type ServerProcess, startServerProcess } from '../quick/test-server.ts';
import { answeredFigures } from './answered.ts';
import { groupingFigure } from './grouping.ts';
import { toolFigure } from './tools.ts';
import { verifiedFigures } from './verified.ts';

const PARTS: Record<string, (open: ServerProcess) => Promise<Figure[]>> = {
  verified: verifiedFigures,
  answered: answeredFigures,
  grouping: async (open) => [await groupingFigure(open)],
  tools: async (open) => [await toolFigure(open)],
};

export async function run(options: string[]): Promise<object> {
  const all = Object.keys(PARTS);
  const { values } = parseArgs({ args: options, options: { only: { type: 'string', default: all.join() } } });
  const wanted = values.only.split(',');
  const strange = wanted.filter((part) => !all.includes(part));
  if (strange.length) throw new Error(`Não há: ${strange.join(', ')}. Há: ${all.join(', ')}`);
  const figures: Figure[] = [];
  const open = await startServerProcess();
  try {
    for (const part of wanted) {
      console.error(part);
      figures.push(...((await PARTS[part]?.(open)) ?? []));
    }
  } finally {
    await open.close();
  }
  const failed = figures.filter(({ must }) => !must.holds).map(({ id }) => id);
  if (failed.length) process.exitCode = 1;
  console.error(`\n${tableOf(figures)}\n`);
  return { bench: 'trust', figures, failed };
}
