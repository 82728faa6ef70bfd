/** Reads the lists of models of the providers. A list that cannot be read leaves the others as they are. */
import { eq } from 'drizzle-orm';
import type { DiscoveredProvider } from '#contract/models.ts';
import type { ListedModel, ProviderAccess } from '../../../adapters/models/model.ts';
import { AppError } from '../../../app-error.ts';
import { type Queryable, reasonOf } from '../../../db/client.ts';
import { model_providers } from '../../../db/tables/models.ts';
import { consumeRateLimit } from '../../../request-guards/rate-limit.ts';
import { listProblem } from '../../model-providers/records/list-problem.ts';
import type { ModelsContext } from '../installation-models.ts';

const LIST_MS = 10_000;
const PER_MINUTE = 6;

export async function discoverModels(
  context: ModelsContext,
  { user_id }: { user_id: number },
  { provider_id }: { provider_id?: number | undefined },
): Promise<DiscoveredProvider[]> {
  const { db, models, clock } = context;
  const limit = { key: `models-discover:${user_id}`, max: PER_MINUTE, seconds: 60 };
  await consumeRateLimit(db, limit, clock.now());
  const all = models.setup?.providers() ?? [];
  const wanted = all.filter(({ info }) => provider_id === undefined || info.id === provider_id);
  if (provider_id !== undefined && !wanted.length) throw await whyNotListed(db, provider_id);
  return Promise.all(wanted.map((access) => discovered(context, access)));
}

/** A provider that exists is left out where its key is missing or does not open. */
async function whyNotListed(db: Queryable, id: number): Promise<AppError> {
  const isThere = (await db.$count(model_providers, eq(model_providers.id, id))) > 0;
  return new AppError(isThere ? 'provider_without_key' : 'unknown_provider');
}

async function discovered(context: ModelsContext, access: ProviderAccess): Promise<DiscoveredProvider> {
  const { info, entries } = access;
  const { models, error } = await readList(context, access);
  return {
    provider: access.provider,
    provider_id: info.id,
    name: info.name,
    error,
    models: models.map((listed) => ({
      provider_model: listed.id,
      id: listed.id.toLowerCase().replaceAll('/', '-'),
      name: listed.name,
      context_window: listed.context,
      max_tokens: listed.max_tokens,
      ends_at: listed.ends_at,
      vision: listed.vision,
      structured_output: listed.structured_output,
      efforts: listed.efforts,
      is_chat: listed.is_chat,
      known_as: entries.find((entry) => entry.provider_model === listed.id)?.id ?? null,
    })),
  };
}

/** Notes at the provider when its list was read, or why it could not be. */
export async function readList(
  { db, models, clock, log }: ModelsContext,
  access: ProviderAccess,
): Promise<{ models: ListedModel[]; error: string | null }> {
  const { id } = access.info;
  const note = async (error: string | null) => {
    if (id === null) return;
    const noted = error ? { list_error: error } : { list_error: null, listed_at: clock.now() };
    await db.update(model_providers).set(noted).where(eq(model_providers.id, id));
  };
  try {
    const listed = await models.setup?.list(access, AbortSignal.timeout(LIST_MS));
    await note(null);
    return { models: listed ?? [], error: null };
  } catch (cause) {
    log.warn({ provider: access.provider, err: { message: reasonOf(cause) } }, 'a list of models');
    const { sentence: error } = listProblem(cause);
    await note(error);
    return { models: [], error };
  }
}
