/** The start of a process whose three providers accept connections and say nothing, beside one that reaches them. */

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { isUp } from '../../server/test/process/started-process.ts';
import type { Figure } from '../quick/figure.ts';
import { median } from '../quick/statistics.ts';
import type { ServerProcess } from '../quick/test-server.ts';

const STARTS = 5;
const BAR_MS = 50;

export async function unreachableFigure({ start, testServer }: ServerProcess): Promise<Figure> {
  const silent = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const took = async (base_url: string) => {
    const began = performance.now();
    const started = await start({
      OPENAI_BASE_URL: base_url,
      ANTHROPIC_BASE_URL: base_url,
      GOOGLE_GENERATIVE_AI_API_KEY: 'sk-teste',
      GOOGLE_BASE_URL: base_url,
    });
    await started.says(isUp);
    const ms = performance.now() - began;
    await started.end('SIGTERM');
    return ms;
  };
  const times = { reached: [] as number[], silent: [] as number[] };
  await took(testServer.stub.url);
  for (let round = 0; round < STARTS; round += 1) {
    times.reached.push(await took(testServer.stub.url));
    times.silent.push(await took(`http://127.0.0.1:${port}`));
  }
  silent.close();
  const [value, reached] = [median(times.silent), median(times.reached)];
  return {
    id: 'partida',
    what: 'partida com três provedores mudos, mediana',
    value,
    unit: 'ms',
    reference: { what: 'provedores que respondem', value: reached },
    must: { text: `≤ +${BAR_MS} ms`, holds: value - reached <= BAR_MS },
    stretch: { text: '–', holds: true },
  };
}
