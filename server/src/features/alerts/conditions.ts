/** The present state of the installation, kind by kind: the objects for which an alert holds now. */
import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { AlertKind, AlertThreshold } from '#contract/alerts.ts';
import type { FallbackReason } from '#contract/chat-record.ts';
import type { ModelState } from '#contract/models.ts';
import { JOBS } from '../../adapters/jobs.ts';
import type { AppContext } from '../../app-context.ts';
import { TIME_ZONE } from '../../env.ts';
import { today } from '../../language/values/calendar.ts';
import { readUses } from '../models/administration/uses.ts';

/** `subject`: the id of the object, empty for the installation. */
export type Found = { subject: string; name: string | null; values: Record<string, string | number> };

export type ConditionContext = Pick<AppContext, 'db' | 'clock' | 'models' | 'env'>;
type Condition = (context: ConditionContext, threshold: number) => Promise<Found[]>;

/** Codes of answers and checks: the provider refuses to serve, or no longer knows the model. */
const REFUSALS = ['model_refused_key', 'model_without_credit', 'model_gone'];
/** Why a reserve answered, where the first model was refused in one of these ways. */
const REFUSED_REASONS: FallbackReason[] = ['gone', 'no_access'];
const REFUSED_WITHIN_MS = 10 * 60_000;
const LONGEST_ANSWER_MS = 3_600_000;
/** A reserve also answers for a model that was retired, or that has no key here: nobody has refused that one. */
const isAsked = (state: ModelState): boolean => state !== 'retired' && state !== 'no_key';
const LETTERS = Object.entries(JOBS).flatMap(([name, { is_letter }]) => (is_letter ? name : []));

/** A letter that was refused so often waits for the mail server to come back. */
const WAITING_RETRIES = 3;

