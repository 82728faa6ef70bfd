/** Ends abandoned answers: their process died, or lost the database for longer than a lease. */
import { and, eq, getTableColumns, lt, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { AppContext } from '../../../app-context.ts';
import { reasonOf } from '../../../db/client.ts';
import { answer_parts, messages } from '../../../db/tables/chat.ts';
import { countTokens } from '../../../language/tokens.ts';
import { withResults } from '../../grounding/result-sources.ts';
import { citedIn } from '../compose/answer-text.ts';
import type { MessageRow } from '../conversations/message-store.ts';
import { type Ending, settle } from '../ledger/settle.ts';
import type { ChatContext } from './chat-runtime.ts';
import { answerTopic } from './write-behind.ts';

const PER_SWEEP = 100;
const SWEEP_MS = 3_000;

const isExpired = lt(messages.lease_until, sql`now()`);

/** How many it ended. What `own` writes at this moment is never touched, however late its lease. */
export async function endAbandoned(
  {
    db,
    clock,
    signals,
    log,
    queue,
    models,
  }: Pick<AppContext, 'db' | 'clock' | 'signals' | 'log' | 'queue' | 'models'>,
  own: { owner: string; ids: number[] },
): Promise<number> {
  const notOurs = own.ids.length
    ? or(ne(messages.lease_owner, own.owner), notInArray(messages.id, own.ids))
    : undefined;
  const abandoned = await db
    .select({ ...getTableColumns(messages), text: partsAfter(0), written: partsAfter(firstSeq) })
    .from(messages)
    .where(and(eq(messages.status, 'streaming'), isExpired, notOurs))
    .orderBy(messages.lease_until)
    .limit(PER_SWEEP);
  let ended = 0;
  for (const { text, written, ...message } of abandoned) {
    try {
      const ending = await endingOf(message, text, written);
      // A lease that was renewed meanwhile saves the answer; of two sweepers the second finds it ended.
      const options = { now: clock.now(), queue, models, condition: isExpired };
      if (!(await db.transaction((tx) => settle(tx, message, ending, options)))) continue;
      ended += 1;
      log.warn({ message_id: message.id, owner: message.lease_owner }, 'an abandoned answer was ended');
      await signals.send(answerTopic(message.id));
    } catch (error) {
      // One that cannot be ended must not keep the others running; the next sweep tries again.
      log.error(
        { message_id: message.id, err: { message: reasonOf(error) } },
        'an abandoned answer was not ended',
      );
    }
  }
  return ended;
}

/** The event before the first one of the run: a continuation begins with the text that was there. */
const firstSeq = sql`case when ${messages.run_purpose} = 'continuation' then 1 else 0 end`;

const partsAfter = (seq: number | SQL) => sql<string>`coalesce((
  select string_agg(${answer_parts}.content, '' order by ${answer_parts}.seq) from ${answer_parts}
  where ${answer_parts}.user_id = ${messages}.user_id and ${answer_parts}.message_id = ${messages}.id
    and ${answer_parts}.seq > ${seq}), '')`;

async function endingOf(message: MessageRow, answer: string, written: string): Promise<Ending> {
  const charge = written
    ? { input: message.prompt_tokens, output: await countTokens(written), estimated: true }
    : null;
  // A source that was cited just before its process died may not have been noted: its marker names nothing.
  const { text, sources } = citedIn(answer, message.sources);
  return {
    status: 'interrupted',
    error_code: 'answer_interrupted',
    answer: text,
    seq: message.seq,
    ...withResults(sources, message.results),
    filters: message.filters,
    charge,
    steps: message.steps,
  };
}

/** Ends what other processes, or an earlier life of this one, left behind: now and every few seconds. */
export function startSweeper(context: ChatContext, everyMs = SWEEP_MS): { stop(): void } {
  const { owner, running, sweeper } = context.chat;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let wasAway = false;
  const sweep = async () => {
    try {
      // After an outage every lease is late, of the living too: they get until the next sweep to say so.
      if (wasAway) await context.db.execute(sql`select`);
      else sweeper.ended += await endAbandoned(context, { owner, ids: [...running.keys()] });
      sweeper.at = performance.now();
      wasAway = false;
    } catch (error) {
      wasAway = true;
      context.log.warn({ err: { message: reasonOf(error) } }, 'sweep failed, will be tried again');
    }
    if (!stopped) timer = setTimeout(() => void sweep(), everyMs).unref();
  };
  void sweep();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** For a process that is known to be alone, as with the embedded database: every owner of a lease is dead. */
export async function expireLeases({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await db.execute(
    sql`update messages set lease_until = now() - interval '1 second' where status = 'streaming'`,
  );
}
