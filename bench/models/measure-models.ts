/**
 * Models, limits and personal data, each beside a reference of the same run: `npm run bench -- models [--only
 * admission,dead,comparison,starting,resolution,guard]`. Two minutes; ends with code 1 where a bar is not held.
 */
import { parseArgs } from 'node:util';
import { openLog } from '../../server/src/adapters/log.ts';
import { openModels } from '../../server/src/adapters/models/open-models.ts';
import { parseEnv } from '../../server/src/env.ts';
import { run as measureGuard } from '../guard.ts';
import type { Figure } from '../quick/figure.ts';
import { median } from '../quick/statistics.ts';
import { closeConnections } from '../quick/streams/reading.ts';
import { tableOf } from '../quick/table.ts';
import { type ServerProcess, startServerProcess } from '../quick/test-server.ts';
import { admissionFigures } from './admission.ts';
import { comparisonFigure } from './comparison.ts';
import { deadLinkFigure } from './dead-link.ts';
import { unreachableFigure } from './unreachable.ts';

const PARTS: Record<string, (open: ServerProcess) => Promise<Figure[]>> = {
  admission: admissionFigures,
  dead: async (open) => [await deadLinkFigure(open)],
  comparison: async (open) => [await comparisonFigure(open)],
  starting: async (open) => [await unreachableFigure(open)],
};
const IN_PROCESS = ['resolution', 'guard'];

export async function run(options: string[]): Promise<object> {
  const all = [...Object.keys(PARTS), ...IN_PROCESS];
  const { values } = parseArgs({ args: options, options: { only: { type: 'string', default: all.join() } } });
  const wanted = values.only.split(',');
  const strange = wanted.filter((part) => !all.includes(part));
  if (strange.length) throw new Error(`Não há: ${strange.join(', ')}. Há: ${all.join(', ')}`);
  const figures = wanted.includes('resolution') ? [resolutionFigure()] : [];
  const guard = wanted.includes('guard') ? await measureGuard() : null;
  if (wanted.some((part) => part in PARTS)) {
    const open = await startServerProcess();
    try {
      for (const part of wanted) figures.push(...((await PARTS[part]?.(open)) ?? []));
    } finally {
      closeConnections();
      await open.close();
    }
  }
  const failed = figures.filter(({ must }) => !must.holds).map(({ id }) => id);
  if (failed.length) process.exitCode = 1;
  console.error(`\n${tableOf(figures)}\n`);
  return { bench: 'models', figures, guard, failed };
}

const CALLS = 2_000;
const ROUNDS = 15;
const RESOLUTION_US = 50;

/** A retired model is resolved to its successor at every question; an active one stands for itself. */
function resolutionFigure(): Figure {
  const clock = { now: () => new Date() };
  const env = parseEnv({ NODE_ENV: 'test', ANTHROPIC_API_KEY: 'sk-teste', OPENAI_API_KEY: 'sk-teste' });
  const models = openModels(env, { log: openLog('silent'), clock, variables: {} });
  const microseconds = (id: string) => {
    const began = performance.now();
    for (let call = 0; call < CALLS; call += 1) models.open(id);
    return ((performance.now() - began) * 1_000) / CALLS;
  };
  const times = Array.from({ length: ROUNDS }, () => ({
    retired: microseconds('claude-3-5-sonnet'),
    active: microseconds('claude-sonnet-5-5'),
  }));
  const value = median(times.map(({ retired }) => retired));
  return {
    id: 'resolução',
    what: 'modelo retirado até o sucessor',
    value,
    unit: 'µs',
    reference: { what: 'modelo ativo', value: median(times.map(({ active }) => active)) },
    must: { text: `≤ ${RESOLUTION_US}`, holds: value <= RESOLUTION_US },
    stretch: { text: '–', holds: true },
  };
}
