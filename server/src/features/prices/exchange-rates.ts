/** Exchange rates, typed by a superadmin. A rate is valid from its day on until a later one is; rows are never changed. */
import { desc, lte } from 'drizzle-orm';
import { EXCHANGE_RATES_SHOWN } from '#contract/limits.ts';
import { DAY_MESSAGE, decimalOf, microOf, type Rate } from '#contract/prices.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { exchange_rates } from '../../db/tables/models.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { calendarDay } from '../users/tokens/cycle.ts';

type RateRow = typeof exchange_rates.$inferSelect;

const TYPED_BACK_MS = 31 * 86_400_000;

/** Newest first; of several rows of one day only the last one counts. */
export async function listRates(db: Queryable): Promise<Rate[]> {
  const rows = await db
    .select()
    .from(exchange_rates)
    .orderBy(desc(exchange_rates.day), desc(exchange_rates.id))
    .limit(EXCHANGE_RATES_SHOWN);
  return rows.map(shown);
}

/** The rate that is valid on a day; undefined before the first one. */
export async function rateOn(db: Queryable, day: string): Promise<RateRow | undefined> {
  const [row] = await db
    .select()
    .from(exchange_rates)
    .where(lte(exchange_rates.day, day))
    .orderBy(desc(exchange_rates.day), desc(exchange_rates.id))
    .limit(1);
  return row;
}

export function typeRate(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  { day, brl_per_usd }: { day: string; brl_per_usd: string },
): Promise<Rate> {
  const now = clock.now();
  const brl_micro = microOf(brl_per_usd);
  if (brl_micro === undefined) throw new AppError('validation');
  const oldest = calendarDay(new Date(now.getTime() - TYPED_BACK_MS));
  if (day < oldest || day > calendarDay(now))
    throw new AppError('validation', {
      detail: DAY_MESSAGE,
      errors: [{ field: 'day', message: DAY_MESSAGE }],
    });
  return db.transaction(async (tx) => {
    const before = await rateOn(tx, day);
    const [row] = await tx
      .insert(exchange_rates)
      .values({ day, brl_micro, created_by: by.user_id, created_at: now })
      .returning();
    if (!row) throw new Error('no rate was inserted');
    await recordChange(
      tx,
      by,
      {
        action: 'rate.typed',
        object_type: 'rate',
        object_name: day,
        before: before ? audited(before) : null,
        after: audited(row),
      },
      now,
    );
    return shown(row);
  });
}

const audited = ({ day, brl_micro }: RateRow) => ({ day, brl_per_usd: decimalOf(brl_micro) });

const shown = ({ id, day, brl_micro, created_at }: RateRow): Rate => ({
  id,
  day,
  brl_per_usd: decimalOf(brl_micro),
  created_at: created_at.toISOString(),
});
