/** Sends an e-mail when a group passes a level of its budget, once for each level and month. */
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Letter } from '../../adapters/mail/mailer.ts';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../db/client.ts';
import { group_limits, group_notices, group_usage } from '../../db/tables/group-limits.ts';
import { user_groups } from '../../db/tables/people.ts';
import { levelReached } from '../users/tokens/usage-levels.ts';
import { budgetRenewal, inUnitOf, notifiedPeople } from './budget.ts';

type NoticeContext = Pick<AppContext, 'db' | 'clock' | 'mailer' | 'env'>;
type Notice = { user_group_id: number; month: string; level?: number };

export const groupJobs = (context: NoticeContext): Pick<JobBodies, 'group.notice'> => ({
  'group.notice': (notice) => noticeBudget(context, notice),
});

/** Mails the highest of the levels that were passed at once. */
async function noticeBudget(
  { db, clock, mailer, env }: NoticeContext,
  { user_group_id, month, level: given }: Notice,
): Promise<void> {
  const [found] = await db
    .select({ name: user_groups.name, limits: group_limits, usage: group_usage })
    .from(group_limits)
    .innerJoin(user_groups, eq(user_groups.id, group_limits.user_group_id))
    .innerJoin(
      group_usage,
      and(eq(group_usage.user_group_id, group_limits.user_group_id), eq(group_usage.month, month)),
    )
    .where(eq(group_limits.user_group_id, user_group_id));
  if (!found) return;
  const { limits, usage } = found;
  const { budget_kind, budget, hard } = limits;
  if (budget_kind === 'none' || budget === null) return;
  const used = inUnitOf(budget_kind, { tokens: usage.used_tokens, cost: usage.used_cost });
  const level = given ?? levelReached(used, budget);
  if (level === null) return;
  const people = await notifiedPeople(db, limits.notify_user_ids);
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .insert(group_notices)
      .values({ user_group_id, month, level, sent_at: clock.now() })
      .onConflictDoNothing();
    if (rowCount !== 1) return;
    const [spent, whole] = [written(budget_kind, used), written(budget_kind, budget)];
    const figures = { level, hard, group: found.name, spent, whole, renews_on: budgetRenewal(month).date };
    // Before the commit: an e-mail that could not be sent is not noted as sent, and the job tries again.
    for (const person of people) await mailer.send(budgetEmail(person, figures, env.APP_URL), tx);
  });
}

type Figures = {
  level: number;
  hard: boolean;
  group: string;
  spent: string;
  whole: string;
  renews_on: string;
};

export function budgetEmail(to: { email: string }, figures: Figures, appUrl: string): Letter {
  const { level, hard, group, spent, whole, renews_on } = figures;
  const isOver = level >= 100;
  const title = isOver
    ? `O orçamento do grupo ${group} acabou`
    : `O grupo ${group} já usou ${level}% do orçamento do mês`;
  const stops = `Novas perguntas das pessoas do grupo não são aceitas até a renovação, em ${renews_on}.`;
  const goesOn = `As perguntas continuam sendo aceitas. O uso volta a zero em ${renews_on}.`;
  const warns = hard
    ? `Ao chegar ao fim, novas perguntas não são aceitas até a renovação, em ${renews_on}.`
    : goesOn;
  return {
    to: to.email,
    subject: title,
    title,
    before: ['Olá.', `Neste mês o grupo ${group} usou ${spent} de ${whole}.`],
    after: [
      isOver ? (hard ? stops : goesOn) : warns,
      'Um superadmin pode mudar o orçamento na página do grupo, em «Limites».',
    ],
    appUrl,
  };
}

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const grouped = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });

const written = (kind: 'tokens' | 'brl', amount: number): string =>
  kind === 'brl' ? reais.format(amount / 100) : `${grouped.format(amount)} tokens`;

/** A month that ended keeps its figures for a year. */
const KEPT_MONTHS = 13;

export async function forgetOldBudgets(db: Database, now: Date): Promise<void> {
  const oldest = sql`(${now.toISOString()}::timestamptz - make_interval(months => ${KEPT_MONTHS}))::date`;
  await db.delete(group_usage).where(lt(group_usage.month, oldest));
  await db.delete(group_notices).where(lt(group_notices.month, oldest));
}
