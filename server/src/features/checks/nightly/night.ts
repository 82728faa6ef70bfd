/**
 * The nightly runs: at the hour of the installation each agent that asks for it gets one run of its checks. The row of a
 * run is unique for its agent and night, and its job is queued in the same transaction, so that neither two processes nor
 * a process that dies makes two of one or loses one.
 */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { AppContext } from '../../../app-context.ts';
import type { Transaction } from '../../../db/client.ts';
import { agent_check_runs } from '../../../db/tables/agents.ts';
import { TIME_ZONE } from '../../../env.ts';
import { type Day, today } from '../../../language/values/calendar.ts';
import { interfaceOf } from '../../interface/interface-settings.ts';

type NightContext = Pick<AppContext, 'db' | 'clock' | 'queue'>;

const hour = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, hour: '2-digit', hourCycle: 'h23' });

/** Called every ten minutes, by one process or by several. A night whose hour has passed is not made up for. */
export async function beginNight(context: NightContext): Promise<void> {
  const { db, clock, queue } = context;
  const now = clock.now();
  const { nightly_hour } = await interfaceOf(db);
  if (Number(hour.format(now)) === nightly_hour)
    await db.transaction((tx) => queueNight(tx, { queue, night: today(now), now }));
  await queueAgain(context, today(now));
}

type Night = Pick<AppContext, 'queue'> & { night: Day; now: Date };

/** The agents that the last night left out for its tokens come first, then those that have waited longest. */
async function queueNight(tx: Transaction, { queue, night, now }: Night): Promise<void> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select a.id from agents a
    left join lateral (
      select r.night, r.note from agent_check_runs r where r.agent_id = a.id and r.night < ${night}::date
      order by r.night desc limit 1
    ) last on true
    where a.nightly_checks and (exists (select from agent_checks c where c.agent_id = a.id) or cardinality(a.openers) > 0)
      and not exists (select from agent_check_runs r where r.agent_id = a.id and r.night = ${night}::date)
    order by (last.note = 'tokens') is true desc, last.night nulls first, a.id
    for no key update of a`);
  for (const { id: agent_id } of rows) {
    const [made] = await tx
      .insert(agent_check_runs)
      .values({ agent_id, night, note: 'waiting', total: 0, started_by: null, started_at: now })
      .onConflictDoNothing()
      .returning({ id: agent_check_runs.id });
    if (made) await queue.send('checks.run-agent', { agent_id, night }, tx);
  }
}

/** Asks again for the runs of this night whose job the queue gave up. To ask once too often does no harm. */
async function queueAgain({ db, queue }: NightContext, night: Day): Promise<void> {
  const left = await db
    .select({ agent_id: agent_check_runs.agent_id })
    .from(agent_check_runs)
    .where(
      and(
        eq(agent_check_runs.night, night),
        isNull(agent_check_runs.finished_at),
        or(eq(agent_check_runs.note, 'waiting'), isNull(agent_check_runs.note)),
        or(isNull(agent_check_runs.lease_until), sql`${agent_check_runs.lease_until} < now()`),
        // A job that was queued a moment ago is left alone.
        sql`not exists (select from pgboss.job j where j.name = 'checks.run-agent' and j.state in ('created', 'retry', 'active')
          and (j.data ->> 'agent_id')::int = ${agent_check_runs.agent_id} and j.data ->> 'night' = ${night})`,
      ),
    );
  for (const { agent_id } of left) await queue.send('checks.run-agent', { agent_id, night });
}
