/** New people, conversations and questions: erased ones still count, test conversations never do. */
import { type SQL, sql } from 'drizzle-orm';
import type { Activity, TimeRange } from '#contract/stats.ts';
import type { Readable } from '../../db/client.ts';
import { activity_hours } from '../../db/tables/statistics.ts';
import { TIME_ZONE } from '../../env.ts';
import { type Span, spanBefore, spanOf, UNITS } from './ranges.ts';
import { isWithin, isWithinAny, type RollupSpans, rollupSpans } from './rollup-spans.ts';
import { readWatermark } from './rollup-watermark.ts';

export type Figures = Omit<Activity['series'][number], 'start'>;

/** One moment for all parts: an hour that is rolled up between two of them would count twice or not at all. */
export const inOneMoment = <T>(db: Readable, read: (tx: Readable) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });

export function figuresOf(db: Readable, range: TimeRange, now: Date): Promise<Figures> {
  return inOneMoment(db, async (tx) => sumOf(tx, rollupSpans(spanOf(range, now), await readWatermark(tx))));
}

export function activityOf(db: Readable, range: TimeRange, now: Date): Promise<Activity> {
  return inOneMoment(db, async (tx) => {
    const watermark = await readWatermark(tx);
    const span = spanOf(range, now);
    const before = spanBefore(range, now);
    const series = await seriesOf(tx, { span, parts: rollupSpans(span, watermark), unit: UNITS[range], now });
    const previous = before && (await sumOf(tx, rollupSpans(before, watermark)));
    return { current: added(series), previous, unit: UNITS[range], series };
  });
}

async function sumOf(tx: Readable, parts: RollupSpans): Promise<Figures> {
  const { rows } = await tx.execute<Figures>(sql`
    select ${sums} from (${points(parts)}) points`);
  return rows[0] ?? { new_users: 0, new_sessions: 0, new_questions: 0 };
}

type Course = { span: Span; parts: RollupSpans; unit: Activity['unit']; now: Date };

/** Without gaps. What lies past now, by another process's clock, belongs to the last point. */
async function seriesOf(tx: Readable, { span, parts, unit, now }: Course): Promise<Activity['series']> {
  const step = sql.raw(`'${unit}'`);
  const until = sql`${now.toISOString()}::timestamptz`;
  // Hours of the world, days and months of Brazil.
  const local = (time: SQL) =>
    sql`date_trunc(${step}, ${time} at time zone ${unit === 'hour' ? 'UTC' : TIME_ZONE})`;
  const first = span.from ? sql`${span.from.toISOString()}::timestamptz` : sql`(select min(at) from points)`;
  const { rows } = await tx.execute<Figures & { start: Date }>(sql`
    with points as materialized (${points(parts)}),
    buckets as (
      select ${local(sql`least(at, ${until})`)} place, sum(new_users) new_users, sum(new_sessions) new_sessions,
        sum(new_questions) new_questions
      from points group by 1)
    select place at time zone ${unit === 'hour' ? 'UTC' : TIME_ZONE} start, coalesce(new_users, 0)::int new_users,
      coalesce(new_sessions, 0)::int new_sessions, coalesce(new_questions, 0)::int new_questions
    from generate_series(${local(sql`least(coalesce(${first}, ${until}), ${until})`)}, ${local(until)},
      ('1 ' || ${step})::interval) place
    left join buckets using (place)
    order by place`);
  return rows.map(({ start, ...figures }) => ({ ...figures, start: new Date(start).toISOString() }));
}

const sums = sql`coalesce(sum(new_users), 0)::int new_users, coalesce(sum(new_sessions), 0)::int new_sessions,
  coalesce(sum(new_questions), 0)::int new_questions`;

/** Rolled hours, and each row that is read itself. */
const points = ({ hours, live }: RollupSpans): SQL => sql`
  select hour at, new_users, new_sessions, new_questions from ${activity_hours} where ${isWithin(sql`hour`, hours)}
  union all ${happenings((time) => isWithinAny(time, live))}`;

/** A row for each person, conversation and question whose time and person are admitted. */
export const happenings = (admits: (time: SQL, user_id: SQL) => SQL): SQL => sql`
  select u.created_at at, 1 new_users, 0 new_sessions, 0 new_questions from users u
  where u.kind = 'person' and ${admits(sql`u.created_at`, sql`u.id`)}
  union all
  select s.created_at, 0, 1, 0 from chat_sessions s
  where not s.is_test and s.key_id is null and ${admits(sql`s.created_at`, sql`s.user_id`)}
  union all
  select m.created_at, 0, 0, 1 from messages m
  join chat_sessions s on s.user_id = m.user_id and s.id = m.session_id
  where not s.is_test and m.copied_from is null and ${admits(sql`m.created_at`, sql`m.user_id`)}`;

function added(series: Activity['series']): Figures {
  const total = { new_users: 0, new_sessions: 0, new_questions: 0 };
  for (const point of series) {
    total.new_users += point.new_users;
    total.new_sessions += point.new_sessions;
    total.new_questions += point.new_questions;
  }
  return total;
}
