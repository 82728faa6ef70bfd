/** Tries a provider before it is saved: whether something answers, and whether it lists models in the form of its kind. */
import type { NewModelProvider, ProviderProbe } from '#contract/model-providers.ts';
import type { AddressPolicy } from '../../adapters/guarded-fetch/address-policy.ts';
import { openProviderNetworks, type ProviderNetworks } from '../../adapters/models/provider-network.ts';
import { versionedUrl } from '../../adapters/models/providers/base-url.ts';
import { listModels } from '../../adapters/models/providers/model-lists.ts';
import type { AppContext } from '../../app-context.ts';
import type { Caller } from '../../http/routes.ts';
import { consumeRateLimit } from '../../request-guards/rate-limit.ts';
import { requireAddress } from './address.ts';
import { listProblem } from './records/list-problem.ts';

const PROBE_MS = 10_000;
const PROBES_PER_MINUTE = 20;
const NOTHING_LISTED = 'O servidor respondeu, mas não listou nenhum modelo.';

type ProbeContext = Pick<AppContext, 'db' | 'clock' | 'env' | 'models'>;

export async function probeProvider(
  context: ProbeContext,
  { user_id }: Pick<Caller, 'user_id'>,
  { kind, base_url: typed, key }: Pick<NewModelProvider, 'kind' | 'base_url' | 'key'>,
): Promise<ProviderProbe> {
  const limit = { key: `provider-probe:${user_id}`, max: PROBES_PER_MINUTE, seconds: 60 };
  await consumeRateLimit(context.db, limit, context.clock.now());
  const base_url = versionedUrl(kind, await requireAddress(typedPolicy(context), typed));
  const access = { provider: kind, base_url, api_key: key ?? null };
  try {
    const listed = await listModels(access, networksOf(context).typed, AbortSignal.timeout(PROBE_MS));
    const models = listed.filter(({ is_chat }) => is_chat).map(({ id }) => id);
    return { reachable: true, speaks: true, models, error: models.length ? null : NOTHING_LISTED };
  } catch (error) {
    const { reachable, sentence } = listProblem(error);
    return { reachable, speaks: false, models: [], error: sentence };
  }
}

/** The rules for addresses that are typed on a screen. */
export const typedPolicy = (context: Pick<AppContext, 'env' | 'models'>): AddressPolicy =>
  networksOf(context).typed.policy;

const networksOf = ({ env, models }: Pick<AppContext, 'env' | 'models'>): ProviderNetworks =>
  models.setup?.networks ?? openProviderNetworks(env);
