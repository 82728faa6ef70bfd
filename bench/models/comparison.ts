/** A comparison of two models on many checks, with a provider that takes a second for each answer. */
import type { Comparison } from '../../contract/src/comparisons.ts';
import { buildAgent } from '../../server/test/builders.ts';
import type { Figure } from '../quick/figure.ts';
import type { ServerProcess } from '../quick/test-server.ts';

const CHECKS = 43;
const LATE_MS = 1_000;
const MODELS = ['claude-sonnet-5-5', 'claude-haiku-5-5'];
const BAR_S = 60;

export async function comparisonFigure({ testServer, database }: ServerProcess): Promise<Figure> {
  const { url, admin, stub } = testServer;
  const checks = Array.from({ length: CHECKS }, (_, place) => ({
    question: `Quanto tempo vale a senha ${place}?`,
    expectation: { kind: 'contains' as const, value: '30 minutos' },
  }));
  const agent = await buildAgent({ db: database.db }, { name: 'Comparado', model: MODELS[0], checks });
  stub.reset();
  stub.always(`late=${LATE_MS}`);
  const began = performance.now();
  const response = await fetch(`${url}/api/v1/agents/${agent.id}/checks/compare`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ models: MODELS }),
  });
  const events = (await response.text()).trim().split('\n\n');
  const value = (performance.now() - began) / 1_000;
  stub.reset();
  const last = JSON.parse(events.at(-1)?.slice('data: '.length) ?? '') as { comparison?: Comparison };
  const held = last.comparison?.cells.filter(({ outcome }) => outcome === 'held').length;
  if (held !== CHECKS * MODELS.length)
    throw new Error(`${held} cells hold, the last event is ${events.at(-1)}`);
  return {
    id: 'comparação',
    what: `${CHECKS} verificações × ${MODELS.length} modelos, respostas de ${LATE_MS / 1_000} s`,
    value,
    unit: 's',
    reference: { what: 'uma de cada vez', value: (CHECKS * MODELS.length * LATE_MS) / 1_000 },
    must: { text: `< ${BAR_S} s`, holds: value < BAR_S },
    stretch: { text: '–', holds: true },
  };
}
