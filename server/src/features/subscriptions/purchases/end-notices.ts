/** E-mails that a prepaid plan ends soon: seven days before, and one. */
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Letter } from '../../../adapters/mail/mailer.ts';
import type { AppContext } from '../../../app-context.ts';
import { reasonOf } from '../../../db/client.ts';
import { subscriptions } from '../../../db/tables/payments.ts';
import { TIME_ZONE } from '../../../env.ts';
import { findPlan } from '../../plans/plan-store.ts';
import { findUser } from '../../users/store.ts';

const NOTICE_DAYS = [1, 7] as const;
const DAY_MS = 86_400_000;

type NoticeContext = Pick<AppContext, 'db' | 'clock' | 'mailer' | 'env' | 'log'>;

/** One that cannot be sent keeps no other back, and is tried again at the next run. */
export async function noticePrepaidEnds(context: NoticeContext): Promise<void> {
  const { db, clock, log } = context;
  const now = clock.now();
  const soon = new Date(now.getTime() + Math.max(...NOTICE_DAYS) * DAY_MS);
  const ending = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.kind, 'prepaid'),
        isNull(subscriptions.ended_at),
        gt(subscriptions.current_period_end, now),
        lte(subscriptions.current_period_end, soon),
      ),
    )
    .orderBy(asc(subscriptions.current_period_end));
  for (const { id } of ending)
    await noticeOne(context, id, now).catch((error) =>
      log.error(
        { subscription_id: id, err: { message: reasonOf(error) } },
        'the end of a plan was not mailed',
      ),
    );
}

async function noticeOne({ db, mailer, env }: NoticeContext, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [plan] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
    if (!plan) return;
    const days = NOTICE_DAYS.find(
      (each) => plan.current_period_end <= new Date(now.getTime() + each * DAY_MS),
    );
    if (days === undefined || (plan.end_notice_days !== null && plan.end_notice_days <= days)) return;
    const user = await findUser(tx, plan.user_id);
    const name = (await findPlan(tx, plan.tier))?.name ?? plan.tier;
    await tx.update(subscriptions).set({ end_notice_days: days }).where(eq(subscriptions.id, id));
    // Before the commit: an e-mail that could not be sent is not noted as sent.
    if (user?.active)
      await mailer.send(endEmail(user, { name, end: plan.current_period_end }, env.APP_URL), tx);
  });
}

const days = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE });

export function endEmail(
  to: { email: string },
  { name, end }: { name: string; end: Date },
  appUrl: string,
): Letter {
  const day = days.format(end);
  const title = `Seu plano ${name} termina em ${day}`;
  return {
    to: to.email,
    subject: title,
    title,
    before: ['Olá.', `O plano ${name}, que você pagou uma vez, vale até ${day} e não se renova sozinho.`],
    after: [
      'Para continuar, compre mais um período em «Planos e Preços»: ele se soma ao fim do atual.',
      'Sem outra compra, sua conta volta ao plano Free nessa data, com tudo o que é seu.',
    ],
    appUrl,
  };
}
