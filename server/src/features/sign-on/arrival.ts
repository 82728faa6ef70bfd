/** Somebody comes back from their provider: the answer is exchanged, and its claims are read. */
import { eq } from 'drizzle-orm';
import { foldEmail, PersonName } from '#contract/account-fields.ts';
import { ACCOUNT_LEVEL_NAMES, ACCOUNT_LEVELS, type OidcSettings } from '#contract/identity-providers.ts';
import type { ProviderAnswer, SignOnPurpose } from '#contract/provider-answer.ts';
import { booleanAt, claimAt, groupsAt, textAt } from '../../adapters/identity/claims.ts';
import {
  announcesLogout,
  type Claims,
  configurationOf,
  exchange,
  type OidcConnection,
  userInfo,
} from '../../adapters/identity/oidc.ts';
import { ProviderFailure, reasonFor } from '../../adapters/identity/provider-failure.ts';
import type { ProviderStep } from '../../adapters/telemetry/access-figures.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, filledError } from '../../app-error.ts';
import { identity_providers } from '../../db/tables/identity.ts';
import { redirectUri } from '../identity-providers/administration.ts';
import {
  findActiveProvider,
  hashOfSubject,
  isLdap,
  type KnownProvider,
  type OidcProvider,
  openProviderSecret,
} from '../identity-providers/provider.ts';
import type { Vouched } from '../identity-providers/vouched.ts';
import { type Begun, derivedFrom, readState, spendState } from './state.ts';

export type SignOnContext = Pick<
  AppContext,
  | 'db'
  | 'clock'
  | 'secret'
  | 'secretKeys'
  | 'env'
  | 'identity'
  | 'log'
  | 'queue'
  | 'signals'
  | 'accessFigures'
>;

/** A person as their provider describes them. */
export type Arrival = {
  /** In its folded form. */
  email: string | null;
  /** Null where the provider does not say. */
  email_verified: boolean | null;
  name: string | null;
  /** By which its directory may have named the person (SCIM `externalId`): the object id of Entra, and the subject. */
  external_ids: string[];
  vouched: Vouched;
};

export type Arrived = { provider: OidcProvider; arrival: Arrival };

export async function requireOidcProvider(context: SignOnContext, slug: string): Promise<OidcProvider> {
  const provider = await findActiveProvider(context.db, slug);
  if (!provider || isLdap(provider)) throw new AppError('identity_provider_not_found');
  return provider;
}

export const connectionOf = (
  { secretKeys }: Pick<AppContext, 'secretKeys'>,
  provider: OidcProvider,
): OidcConnection => ({
  issuer: provider.settings.issuer,
  client_id: provider.settings.client_id,
  client_auth: provider.settings.client_auth,
  client_secret: openProviderSecret(secretKeys, provider),
});

type Asked = { slug: string; purpose: SignOnPurpose; provider: OidcProvider };

/** A state opens once, for its purpose, at its provider, from its tab. */
export async function readAnswer(
  context: SignOnContext,
  asked: Asked,
  answer: ProviderAnswer,
): Promise<Arrived> {
  const { arrival } = await readClaims(context, asked, answer);
  return { provider: asked.provider, arrival: arrival() };
}

/** The claims of the provider; the rules of this installation judge it when `arrival` is called. */
export async function readClaims(
  context: SignOnContext,
  { slug, purpose, provider }: Asked,
  { state, binding, query }: ProviderAnswer,
): Promise<{ claims: Claims; arrival: () => Arrival; begun: Begun }> {
  const { db, clock, secret, env, identity } = context;
  const now = clock.now();
  const begun = readState(secret, { state, binding }, now);
  if (begun && begun.slug !== slug) throw new AppError('provider_refused');
  if (begun?.purpose !== purpose || !(await spendState(db, state, now))) throw new AppError('sso_expired');
  try {
    const configured = configurationOf(identity, connectionOf(context, provider));
    const configuration = await timed(context, provider, 'discovery', configured);
    const redirect_uri = redirectUri(env.APP_URL, slug);
    const answer = { redirect_uri, query, state, ...derivedFrom(secret, state) };
    const exchanged = await timed(context, provider, 'token', exchange(configuration, answer));
    const { settings } = provider;
    const isWhole =
      textAt(exchanged.claims, settings.claim_email) !== null &&
      (settings.claim_groups === null || groupsAt(exchanged.claims, settings.claim_groups)?.length !== 0);
    const claims = isWhole
      ? exchanged.claims
      : {
          ...(await timed(context, provider, 'userinfo', userInfo(configuration, exchanged))),
          ...exchanged.claims,
        };
    const announces_logout = announcesLogout(configuration);
    const kept = { announces_logout, check: exchanged.refresh_token };
    return { claims, begun, arrival: () => arrivalIn(context, provider, claims, kept) };
  } catch (error) {
    throw await noteFailure(context, provider, error);
  }
}

