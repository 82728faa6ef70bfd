/** P10 and P11 over a smaller installation than the bars are for; `lists --full` has the full size. */
import { closeCallers, measureAtOnce } from '../lists/at-once.ts';
import { conversationScenarios } from '../lists/conversations.ts';
import { peopleScenarios } from '../lists/people.ts';
import { ADMIN, fill, PASSWORD, READER } from '../lists/people-and-agents.ts';
import { agentScenarios } from '../lists/scenarios.ts';
import { QUICK } from '../lists/size.ts';
import type { Figure } from './figure.ts';
import { signIn } from './signing-in.ts';
import { startServerProcess } from './test-server.ts';

const EFFORT = { callers: 16, rounds: 3, round_ms: 200 };
const SMALLER = `${QUICK.people / 1_000} mil pessoas`;

/** The name of a scenario, what it is called here, and its bars in milliseconds. */
const CHOSEN: [string, string, string, number, number][] = [
  ['people', 'P10 pessoas', 'primeira página de pessoas', 50, 20],
  ['people, deep', 'P10 fundo', 'última página de pessoas', 120, 60],
  ['people, searched, thousands', 'P10 busca', 'pessoas pelo nome, milhares', 50, 20],
  ['people of a group', 'P10 grupo', 'pessoas de um grupo', 50, 20],
  ['conversations', 'P10 conversas', 'as próprias conversas', 50, 20],
  ['messages', 'P10 mensagens', '50 mensagens de mil', 50, 20],
  ['available', 'P10 agentes', 'agentes disponíveis', 50, 20],
  ['statistics, all', 'P10 números', 'estatísticas de todo o período', 100, 50],
  ['ids of all people of a domain', 'P11', '“Selecionar todos” de um domínio', 300, 150],
];

export async function listFigures(): Promise<Figure[]> {
  const open = await startServerProcess({ durable: false, prepare: (db) => fill(db, QUICK) });
  try {
    const { testServer, database } = open;
    const entering = (email: string) => signIn(testServer.url, { email, password: PASSWORD });
    const tokens = { admin: (await entering(ADMIN)).token, reader: (await entering(READER)).token };
    const all = [...agentScenarios(QUICK), ...peopleScenarios(QUICK), ...conversationScenarios];
    const figures: Figure[] = [];
    for (const [name, id, what, must, stretch] of CHOSEN) {
      const scenario = all.find((one) => one.name === name);
      if (!scenario) throw new Error(`no list is called ${name}`);
      const place = { url: testServer.url, token: tokens[scenario.as], pool: database.pool };
      const { call, bare_sql, ratio_p95 } = await measureAtOnce(place, scenario, EFFORT);
      const within = (ms: number, ratio: number) => call.p95_ms <= ms && (id === 'P11' || ratio_p95 <= ratio);
      const text = (ms: number, ratio: string) => (id === 'P11' ? `≤ ${ms}` : `≤ ${ms} e ≤ ${ratio} ×`);
      figures.push({
        id,
        what: `${what}, p95, 16 ao mesmo tempo, ${SMALLER}`,
        value: call.p95_ms,
        unit: 'ms',
        reference: { what: 'o mesmo em SQL', value: bare_sql.p95_ms },
        must: { text: text(must, '2'), holds: within(must, 2) },
        stretch: { text: text(stretch, '1,5'), holds: within(stretch, 1.5) },
      });
    }
    return figures;
  } finally {
    closeCallers();
    await open.close();
  }
}
