/** P1 to P7: what the product adds to a model's stream, beside a bare proxy that does the least one can. */
import type { Figure } from './figure.ts';
import { type Added, type Effort, measureStreams, type Streams } from './streams/stream-figures.ts';
import type { ServerProcess } from './test-server.ts';

export const SHORT: Effort = { alone: 30, rounds: 3, large_rounds: 2, held: [1_000] };
export const LONG: Effort = { alone: 200, rounds: 5, large_rounds: 5, held: [1_000, 2_000] };

export async function streamFigures(testServer: ServerProcess, effort: Effort): Promise<Figure[]> {
  const streams = await measureStreams(testServer, effort);
  const { at_100, at_500, alone } = streams;
  return [
    figure('P1', 'primeira palavra a mais, uma pergunta por vez, p50', alone, 'ms', [8, 4]),
    of('P2 p50', 'primeira palavra a mais, 100 respostas, p50', at_100, 'first_p50', [10, 5]),
    of('P2 p99', 'primeira palavra a mais, 100 respostas, p99', at_100, 'first_p99', [60, 30]),
    of('P3 p50', 'primeira palavra a mais, 500 respostas, p50', at_500, 'first_p50', [30, 15]),
    of('P3 p99', 'primeira palavra a mais, 500 respostas, p99', at_500, 'first_p99', [170, 80]),
    of('P4 p50 (100)', 'atraso a mais por pedaço, 100 respostas, p50', at_100, 'chunk_p50', [0.5, 0.2]),
    of('P4 p95 (100)', 'atraso a mais por pedaço, 100 respostas, p95', at_100, 'chunk_p95', [5, 3]),
    of('P4 p50 (500)', 'atraso a mais por pedaço, 500 respostas, p50', at_500, 'chunk_p50', [3, 1]),
    of('P4 p95 (500)', 'atraso a mais por pedaço, 500 respostas, p95', at_500, 'chunk_p95', [25, 8]),
    processorFigure(at_500.ours.cpu_per_chunk, at_500.transform.cpu_per_chunk),
    of('P6', 'memória por resposta aberta, 500 respostas', at_500, 'memory_per_stream', [150, 80], 'KiB'),
    heldFigure(streams.held),
  ];
}

type Pair = { ours: number; transform: number };

function of(
  id: string,
  what: string,
  { ours, transform }: { ours: Added; transform: Added },
  name: keyof Added,
  bars: [number, number],
  unit: 'ms' | 'KiB' = 'ms',
): Figure {
  return figure(id, what, { ours: ours[name], transform: transform[name] }, unit, bars);
}

function figure(
  id: string,
  what: string,
  { ours, transform }: Pair,
  unit: Figure['unit'],
  [must, stretch]: [number, number],
): Figure {
  return {
    id,
    what,
    value: ours,
    unit,
    reference: { what: 'proxy nu', value: transform },
    must: { text: `≤ ${text(must)}`, holds: ours <= must },
    stretch: { text: `≤ ${text(stretch)}`, holds: ours <= stretch },
  };
}

const text = (bar: number) => String(bar).replace('.', ',');

function processorFigure(ours: number, transform: number): Figure {
  return {
    id: 'P5',
    what: 'processador por pedaço, 500 respostas, com o que se guarda',
    value: ours,
    unit: 'µs',
    reference: { what: 'proxy nu', value: transform },
    must: { text: '≤ 1,5 ×', holds: ours <= 1.5 * transform },
    stretch: { text: '≤ 1,2 ×', holds: ours <= 1.2 * transform },
  };
}

function heldFigure(held: Streams['held']): Figure {
  const most = Math.max(0, ...held.filter(({ holds }) => holds).map(({ streams }) => streams));
  const tried = held.map(({ streams, chunk_p95 }) => `${streams}: p95 ${chunk_p95.toFixed(0)} ms`).join(', ');
  return {
    id: 'P7',
    what: `respostas abertas com atraso p95 ≤ 100 ms (${tried})`,
    value: most,
    unit: '',
    reference: null,
    must: { text: '≥ 1000', holds: most >= 1_000 },
    stretch: { text: '≥ 2000', holds: most >= 2_000 },
  };
}
