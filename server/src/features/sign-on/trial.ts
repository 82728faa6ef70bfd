/** Trials of a provider by a superadmin: nothing of them stays but that they were good, and the audit entry. */
import { and, eq } from 'drizzle-orm';
import { problems } from '#contract/errors.ts';
import type { ConnectionStep, TrialSignIn } from '#contract/identity-provider-trials.ts';
import type { ProviderAnswer } from '#contract/provider-answer.ts';
import { probeOidc } from '../../adapters/identity/oidc-probe.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { identity_providers } from '../../db/tables/identity.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import type { Caller } from '../../http/routes.ts';
import { consumeRateLimit } from '../../request-guards/rate-limit.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { placeByGroups } from '../identity-providers/groups.ts';
import {
  isLdap,
  type KnownProvider,
  type LdapProvider,
  mappingsFor,
  type OidcProvider,
  parseProvider,
  requireProviderRow,
} from '../identity-providers/provider.ts';
import { keepIdentity } from '../identity-providers/vouched.ts';
import { findAccount } from '../users/store.ts';
import { type Found, findEnteringAccount } from './account.ts';
import { type Arrival, noteFailure, readClaims, type SignOnContext } from './arrival.ts';
import { claimTable, maskedAddress } from './claim-table.ts';
import { arrivalByPassword, directoryOf } from './directory.ts';
import { beginAt } from './start.ts';

const TRIALS_PER_MINUTE = 10;

type TrialContext = SignOnContext & Pick<AppContext, 'db'>;
type Asker = { caller: Pick<Caller, 'user_id' | 'sign_in_id'>; by: Actor };

export async function tryConnection(
  context: TrialContext,
  { caller, by }: Asker,
  id: number,
): Promise<{ steps: ConnectionStep[] }> {
  await countTrial(context, caller);
  const provider = parseProvider(await requireProviderRow(context.db, id));
  const steps = isLdap(provider)
    ? await probeDirectory(context, provider)
    : await probeOidc(context.identity, provider.settings);
  const passed = steps.every((step) => step.passed);
  await noteTrial(context, by, provider, { what: 'connection', passed });
  return { steps };
}

export async function beginTrial(
  context: TrialContext,
  { caller }: Pick<Asker, 'caller'>,
  id: number,
  binding_hash: string,
) {
  await countTrial(context, caller);
  const provider = await requireOidc(context, id);
  const starting = { slug: provider.slug, purpose: 'test' as const, caller, binding_hash };
  return beginAt(context, provider, starting);
}

/** A sign-in by the provider that opens none here. */
export async function finishTrial(
  context: TrialContext,
  { caller, by }: Asker,
  id: number,
  answer: ProviderAnswer,
): Promise<TrialSignIn> {
  const provider = await requireOidc(context, id);
  const { slug } = provider;
  const came = await readClaims(context, { slug, purpose: 'test', provider }, answer);
  const { user_id, sign_in_id } = came.begun;
  if (user_id !== caller.user_id || sign_in_id !== caller.sign_in_id) throw new AppError('sso_expired');
  const result = await judgeArrival(context, caller, provider, came.claims, came.arrival);
  await noteTrial(context, by, provider, { what: 'sign_in', passed: true });
  return result;
}

const probeDirectory = async (context: TrialContext, provider: LdapProvider) => {
  const probe = await import('../../adapters/identity/directory-probe.ts');
  return probe.probeDirectory(context.identity, directoryOf(context, provider));
};

/** With the name and the password of somebody in the directory. */
export async function tryDirectoryEntry(
  context: TrialContext,
  { caller, by }: Asker,
  id: number,
  typed: { username: string; password: string },
): Promise<TrialSignIn> {
  await countTrial(context, caller);
  const provider = parseProvider(await requireProviderRow(context.db, id));
  if (!isLdap(provider)) throw new AppError('identity_provider_not_found');
  const came = await arrivalByPassword(context, provider, typed).catch(async (error: unknown) => {
    throw await noteFailure(context, provider, error);
  });
  if (!came) {
    await noteTrial(context, by, provider, { what: 'sign_in', passed: false });
    return { claims: [], refusal: problems.invalid_credentials.detail, account: null };
  }
  const { person, arrival } = came;
  const result = await judgeArrival(context, caller, provider, person.attributes, () => arrival);
  await noteTrial(context, by, provider, { what: 'sign_in', passed: true });
  return result;
}

