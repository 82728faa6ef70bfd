/** E-mails to superadmins before a model in use ends, and when it has gone: each once. */
import { and, eq } from 'drizzle-orm';
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import type { Letter } from '../../../adapters/mail/mailer.ts';
import type { JobBodies } from '../../../adapters/queue.ts';
import type { AppContext } from '../../../app-context.ts';
import { model_notices } from '../../../db/tables/models.ts';
import { users } from '../../../db/tables/people.ts';
import { hasActiveRule } from '../../alerts/records/rule-records.ts';
import { type Addressee, greeting } from '../../auth/emails.ts';
import { findAccount } from '../../users/store.ts';
import type { ModelsContext } from '../installation-models.ts';
import { NO_USES, readUses, type Uses } from './uses.ts';

export type NoticesContext = ModelsContext & Pick<AppContext, 'queue'>;
type Level = '60' | '14' | '3' | 'gone';

const DAY_MS = 24 * 3_600_000;

/** The level that holds now; null where there is nothing to say. */
export function levelOf({ ends_at, gone }: CatalogueModel, now: Date): Level | null {
  if (gone) return 'gone';
  if (!ends_at) return null;
  const days = Math.ceil((Date.parse(ends_at) - now.getTime()) / DAY_MS);
  if (days <= 0) return null;
  return days <= 3 ? '3' : days <= 14 ? '14' : days <= 60 ? '60' : null;
}

/** The row and the jobs are one transaction: an e-mail may come late and never twice. */
export async function queueNotices(
  { db, models, clock, queue }: NoticesContext,
  inUse: ReadonlySet<string>,
): Promise<void> {
  for (const entry of models.catalogue) {
    const level = inUse.has(entry.id) ? levelOf(entry, clock.now()) : null;
    if (!level) continue;
    // A day that was moved is news.
    const key = `${entry.id} ${level === 'gone' ? level : `${entry.ends_at} ${level}`}`;
    await db.transaction(async (tx) => {
      const noted = await tx
        .insert(model_notices)
        .values({ key, sent_at: clock.now() })
        .onConflictDoNothing()
        .returning();
      if (!noted.length) return;
      // The people of a rule are notified instead.
      if (await hasActiveRule(tx, 'model_ends')) return;
      const people = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.role, 'superadmin'), eq(users.active, true)));
      for (const { id: user_id } of people)
        await queue.send('models.notice', { user_id, model_id: entry.id, level }, tx);
    });
  }
}

type EmailContext = Pick<AppContext, 'db' | 'mailer' | 'env' | 'models'>;

export const noticeJob = (context: EmailContext): Pick<JobBodies, 'models.notice'> => ({
  async 'models.notice'({ user_id, model_id, level }) {
    const { db, mailer, models, env } = context;
    const account = await findAccount(db, user_id);
    const entry = models.catalogue.find(({ id }) => id === model_id);
    if (!account || !entry) return;
    const uses = (await readUses(db)).get(model_id) ?? NO_USES;
    const runs_on = models.open(model_id)?.entry.name ?? null;
    const successor = models.catalogue.find(({ id }) => id === entry.successor)?.name ?? null;
    await mailer.send(noticeEmail(account, { entry, level, uses, runs_on, successor }, env.APP_URL));
  },
});

type Notice = {
  entry: CatalogueModel;
  level: Level;
  uses: Uses;
  /** The name of the model that answers in its place. */
  runs_on: string | null;
  successor: string | null;
};

export function noticeEmail(to: Addressee, notice: Notice, appUrl: string): Letter {
  const { entry, level, uses, runs_on, successor } = notice;
  const hasGone = level === 'gone';
  const day = (entry.ends_at ?? '').split('-').reverse().join('/');
  const title = hasGone ? `O modelo ${entry.name} saiu da lista` : `O modelo ${entry.name} termina em ${day}`;
  const next = hasGone ? runs_on : successor;
  return {
    to: to.email,
    subject: title,
    title,
    before: [
      greeting(to.name),
      hasGone
        ? `O provedor não lista mais o modelo ${entry.name} (${entry.id}).`
        : `O provedor deixa de atender o modelo ${entry.name} (${entry.id}) em ${day}.`,
      `Ele é usado por ${counted(uses.agents.length, 'agente', 'agentes')} e ${counted(uses.data_sources.length, 'fonte de dados', 'fontes de dados')}.`,
      next
        ? `${hasGone ? 'Respondem agora com' : 'Depois, respondem com'} ${next}, até alguém escolher outro.`
        : 'Não há sucessor que possa responder: escolha outro modelo.',
    ],
    after: ['Em «Modelos», na administração, está onde ele é usado, e cada agente pode comparar sucessores.'],
    appUrl,
  };
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