/** Measures one call of a provider, whether it is answered or not. */
export async function timed<T>(
  { accessFigures }: Pick<AppContext, 'accessFigures'>,
  { slug }: Pick<KnownProvider, 'slug'>,
  step: ProviderStep,
  call: Promise<T>,
): Promise<T> {
  const began = performance.now();
  try {
    return await call;
  } finally {
    accessFigures.called({ slug, step }, (performance.now() - began) / 1_000);
  }
}

/** A provider that is away or set up wrongly is shown as failing; its own words go to the log, cut short. */
export async function noteFailure(
  { db, clock, log, accessFigures }: Pick<AppContext, 'db' | 'clock' | 'log' | 'accessFigures'>,
  provider: KnownProvider,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ProviderFailure)) return error;
  const { slug, failing_since, id } = provider;
  accessFigures.failed({ slug, code: error.code });
  log.info({ slug, code: error.code, reason: reasonFor(error.cause) }, 'a sign-on failed at its provider');
  if (error.code === 'identity_provider_away' || error.code === 'provider_misconfigured')
    await db
      .update(identity_providers)
      .set({ failing_since: failing_since ?? clock.now(), last_error: error.code })
      .where(eq(identity_providers.id, id));
  return new AppError(error.code, { cause: error });
}

type Kept = Pick<Vouched, 'announces_logout' | 'check'>;

function arrivalIn(
  { secretKeys }: Pick<AppContext, 'secretKeys'>,
  provider: OidcProvider,
  claims: Claims,
  kept: Kept,
): Arrival {
  const { settings, kind, id } = provider;
  if (settings.hd && textAt(claims, 'hd') !== settings.hd) throw new AppError('not_invited');
  const level = levelIn(claims);
  requireLevel(settings, level);
  const email = textAt(claims, settings.claim_email);
  const sid = textAt(claims, 'sid');
  return {
    email: email === null ? null : foldEmail(email),
    email_verified: booleanAt(claims, 'email_verified'),
    name: nameIn(claims, settings),
    external_ids: [textAt(claims, 'oid'), claims.sub].filter((id) => id !== null),
    vouched: {
      provider_id: id,
      subject_hash: hashOfSubject(secretKeys, provider, claims.sub),
      label: kind === 'govbr' ? null : email,
      level,
      strong: hasSecondFactor(settings, claims),
      groups: settings.claim_groups === null ? null : groupsAt(claims, settings.claim_groups),
      issued_at: claims.iat * 1000,
      sid_hash: sid === null ? null : hashOfSubject(secretKeys, provider, `sid ${sid}`),
      ...kept,
      is_new: false,
      is_first: false,
    },
  };
}

/** The level of an account at gov.br. */
function levelIn(claims: Claims): string | null {
  const level = textAt(claims, 'reliability_info.level');
  return ACCOUNT_LEVELS.find((one) => one === level) ?? null;
}

function requireLevel({ min_level }: OidcSettings, level: string | null): void {
  if (min_level === null) return;
  const reached = ACCOUNT_LEVELS.map(String).indexOf(level ?? '');
  if (reached < ACCOUNT_LEVELS.indexOf(min_level))
    throw filledError('level_too_low', { level: ACCOUNT_LEVEL_NAMES[min_level] });
}

function hasSecondFactor({ trust_mfa, acr_values }: OidcSettings, claims: Claims): boolean {
  if (trust_mfa !== 'amr') return trust_mfa === 'always';
  const methods = claimAt(claims, 'amr');
  const acr = textAt(claims, 'acr');
  return (Array.isArray(methods) && methods.includes('mfa')) || (acr !== null && acr_values.includes(acr));
}

/** The name that a person chose for themselves comes before the one in the register. */
function nameIn(claims: Claims, { claim_name }: OidcSettings): string | null {
  for (const path of ['social_name', claim_name]) {
    const name = PersonName.safeParse(textAt(claims, path) ?? '');
    if (name.success) return name.data;
  }
  return null;
}
