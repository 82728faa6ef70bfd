/** The first word of an answer whose first model is gone, beside that of the reserve asked directly. */
import type { Figure } from '../quick/figure.ts';
import { at } from '../quick/statistics.ts';
import { type Askers, openAskers } from '../quick/streams/people.ts';
import { read } from '../quick/streams/reading.ts';
import type { ServerProcess } from '../quick/test-server.ts';
import { callApi } from './call-api.ts';

/** A model that was found gone rests for a minute: every measured question needs a dead model of its own. */
const DEAD = 20;
const BAR_MS = 50;
const AGES = { note: false, microseconds: [], chunks: 0 };

type Provider = { id: number; kind: string };

export async function deadLinkFigure({ testServer, database, secret }: ServerProcess): Promise<Figure> {
  const { url, stub } = testServer;
  const providers = await callApi<Provider[]>(testServer, 'GET', '/model-providers');
  const provider_id = providers.find(({ kind }) => kind === 'anthropic')?.id;
  const broken: Askers[] = [];
  for (let place = 0; place < DEAD; place += 1) {
    const id = `morto-${place}`;
    await callApi(testServer, 'POST', '/models', { id, provider_id, provider_model: id });
    const crowd = { name: id, model: id, fallback_models: ['gpt-4o'] };
    broken.push(await openAskers(database.db, secret, 1, crowd));
  }
  const direct = await openAskers(database.db, secret, DEAD, { name: 'direto' });
  stub.knowsOnly('nenhum');
  const times = { broken: [] as number[], direct: [] as number[] };
  const ask = async (askers: Askers) => {
    const { first, ended } = read(askers.next(url), AGES);
    const took = await first;
    await ended;
    return took;
  };
  await ask(direct);
  const calls = stub.calls.length;
  for (const askers of broken) {
    times.direct.push(await ask(direct));
    times.broken.push(await ask(askers));
  }
  const refused = stub.calls.length - calls;
  stub.reset();
  if (refused !== DEAD) throw new Error(`${refused} of ${DEAD} dead models were asked`);
  const [value, alone] = [at(times.broken, 0.95), at(times.direct, 0.95)];
  return {
    id: 'reserva',
    what: 'primeira palavra depois de um modelo retirado, p95',
    value,
    unit: 'ms',
    reference: { what: 'a reserva sozinha, p95', value: alone },
    must: { text: `≤ +${BAR_MS} ms`, holds: value - alone <= BAR_MS },
    stretch: { text: '–', holds: true },
  };
}
