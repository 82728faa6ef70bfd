/** Sends an e-mail when a person passes a level of their tokens, once for each level and cycle. */
import type { Letter } from '../../adapters/mail/mailer.ts';
import { type PaymentSettings, paymentsKind } from '../../adapters/payments/payments-kind.ts';
import type { AppContext } from '../../app-context.ts';
import { usage_notices } from '../../db/tables/payments.ts';
import { findUser } from '../users/store.ts';
import { bringCycleUpToDate, renewalDate } from '../users/tokens/cycle.ts';
import { levelReached } from '../users/tokens/usage-levels.ts';

/** Mails the highest of the levels that were passed at once. */
export async function noticeUsage(
  { db, clock, mailer, env }: Pick<AppContext, 'db' | 'clock' | 'mailer' | 'env'>,
  user_id: number,
): Promise<void> {
  const now = clock.now();
  const usage = await bringCycleUpToDate(db, user_id, now);
  const user = await findUser(db, user_id);
  if (!usage || !user?.active) return;
  const level = levelReached(usage.token_used, usage.token_limit);
  if (level === null) return;
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .insert(usage_notices)
      .values({ user_id, cycle_start: usage.token_cycle_start, level, sent_at: now })
      .onConflictDoNothing();
    if (rowCount !== 1) return;
    // Before the commit: an e-mail that could not be sent is not noted as sent, and the job tries again.
    const figures = { level, ...usage, renews_on: renewalDate(usage.token_anchor, now) };
    await mailer.send(usageEmail(user, figures, env), tx);
  });
}

type Figures = { level: number; token_used: number; token_limit: number; renews_on: string };

export function usageEmail(to: { email: string }, figures: Figures, env: PaymentSettings): Letter {
  const { level, token_used, token_limit, renews_on } = figures;
  const isOver = level >= 100;
  const isSold = paymentsKind(env) !== 'none';
  const title = isOver ? 'Você atingiu o limite de tokens' : `Você já usou ${level}% dos seus tokens`;
  return {
    to: to.email,
    subject: title,
    title,
    before: [
      'Olá.',
      `Neste ciclo você usou ${grouped(token_used)} dos ${grouped(token_limit)} tokens ${isSold ? 'do seu plano' : 'que tem por mês'}.`,
    ],
    after: [
      isOver
        ? `Novas perguntas não são aceitas até a renovação, em ${renews_on}. Suas conversas continuam abertas para leitura.`
        : `O uso volta a zero na renovação, em ${renews_on}. Se chegar a 100%, novas perguntas não são aceitas até lá.`,
      isSold
        ? 'Se precisar de mais tokens, veja «Planos e Preços» no Prosa ou fale com o administrador.'
        : 'Se precisar de mais tokens, fale com o administrador.',
    ],
    appUrl: env.APP_URL,
  };
}

const grouped = (tokens: number) => new Intl.NumberFormat('pt-BR').format(tokens);
