/** A provider that dies between two questions of many people at two processes: their agent's reserve answers the rest. */
import { randomUUID } from 'node:crypto';
import type { ChatRecord } from '#contract/chat-record.ts';
import { systemClock } from '../../../server/src/adapters/clock.ts';
import { buildAgent, buildSession } from '../../../server/test/builders.ts';
import type { Started } from '../../../server/test/process/started-process.ts';
import { type ProviderStub, STUB_TEXT, STUB_USAGE } from '../../../server/test/providers/provider-stub.ts';
import type { Installation } from '../../support/installation.ts';
import type { Person } from '../../support/people.ts';
import { ask, newReader, type Place, readOn } from '../../support/reader.ts';
import { spreadOf } from '../../support/spread.ts';

/** `gone`: its list no longer has the model. `away`: nobody listens at its address. */
export type Death = 'gone' | 'away';

export type DeadProvider = {
  questions: number;
  /** Questions without a whole answer. */
  failed: number;
  /** Answers with more than one entry in the ledger, or with another charge than the provider counted. */
  double_charges: number;
  /** Answers of the reserve, and those of them that name it to their reader, live and in the history. */
  by_reserve: number;
  named: number;
  /** From the question to the end of its answer, before the death and after it. */
  ms_before: { p50: number; p95: number; max: number };
  ms_after: { p50: number; p95: number; max: number };
  broken: string[];
};

const FIRST = { model: 'gpt-6-luna', name: 'GPT-6 Luna' };
const RESERVE = { model: 'claude-haiku-5-5' };
/** So many that nobody asks more often than people may. */
const PEOPLE = 20;

const isReserve = (said: Pick<ChatRecord, 'answered_by'> | null | undefined): boolean =>
  said?.answered_by?.model === RESERVE.model && said.answered_by.instead_of?.name === FIRST.name;

async function inHistory({ process, person, session_id }: Place): Promise<ChatRecord | undefined> {
  const response = await fetch(`${process.url}/api/v1/chat/sessions/${session_id}/messages`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  return (JSON.parse(await response.text()) as { data: ChatRecord[] }).data.at(-1);
}

/** The processes have `first` as OpenAI and the installation's stub as Anthropic. */
export async function outliveProvider(
  installation: Installation,
  processes: readonly Started[],
  { first, questions, death }: { first: ProviderStub; questions: number; death: Death },
): Promise<DeadProvider> {
  const { db } = installation;
  const agent = await buildAgent({ db }, { model: FIRST.model, rules: { fallback_models: [RESERVE.model] } });
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => installation.person()));
  const broken: string[] = [];
  const seen: Awaited<ReturnType<typeof one>>[] = [];
  const times = { before: [] as number[], after: [] as number[] };
  let asked = 0;

  async function round(count: number, when: keyof typeof times): Promise<void> {
    const lane = async (person: Person) => {
      while (asked < count) {
        const process = processes[asked % processes.length];
        asked += 1;
        if (!process) throw new Error('no process');
        const began = performance.now();
        const session = await buildSession(
          { db, clock: systemClock },
          { user_id: person.id, agent_id: agent.id },
        );
        seen.push(await one({ process, person, session_id: session.id }, when));
        times[when].push(performance.now() - began);
      }
    };
    await Promise.all(people.map(lane));
  }

  async function one(place: Place, when: keyof typeof times) {
    const reader = newReader();
    const response = await ask(place, 'Quanto tempo vale a senha?', { key: randomUUID() });
    await readOn(reader, response);
    const isNamed = isReserve(reader.end) && isReserve(await inHistory(place));
    const isWhole = reader.text === STUB_TEXT && reader.end?.status === 'done' && !reader.faults.length;
    if (!isWhole) broken.push(`${when}: ${reader.end?.status} ${reader.faults.join()}`);
    return { person: place.person, session_id: place.session_id, isWhole, isNamed };
  }

  await round(Math.floor(questions / 2), 'before');
  if (death === 'gone') first.knowsOnly('gpt-5');
  else await first.close();
  await round(questions, 'after');

  let [double_charges, by_reserve, named] = [0, 0, 0];
  for (const { person, session_id, isNamed } of seen) {
    const [record] = await installation.recordsOf(person, session_id);
    const entries = (await installation.entriesOf(person)).filter((entry) => entry.session_id === session_id);
    const [charged, due] = [
      entries.reduce((sum, entry) => sum + entry.charged, 0),
      STUB_USAGE.input + STUB_USAGE.output,
    ];
    if (entries.filter(({ purpose }) => purpose === 'answer').length !== 1 || charged !== due)
      double_charges += 1;
    if (record?.model !== RESERVE.model) continue;
    by_reserve += 1;
    if (isNamed) named += 1;
  }
  for (const row of await installation.broken()) broken.push(`${row.what}: ${row.subject}`);
  const failed = seen.filter(({ isWhole }) => !isWhole).length;
  const [ms_before, ms_after] = [spreadOf(times.before), spreadOf(times.after)];
  return { questions: seen.length, failed, double_charges, by_reserve, named, ms_before, ms_after, broken };
}
