/** The list of domain rules, changed as a whole by superadmins. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { domainMessages, type EmailDomain, type EmailDomains, OTHER_DOMAINS } from '#contract/domains.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { sign_ins } from '../../db/tables/accounts.ts';
import { email_domains, identity_providers, provider_sessions } from '../../db/tables/identity.ts';
import { installation } from '../../db/tables/installation.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import type { EndedBecause } from '../auth/records/sign-in-store.ts';
import { emergencyAccounts, requireEmergencyAccount } from '../users/emergency.ts';
import { asciiDomain, rulesFor, writtenDomain } from './rules.ts';

/** The row of the table `installation` that says when the list was last saved, and is held while it is changed. */
const LIST_KEY = 'email_domains';

const OTHERS: EmailDomain = {
  domain: OTHER_DOMAINS,
  entry: 'enters',
  user_group_id: null,
  provider_id: null,
  door: 'any',
};

type Listed = Omit<EmailDomains, 'updated_at'> & { updated_at: Date | null };

/** By name; every other domain comes last. */
export async function listDomains(db: Queryable): Promise<Listed> {
  const [row] = await db.select().from(installation).where(eq(installation.key, LIST_KEY));
  const domains = await rulesIn(db);
  const counts = await peopleByDomain(db);
  const emergency = await emergencyAccounts(db);
  const names = new Set(domains.map(({ domain }) => domain));
  const ruleOf = (name: string) => rulesFor(name).find((one) => names.has(one));
  return {
    domains: domains.map((one) => ({
      ...one,
      people: sum(counts.filter(({ name }) => ruleOf(name) === one.domain).map(({ people }) => people)),
      emergency_accounts: emergency
        .filter(({ email }) => ruleOf(email) === one.domain)
        .map(({ id, name }) => ({ id, name })),
    })),
    updated_at: row?.updated_at ?? null,
  };
}

async function rulesIn(db: Queryable): Promise<EmailDomain[]> {
  const rows = await db
    .select({
      domain: email_domains.domain,
      entry: email_domains.entry,
      user_group_id: email_domains.user_group_id,
      provider_id: email_domains.provider_id,
      door: email_domains.door,
    })
    .from(email_domains)
    .orderBy(asc(email_domains.domain));
  const others = rows.find(({ domain }) => domain === OTHER_DOMAINS) ?? OTHERS;
  return [...rows.filter((row) => row !== others), others];
}