async function requireOidc({ db }: Pick<TrialContext, 'db'>, id: number): Promise<OidcProvider> {
  const provider = parseProvider(await requireProviderRow(db, id));
  if (isLdap(provider)) throw new AppError('identity_provider_not_found');
  return provider;
}

const countTrial = ({ db, clock }: TrialContext, { user_id }: Pick<Caller, 'user_id'>) =>
  consumeRateLimit(
    db,
    { key: `identity-provider-trial:${user_id}`, max: TRIALS_PER_MINUTE, seconds: 60 },
    clock.now(),
  );

/** Not a failure: everything that the trial wrote is taken back. */
class TakenBack extends Error {
  readonly account: TrialSignIn['account'];

  constructor(account: TrialSignIn['account']) {
    super('taken back');
    this.account = account;
  }
}

/** The entry is made in a transaction that is taken back, so that what is shown is what would happen. */
async function judgeArrival(
  context: TrialContext,
  { user_id }: Pick<Caller, 'user_id'>,
  provider: KnownProvider,
  claims: Readonly<Record<string, unknown>>,
  arrival: () => Arrival,
): Promise<TrialSignIn> {
  const asker = await findAccount(context.db, user_id);
  const table = claimTable(claims, asker ? [asker.email] : []);
  try {
    const came = { provider, arrival: arrival() };
    await context.db.transaction(async (tx) => {
      throw new TakenBack(await enterOnTrial(tx, context, came));
    });
    throw new Error('a trial was kept');
  } catch (error) {
    if (error instanceof TakenBack) return { claims: table, refusal: null, account: error.account };
    if (error instanceof AppError) return { claims: table, refusal: error.detail, account: null };
    throw error;
  }
}

async function enterOnTrial(
  tx: Transaction,
  context: TrialContext,
  came: { provider: KnownProvider; arrival: Arrival },
): Promise<TrialSignIn['account']> {
  const now = context.clock.now();
  const found = await findEnteringAccount(tx, context, came, now);
  if (!found) throw new AppError('provider_refused');
  const account = 'account' in found ? found.account : await waitingAccount(tx, came.arrival);
  if (!account) return null;
  const { provider, arrival } = came;
  const vouched = { ...arrival.vouched, is_new: found.kind === 'made' || found.kind === 'waiting' };
  if (found.kind === 'known' || found.kind === 'linked' || found.kind === 'made') {
    await keepIdentity(tx, context, { user_id: account.id, provider, vouched, user_agent: null }, now);
    const mappings = await mappingsFor(tx, provider);
    const placed = {
      provider,
      mappings,
      user_id: account.id,
      groups: vouched.groups,
      is_new: vouched.is_new,
    };
    await placeByGroups(tx, placed, now);
  }
  const [seen] = await tx
    .select({ name: users.name, email: users.email, role: users.role, group: user_groups.name })
    .from(users)
    .leftJoin(user_groups, eq(user_groups.id, users.user_group_id))
    .where(eq(users.id, account.id));
  if (!seen) return null;
  const { email, ...shown } = seen;
  const second_factor = secondFactorOf(found, vouched.strong, account.has_second_factor);
  return { by: found.kind, ...shown, email_masked: maskedAddress(email), second_factor };
}

const waitingAccount = async (tx: Transaction, { email }: Arrival) => {
  const [row] = await tx
    .select({ id: users.id, has_second_factor: users.has_second_factor })
    .from(users)
    .where(eq(users.email, email ?? ''));
  return row;
};

function secondFactorOf({ kind }: Found, strong: boolean, hasOwn: boolean): 'provider' | 'own' | 'none' {
  const asksHere = hasOwn && (kind === 'linked' || kind === 'proof' || !strong);
  if (asksHere) return 'own';
  return strong ? 'provider' : 'none';
}

/** A good sign-in counts until the connection is changed: the switch asks for one. */
async function noteTrial(
  { db, clock }: Pick<TrialContext, 'db' | 'clock'>,
  by: Actor,
  { id, name, updated_at }: KnownProvider,
  { what, passed }: { what: 'connection' | 'sign_in'; passed: boolean },
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    if (what === 'sign_in' && passed)
      await tx
        .update(identity_providers)
        .set({ tested_at: now, failing_since: null, last_error: null })
        .where(and(eq(identity_providers.id, id), eq(identity_providers.updated_at, updated_at)));
    const named = { object_type: 'identity_provider', object_id: id, object_name: name } as const;
    await recordChange(
      tx,
      by,
      { action: 'identity_provider.tested', ...named, after: { what, passed } },
      now,
    );
  });
}
