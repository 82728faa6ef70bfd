/**
 * Commands of the operator for one account: `npm run migrate -- reset-password E-MAIL` where no e-mail arrives,
 * `erase-account E-MAIL` for somebody who has left and cannot ask for it
 * on their own profile, and `keep-account E-MAIL`, which takes that back. An operator who runs commands on the server may do
 * anything; each command is recorded in the audit log.
 */
import { eq, sql } from 'drizzle-orm';
import { foldEmail } from '#contract/account-fields.ts';
import { DELETION_DAYS, TEMPORARY_PASSWORD_MINUTES } from '#contract/limits.ts';
import { systemClock } from '../adapters/clock.ts';
import type { AppContext } from '../app-context.ts';
import { openDatabaseAlone, openSealingKeys } from '../create-context.ts';
import { openDatabase } from '../db/client.ts';
import { users } from '../db/tables/people.ts';
import { type Env, TIME_ZONE } from '../env.ts';
import { recordChange } from '../features/audit/record.ts';
import { configureSealingKeys } from '../features/audit/sealing-keys.ts';
import { mayReset } from '../features/auth/jobs.ts';
import { issueTemporaryPassword } from '../features/auth/recovery.ts';
import { findAccountByEmail } from '../features/users/store.ts';

type Task = (email: string, env: Env) => Promise<string>;
type Context = Pick<AppContext, 'db' | 'clock'>;

/** Each returns the sentence for the operator. */
export const ACCOUNT_TASKS: Record<string, Task> = {
  'reset-password': besideTheServer(newPasswordFor),
  'erase-account': besideTheServer(eraseLater),
  'keep-account': besideTheServer(keepAfterAll),
};

/** With the database alone, which may be that of a running server. */
function besideTheServer(task: (context: Context, email: string) => Promise<string>): Task {
  return async (email, env) => {
    configureSealingKeys(await openSealingKeys(env));
    const { address, close } = await openDatabaseAlone(env, { alone: false });
    const database = openDatabase(address, { max: 2 });
    try {
      return await task({ db: database.db, clock: systemClock }, foldEmail(email));
    } finally {
      await database.close();
      await close();
    }
  };
}

/** As good as the password that «Esqueci minha senha» sends. */
export async function newPasswordFor({ db, clock }: Context, email: string): Promise<string> {
  const account = await findAccountByEmail(db, email);
  if (!account) return nobody(email);
  if (!account.active)
    return `A conta de ${email} está desativada: outro administrador a reativa em «Usuários».`;
  if (!(await mayReset(db, account)))
    return `A conta de ${email} entra só pelo provedor do seu domínio: uma senha não a abre.`;
  await endWaitingLetters(db, account.email);
  const password = await issueTemporaryPassword({ db, clock }, account.id);
  const change = { action: 'user.password_issued', object_type: 'user', person: account.id } as const;
  await db.transaction((tx) => recordChange(tx, null, change, clock.now()));
  return [
    `Senha temporária de ${email}: ${password}`,
    `Ela vale ${TEMPORARY_PASSWORD_MINUTES} minutos e uma entrada, que pede uma senha nova. A verificação em duas etapas continua valendo.`,
  ].join('\n');
}

/** A letter that waits for the mail server would make a password of its own when its turn comes, in the place of this one. */
const endWaitingLetters = (db: Context['db'], email: string) =>
  db.execute(sql`
    delete from pgboss.job
    where name = 'account.reset' and state in ('created', 'retry') and data ->> 'email' = ${email}`);

/** Only of somebody who is shut out already: their colleagues have seen to it, and nothing is taken from a person at work. */
export async function eraseLater({ db, clock }: Context, email: string): Promise<string> {
  const account = await findAccountByEmail(db, email);
  if (!account) return nobody(email);
  if (account.active)
    return `A conta de ${email} está ativa. A própria pessoa a exclui no perfil; de quem saiu, desative-a antes em «Usuários».`;
  const now = clock.now();
  const deletion_due = new Date(now.getTime() + DELETION_DAYS * 86_400_000);
  await changeDue(db, { person: account.id, deletion_due }, now);
  return `A conta de ${email} será excluída em ${day(deletion_due)}, com as conversas. Até lá se desiste com: npm run migrate -- keep-account ${email}`;
}

export async function keepAfterAll({ db, clock }: Context, email: string): Promise<string> {
  const account = await findAccountByEmail(db, email);
  if (!account) return nobody(email);
  await changeDue(db, { person: account.id, deletion_due: null }, clock.now());
  return `A conta de ${email} não será excluída.`;
}

async function changeDue(
  db: Context['db'],
  { person, deletion_due }: { person: number; deletion_due: Date | null },
  now: Date,
): Promise<void> {
  const change = deletion_due
    ? { action: 'user.deletion_requested', after: { deletion_due } }
    : { action: 'user.deletion_cancelled' };
  await db.transaction(async (tx) => {
    await tx.update(users).set({ deletion_due, updated_at: now }).where(eq(users.id, person));
    await recordChange(tx, null, { ...change, object_type: 'user', person }, now);
  });
}

const nobody = (email: string) => `Nenhuma conta de ${email || 'e-mail vazio'}.`;

const day = (date: Date) => date.toLocaleDateString('pt-BR', { timeZone: TIME_ZONE });
