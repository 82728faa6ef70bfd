/** The job `maintenance.partitions` cuts the months of a growing installation off `messages`, and drops those that are empty. */
import { type SQL, sql } from 'drizzle-orm';
import type { AppContext } from '../app-context.ts';
import {
  addPart,
  dropDetached,
  dropPart,
  idsSince,
  moveIds,
  type Part,
  partsOf,
  partsWithoutConversations,
} from '../db/partitions.ts';
import { TIME_ZONE } from '../env.ts';
import { interfaceOf } from '../features/interface/interface-settings.ts';
import { readWatermark } from '../features/stats/rollup-watermark.ts';

/**
 * A month is cut off where the last part has so many records. A statement that looks for a conversation and has no name is
 * planned anew for each part, which takes some 0.4 ms: small parts would cost more than they save.
 */
export const CUT_AT = 1_000_000;

type Context = Pick<AppContext, 'db' | 'clock' | 'log'>;

export async function keepPartitions(context: Context, cut_at = CUT_AT): Promise<void> {
  await cutOff(context, cut_at);
  await dropErased(context);
  await context.db.transaction(analyze);
}

async function cutOff({ db, clock, log }: Context, cut_at: number): Promise<void> {
  const last = (await partsOf(db)).findLast(({ isPending }) => !isPending);
  if (!last) return;
  // A process that ended between both steps left a part that no id has reached.
  if (last.month) await moveIds(db, last.month);
  const month = monthOf(clock.now());
  if (!(await isDue(db, last, { month, cut_at }))) return;
  await db.transaction(async (tx) => {
    // A statement that waits for a lock holds up others: the job rather fails and is tried again.
    await tx.execute(sql`set local lock_timeout = '2s'`);
    await addPart(tx, month);
  });
  await moveIds(db, month);
  log.info({ month }, 'a month of messages was cut off');
}

/**
 * Drops months whose conversations are erased, where the installation keeps conversations for a time only: what is left of
 * erased ones is their dates, which the statistics have added up by then. The last part takes new records and stays.
 */
async function dropErased({ db, clock, log }: Context): Promise<void> {
  await dropDetached(db);
  const parts = await partsOf(db);
  for (const part of parts.filter(({ isPending }) => isPending)) await dropPart(db, part);
  const { keep_months } = await interfaceOf(db);
  const watermark = await readWatermark(db);
  if (keep_months === null || !watermark) return;
  const kept = new Date(clock.now());
  kept.setUTCMonth(kept.getUTCMonth() - keep_months);
  const isOver = (index: number) => {
    const next = parts[index + 1]?.month;
    return next !== undefined && next !== null && next <= monthOf(kept) && next <= monthOf(watermark);
  };
  const old = parts.filter((part, index) => !part.isPending && isOver(index));
  for (const part of await partsWithoutConversations(db, old)) {
    await dropPart(db, part);
    log.info({ part: part.name }, 'a month of erased conversations was dropped');
  }
}

/** A clock that was set back does not cut off a month that is over. */
const isDue = async (
  db: Context['db'],
  last: Part,
  { month, cut_at }: { month: string; cut_at: number },
): Promise<boolean> => (last.month ?? '') < month && (await idsSince(db, last.from)) >= cut_at;

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, year: 'numeric', month: '2-digit' });
const monthOf = (now: Date) => calendar.format(now);

/**
 * PostgreSQL itself looks at the parts alone, and estimates joins by the whole. Before release 18 the parts are looked at
 * again with it, by a sample that is small enough for the time limit of a statement.
 */
async function analyze(tx: Pick<Context['db'], 'execute'>): Promise<void> {
  const { rows } = await tx.execute<{ version: number }>(
    sql`select current_setting('server_version_num')::int as version`,
  );
  const isNew = (rows[0]?.version ?? 0) >= 180_000;
  if (!isNew) await tx.execute(sql`set local default_statistics_target = 10`);
  const whole: SQL = isNew ? sql`only messages` : sql`messages`;
  await tx.execute(sql`analyze ${whole}`);
}