async function peopleByDomain(db: Queryable): Promise<{ name: string; people: number }[]> {
  const { rows } = await db.execute<{ name: string; people: number }>(sql`
    select split_part(email, '@', 2) as name, count(*)::int as people from users where active group by 1`);
  return rows;
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

type Wanted = { domains: EmailDomain[]; updated_at: string | null };

/** Returns the people whose sign-ins ended, for the caller to wake. */
export async function replaceDomains(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  { domains: typed, updated_at }: Wanted,
): Promise<{ list: Listed; ended: number[] }> {
  const now = clock.now();
  const domains = typed.map(checked);
  refuseTwins(domains);
  const ended = await db.transaction(async (tx) => {
    await holdList(tx, updated_at, now);
    await requireReferences(tx, domains);
    const before = await rulesIn(tx);
    const closedSince = new Map(
      (await tx.select().from(email_domains)).map((row) => [
        `${row.domain} ${row.provider_id}`,
        row.closed_at,
      ]),
    );
    await tx.delete(email_domains);
    if (domains.length)
      await tx.insert(email_domains).values(
        domains.map((one) => ({
          ...one,
          written: writtenDomain(one.domain),
          closed_at:
            one.door === 'provider' ? (closedSince.get(`${one.domain} ${one.provider_id}`) ?? now) : null,
        })),
      );
    const isClosed = domains.some(({ door }) => door === 'provider');
    if (isClosed) await requireEmergencyAccount(tx);
    const ids = isClosed ? await endOtherDoors(tx, domains, now) : [];
    const changed = difference(byDomain(before), byDomain(await rulesIn(tx)));
    if (changed) {
      const change = { action: 'email_domain.updated', object_type: 'email_domain' } as const;
      await recordChange(tx, by, { ...change, ...changed }, now);
    }
    return ids;
  });
  return { list: await listDomains(db), ended };
}

function checked(typed: EmailDomain, place: number): EmailDomain {
  const domain = asciiDomain(typed.domain);
  if (!domain) throw refused(place, 'domain', domainMessages.form);
  const one = { ...typed, domain };
  if (domain === OTHER_DOMAINS && (one.provider_id !== null || one.door !== 'any'))
    throw refused(place, 'provider_id', domainMessages.others);
  if (one.door === 'provider' && one.provider_id === null)
    throw refused(place, 'provider_id', domainMessages.providerMissing);
  return one;
}

function refuseTwins(domains: EmailDomain[]): void {
  const place = domains.findIndex(({ domain }, at) =>
    domains.slice(0, at).some((one) => one.domain === domain),
  );
  if (place >= 0) throw refused(place, 'domain', domainMessages.twice);
}

/** Held until the transaction ends, so that a second editor is refused. */
async function holdList(tx: Transaction, updated_at: string | null, now: Date): Promise<void> {
  const made = await tx
    .insert(installation)
    .values({ key: LIST_KEY, value: {}, updated_at: now })
    .onConflictDoNothing()
    .returning();
  const isFirst = made.length === 1;
  const [row] = await tx.select().from(installation).where(eq(installation.key, LIST_KEY)).for('update');
  if (isFirst ? updated_at !== null : row?.updated_at.toISOString() !== updated_at)
    throw new AppError('stale_change');
  await tx.update(installation).set({ updated_at: now }).where(eq(installation.key, LIST_KEY));
}

async function requireReferences(tx: Transaction, domains: EmailDomain[]): Promise<void> {
  const groups = await tx.select({ id: user_groups.id }).from(user_groups).for('key share');
  const providers = await tx
    .select({ id: identity_providers.id, active: identity_providers.active })
    .from(identity_providers)
    .for('key share');
  for (const [place, { user_group_id, provider_id, door }] of domains.entries()) {
    if (user_group_id !== null && !groups.some(({ id }) => id === user_group_id))
      throw refused(place, 'user_group_id', domainMessages.groupUnknown);
    const provider = providers.find(({ id }) => id === provider_id);
    if (provider_id !== null && !provider)
      throw refused(place, 'provider_id', domainMessages.providerUnknown);
    if (door === 'provider' && !provider?.active)
      throw refused(place, 'provider_id', domainMessages.providerInactive);
  }
}

/** Ends the sign-ins that the provider of a closed domain did not open, except those of emergency accounts. */
async function endOtherDoors(tx: Transaction, domains: EmailDomain[], now: Date): Promise<number[]> {
  const names = new Set(domains.map(({ domain }) => domain));
  const counts = await peopleByDomain(tx);
  const ids = new Set<number>();
  for (const { domain, provider_id, door } of domains) {
    if (door !== 'provider') continue;
    const written = counts
      .map(({ name }) => name)
      .filter((name) => rulesFor(name).find((one) => names.has(one)) === domain);
    if (!written.length) continue;
    const because: EndedBecause = 'session_over';
    const its = tx
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(sql`split_part(${users.email}, '@', 2)`, written), eq(users.emergency, false)));
    const byProvider = sql`exists (select from ${provider_sessions} s where s.user_id = ${sign_ins.user_id}
      and s.sign_in_id = ${sign_ins.id} and s.provider_id = ${provider_id})`;
    const rows = await tx
      .update(sign_ins)
      .set({ ended_at: now, ended_because: because })
      .where(and(inArray(sign_ins.user_id, its), isNull(sign_ins.ended_at), sql`not ${byProvider}`))
      .returning({ user_id: sign_ins.user_id });
    for (const { user_id } of rows) ids.add(user_id);
  }
  return [...ids];
}

const byDomain = (domains: EmailDomain[]) =>
  Object.fromEntries(domains.map(({ domain, ...rule }) => [domain, rule]));

const refused = (place: number, name: string, message: string) =>
  new AppError('validation', {
    detail: message,
    errors: [{ field: `domains.${place}.${name}`, message }],
  });
