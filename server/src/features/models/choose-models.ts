/** Finds a model that answers with the keys that are there: for answers, and a cheap one for steps of data sources. */
import { type CatalogueModel, PROVIDERS } from '#contract/model-catalogue.ts';
import type { Log } from '../../adapters/log.ts';
import { listedEntry } from '../../adapters/models/catalogue/layers.ts';
import type { ListedModel, ModelSetup, ProviderAccess } from '../../adapters/models/model.ts';
import { reasonOf } from '../../db/client.ts';

export type ChosenModels = {
  default: string | null;
  steps: string | null;
  added: CatalogueModel[];
  /** The default has answered. Otherwise no list could be read, and the catalogue's word is taken. */
  probed: boolean;
};

const LIST_MS = 10_000;
const PROBE_MS = 10_000;
/** All of it; the lease of the choice lasts longer. */
const CHOICE_MS = 120_000;

type Listed = { access: ProviderAccess; models: ListedModel[] };

export async function chooseModels(setup: ModelSetup, log: Log): Promise<ChosenModels> {
  const deadline = AbortSignal.timeout(CHOICE_MS);
  const lists = await Promise.all(setup.providers().map((access) => listOf(setup, access, deadline, log)));
  const readable = lists.filter((list) => list !== null);
  const answering = await firstThatAnswers(setup, readable, 'default', deadline, log);
  if (!answering) return { default: unprobed(setup, lists), steps: null, added: [], probed: false };
  const forSteps = await firstThatAnswers(setup, readable, 'steps', deadline, log);
  const known = new Set(setup.providers().flatMap(({ entries }) => entries.map(({ id }) => id)));
  const added = [answering, ...(forSteps ? [forSteps] : [])].filter(({ id }) => !known.has(id));
  return {
    default: answering.id,
    steps: forSteps?.id ?? answering.id,
    added: [...new Map(added.map((entry) => [entry.id, entry])).values()],
    probed: true,
  };
}

async function listOf(
  setup: ModelSetup,
  access: ProviderAccess,
  deadline: AbortSignal,
  log: Log,
): Promise<Listed | null> {
  try {
    const models = await setup.list(access, AbortSignal.any([deadline, AbortSignal.timeout(LIST_MS)]));
    return { access, models };
  } catch (error) {
    log.warn(
      { provider: access.provider, err: { message: reasonOf(error) } },
      'the list of models of a provider cannot be read',
    );
    return null;
  }
}

async function firstThatAnswers(
  setup: ModelSetup,
  lists: Listed[],
  use: 'default' | 'steps',
  deadline: AbortSignal,
  log: Log,
): Promise<CatalogueModel | null> {
  for (const { access, models } of lists)
    for (const entry of candidatesOf(setup, access, models, use)) {
      if (deadline.aborted) return null;
      const { base_url, api_key, typed_address = false } = access;
      const signal = AbortSignal.any([deadline, AbortSignal.timeout(PROBE_MS)]);
      if (await setup.probe({ entry, base_url, api_key, typed_address }, signal)) return entry;
      log.warn({ provider: access.provider, model: entry.id, use }, 'a model did not answer its probe');
    }
  return null;
}

/** The catalogue's own choice, its other entries from the fitting end of the prices, the newest that only the list has. */
export function candidatesOf(
  setup: Pick<ModelSetup, 'canRun'>,
  { provider, entries, base_url, info }: ProviderAccess,
  models: ListedModel[],
  use: 'default' | 'steps',
): CatalogueModel[] {
  const listed = new Set(models.map(({ id }) => id));
  const own = PROVIDERS[provider][use];
  const usable = entries.filter((entry) => listed.has(entry.provider_model) && setup.canRun(entry.id));
  const rest = usable.filter(({ id }) => id !== own);
  const others = use === 'steps' ? rest.toSorted((a, b) => outputPrice(a) - outputPrice(b)) : rest;
  const [newest] = models
    .filter(({ id, is_chat }) => is_chat && !entries.some((entry) => entry.provider_model === id))
    .toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0));
  const [like] = entries;
  const from = {
    provider,
    ...(provider !== 'compatible' ? {} : info.id === null ? { base_url } : { provider_id: info.id }),
    ...(like?.api_key_env ? { api_key_env: like.api_key_env } : {}),
  };
  return [
    ...usable.filter(({ id }) => id === own),
    ...others,
    ...(newest ? [listedEntry(from, newest)] : []),
  ];
}

const outputPrice = ({ price }: CatalogueModel): number => price?.output ?? Number.POSITIVE_INFINITY;

/** Where no list can be read: the catalogue's choice for the first provider, without a probe. */
function unprobed(setup: ModelSetup, lists: (Listed | null)[]): string | null {
  const [access] = setup.providers().filter((_, index) => lists[index] === null);
  if (!access) return null;
  return PROVIDERS[access.provider].default ?? access.entries[0]?.id ?? null;
}