const CONDITIONS: Record<Exclude<AlertKind, 'spend'>, Condition> = {
  async checks_fell({ db }) {
    const { rows } = await db.execute<{ subject: string; name: string; fallen: number; total: number }>(sql`
      select a.id::text subject, a.name, count(c.fell_at)::int fallen, count(*)::int total
      from agents a join agent_checks c on c.agent_id = a.id where a.nightly_checks
      group by a.id having count(c.fell_at) > 0 order by a.id`);
    return rows.map(({ subject, name, ...values }) => ({ subject, name, values }));
  },

  async verified_due({ db, clock }, days) {
    const { rows } = await db.execute<{ subject: string; name: string; answers: number }>(sql`
      select a.id::text subject, a.name, count(*)::int answers
      from agents a join verified_answers v on v.agent_id = a.id left join users u on u.id = v.reviewer_user_id
      where v.state not in ('paused')
        and (v.review_on <= ${today(clock.now())}::date + ${days}::int or not coalesce(u.active, true))
      group by a.id order by a.id`);
    return rows.map(({ subject, name, answers }) => ({ subject, name, values: { answers } }));
  },

  async provider_refuses({ db, clock, models }, least) {
    const since = new Date(clock.now().getTime() - REFUSED_WITHIN_MS);
    // Answers that end now began not long ago: the index of their beginnings finds them.
    const began = new Date(since.getTime() - LONGEST_ANSWER_MS);
    const { rows } = await db.execute<{ model: string; is_saved: boolean; refusals: number }>(sql`
      select model, is_saved, count(*)::int refusals from (
        select case when is_saved then asked_model else model end model, is_saved from (
          select *, error_code is null is_saved from messages
          where created_at > ${began}::timestamptz and finished_at > ${since}::timestamptz and copied_from is null
        ) answers
        where error_code = any (${sql.param(REFUSALS)}::text[])
          or error_code is null and fallback_reason = any (${sql.param(REFUSED_REASONS)}::text[])
        union all
        select result ->> 'model', false from agent_check_runs r cross join lateral jsonb_array_elements(r.results) result
        where r.finished_at > ${since}::timestamptz and result ->> 'code' = any (${sql.param(REFUSALS)}::text[])
      ) refused where model is not null group by model, is_saved`);
    const byProvider = new Map<string, Found & { values: { refusals: number } }>();
    for (const { model, is_saved, refusals } of rows) {
      const entry = models.catalogue.find(({ id }) => id === model);
      if (is_saved && !(entry && isAsked(models.stateOf(entry)))) continue;
      const provider = entry && models.providerOf(entry);
      const subject = String(provider?.id ?? provider?.kind ?? model);
      const known = byProvider.get(subject);
      const values = { refusals: refusals + (known?.values.refusals ?? 0) };
      byProvider.set(subject, { subject, name: provider?.name ?? model, values });
    }
    return [...byProvider.values()].filter(({ values }) => values.refusals >= least);
  },

  async queue({ db }, minutes) {
    const { rows } = await db.execute<{ waiting: number; oldest: number; dead: number }>(sql`
      select count(*) filter (where name <> 'dead')::int waiting,
        coalesce(max(extract(epoch from now() - start_after)) filter (where name <> 'dead'), 0)::float8 / 60 oldest,
        count(*) filter (where name = 'dead')::int dead
      from pgboss.job where state in ('created', 'retry') and start_after <= now() and name not like '!_!_%' escape '!'`);
    const { waiting = 0, oldest = 0, dead = 0 } = rows[0] ?? {};
    return oldest > minutes || dead > 0 ? ofInstallation({ waiting, minutes: Math.floor(oldest), dead }) : [];
  },

  async disk({ db, env }, percent) {
    const { bavail, blocks } = await statfs(env.DATA_DIR);
    const free = blocks > 0 ? Math.floor((bavail / blocks) * 100) : 100;
    if (free >= percent) return [];
    const { rows } = await db.execute<{ size: number }>(
      sql`select pg_database_size(current_database())::float8 size`,
    );
    return ofInstallation({ free_percent: free, database_bytes: rows[0]?.size ?? 0 });
  },

  async model_ends({ db, clock, models }, days) {
    const uses = await readUses(db);
    const until = clock.now().getTime() + days * 24 * 3_600_000;
    return models.catalogue.flatMap(({ id, name, ends_at, gone }) => {
      const isEnding = gone || (ends_at !== undefined && Date.parse(ends_at) <= until);
      const used = uses.get(id);
      if (!isEnding || !used) return [];
      const values = { agents: used.agents.length, data_sources: used.data_sources.length };
      return [{ subject: id, name, values: { ...values, ...(ends_at && { ends_at }) } }];
    });
  },

  async mail_fails({ db }, least) {
    const { rows } = await db.execute<{ letters: number }>(sql`
      select count(*)::int letters from pgboss.job
      where name = any (${sql.param(LETTERS)}::text[]) and (
        state = 'failed' and completed_on > now() - interval '1 hour'
        or state in ('retry', 'active') and retry_count >= ${WAITING_RETRIES})`);
    const letters = rows[0]?.letters ?? 0;
    return letters >= least ? ofInstallation({ letters }) : [];
  },

  async webhook_fails({ db }) {
    const { rows } = await db.execute<{ subject: string; name: string }>(sql`
      select id::text subject, name from webhooks where failing_since is not null order by id`);
    return rows.map(({ subject, name }) => ({ subject, name, values: {} }));
  },

  async sync_fails({ db }) {
    const { rows } = await db.execute<{ subject: string; name: string; runs: number }>(sql`
      select s.id::text subject, s.name, s.failed_runs runs from syncs s
      where s.paused and s.failed_runs > 0 and s.last_error is not null order by s.id`);
    return rows.map(({ subject, name, runs }) => ({ subject, name, values: { runs } }));
  },
};

/** The spend of the day in TIME_ZONE. */
async function spendToday(
  { db, clock }: ConditionContext,
  { unit, amount }: { unit: 'tokens' | 'brl'; amount: number },
): Promise<Found[]> {
  const start = sql`(${today(clock.now())}::date::timestamp at time zone ${TIME_ZONE})`;
  const { rows } = await db.execute<{ tokens: number; brl: number }>(sql`
    select coalesce(sum(input_tokens + output_tokens), 0)::float8 tokens,
      coalesce(sum(cost_brl_micro), 0)::float8 / 1000000 brl
    from token_entries where created_at >= ${start}`);
  const spent = rows[0]?.[unit] ?? 0;
  return spent > amount ? ofInstallation({ [unit]: Math.round(spent * 100) / 100, limit: amount }) : [];
}

const ofInstallation = (values: Found['values']): Found[] => [{ subject: '', name: null, values }];

export function conditionsOf(
  context: ConditionContext,
  { kind, threshold }: { kind: AlertKind; threshold: AlertThreshold },
): Promise<Found[]> {
  if (kind !== 'spend') return CONDITIONS[kind](context, typeof threshold === 'number' ? threshold : 0);
  return typeof threshold === 'object' && threshold ? spendToday(context, threshold) : Promise.resolve([]);
}
