/** Opens the models of the catalogue, each at its provider; without any provider the local reader answers. */
import { AGENT_FALLBACK, type CatalogueModel, PROVIDERS, type Provider } from '#contract/model-catalogue.ts';
import type { Env } from '../../env.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { correctedCatalogue, upstreamOf, type Variables } from './catalogue.ts';
import { openEmbedder } from './embedder.ts';
import { localReader } from './local-reader/local-reader.ts';
import type {
  InstallationModels,
  Model,
  ModelSetup,
  Models,
  OpenModel,
  ProviderAccess,
  Upstream,
} from './model.ts';
import { listModels } from './providers/model-lists.ts';
import { type ProviderSettings, providerModel } from './providers/provider-model.ts';
import { defaultModel, isRetired, type Known, lastSuccessor, type Refusal, resolve } from './resolution.ts';
import { openResting } from './resting.ts';

/** A key of Anthropic counts before one of OpenAI where both could give the default. */
const CHOICE: readonly Provider[] = ['anthropic', 'openai', 'google', 'compatible'];

const NOTHING_CHOSEN: InstallationModels = { default: null, steps: null, follow_successor: true, added: [] };

/** `variables` holds the keys that `api_key_env` of an override names; everything else is parsed already. */
export function openModels(
  env: Env,
  { log, clock, variables = process.env }: { log: Log; clock: Clock; variables?: Variables },
): Models {
  const inCode = correctedCatalogue(env);
  const resting = openResting(clock);
  const reader = localReader();
  const settings = providerSettings(env, log);
  const models = new Map<string, Model>();
  let chosen = NOTHING_CHOSEN;
  let catalogue: readonly CatalogueModel[] = inCode;
  let entries = new Map(inCode.map((entry) => [entry.id, entry]));
  let upstreams = upstreamsOf(catalogue, env, variables);
  const local = upstreams.size === 0;
  const setup: ModelSetup = {
    providers: () => accessesOf(upstreams),
    list: listModels,
    probe: (upstream, signal) => probe(providerModel(upstream, { ...settings, onRetry: () => {} }), signal),
    canRun: (id) => {
      const entry = entries.get(id);
      return entry !== undefined && upstreams.has(id) && !isRetired(entry, clock.now());
    },
    configure(given) {
      chosen = given;
      catalogue = [...inCode, ...given.added.filter(({ id }) => !inCode.some((entry) => entry.id === id))];
      entries = new Map(catalogue.map((entry) => [entry.id, entry]));
      upstreams = upstreamsOf(catalogue, env, variables);
    },
    choosing: null,
  };
  warnOfCircles(inCode, { entries, now: clock.now() }, log);

  const known = (isUsable: Known['isUsable'], ...first: (string | null)[]): Known => ({
    entries,
    now: clock.now(),
    follow_successor: chosen.follow_successor,
    isUsable,
    defaults: [...first, chosen.default, ...fallbacks('default')].filter((id) => id !== null),
  });
  /** The catalogue's default of each provider with a key; they count until one is chosen. */
  const fallbacks = (use: 'default' | 'steps'): string[] =>
    accessesOf(upstreams).flatMap(({ provider, entries: [own] }) => {
      const id = PROVIDERS[provider][use];
      // The choice finds out whether a compatible server has the model of the operator's entry.
      return id ? [id] : own && !setup.choosing ? [own.id] : [];
    });
  const hasKey = (entry: CatalogueModel) => upstreams.has(entry.id);
  const isUsable = (entry: CatalogueModel) => hasKey(entry) && !resting.isResting(entry);

  function resolved(id: string): CatalogueModel | Refusal {
    const named = entries.get(id);
    if (!named) return 'model_not_configured';
    const awake = resolve(named, known(isUsable));
    // Where everything rests, the answer says that the model has gone.
    return typeof awake === 'string' ? resolve(named, known(hasKey)) : awake;
  }

  function run(entry: CatalogueModel): OpenModel | null {
    const upstream = upstreams.get(entry.id);
    if (!upstream) return null;
    const model = models.get(entry.id) ?? resting.watch(entry, providerModel(upstream, settings));
    models.set(entry.id, model);
    return { entry, model, local };
  }

  function open(id: string): OpenModel | null {
    if (local) {
      const entry = entries.get(id) ?? entries.get(AGENT_FALLBACK.model);
      return entry ? { entry, model: reader, local } : null;
    }
    const entry = resolved(id);
    return typeof entry === 'string' ? null : run(entry);
  }

  return {
    local,
    get catalogue() {
      return catalogue;
    },
    embedder: openEmbedder(env, log),
    open,
    openStep(id) {
      if (local) return open(id);
      const named = entries.get(id);
      if (named && !isRetired(named, clock.now()) && isUsable(named)) return run(named);
      const other = defaultModel({
        ...known(isUsable),
        defaults: [chosen.steps, ...fallbacks('steps'), chosen.default, ...fallbacks('default')].filter(
          (each) => each !== null,
        ),
      });
      return other && run(other);
    },
    refusal(id) {
      const entry = resolved(id);
      return typeof entry === 'string' ? entry : 'model_not_configured';
    },
    stateOf(entry) {
      // Nothing is asked in local mode, so nothing has been retired there.
      if (local) return 'active';
      if (isRetired(entry, clock.now())) return 'retired';
      if (!hasKey(entry)) return 'no_key';
      if (resting.isResting(entry)) return 'failing';
      return entry.ends_at === undefined ? 'active' : 'ending';
    },
    setup: local ? null : setup,
  };
}

function providerSettings(env: Env, log: Log): ProviderSettings {
  const servedAs = new Map<string, string>();
  return {
    first_token_ms: env.MODEL_FIRST_TOKEN_SECONDS * 1000,
    idle_ms: env.MODEL_IDLE_SECONDS * 1000,
    known_dialects: new Map(),
    onRetry: (failure) => log.warn(failure, 'model call failed, will be tried again'),
    onRefusedParameter: (model, parameter) =>
      log.warn({ model, parameter }, 'the model refuses this parameter, it is left out from now on'),
    onServedBy: ({ id }, model) => {
      if (servedAs.get(id) === model) return;
      servedAs.set(id, model);
      log.warn(
        { model: id, served_as: model },
        'the provider answers with another model than it was asked for',
      );
    },
  };
}

function upstreamsOf(
  catalogue: readonly CatalogueModel[],
  env: Env,
  variables: Variables,
): Map<string, Upstream> {
  const found = new Map<string, Upstream>();
  for (const entry of catalogue) {
    const upstream = upstreamOf(entry, env, variables);
    if (upstream) found.set(entry.id, upstream);
  }
  return found;
}

/** Each provider with a key once; of the compatible ones each address. */
function accessesOf(upstreams: ReadonlyMap<string, Upstream>): ProviderAccess[] {
  const found = new Map<string, ProviderAccess>();
  for (const { entry, base_url, api_key } of upstreams.values()) {
    const { provider } = entry;
    const key = `${provider} ${base_url} ${api_key}`;
    const access = found.get(key) ?? { provider, base_url, api_key, entries: [] };
    access.entries.push(entry);
    found.set(key, access);
  }
  return [...found.values()].sort((a, b) => CHOICE.indexOf(a.provider) - CHOICE.indexOf(b.provider));
}

function warnOfCircles(
  catalogue: readonly CatalogueModel[],
  known: Pick<Known, 'entries' | 'now'>,
  log: Log,
): void {
  for (const entry of catalogue)
    if (entry.retired_successor && !lastSuccessor(entry, known))
      log.warn(
        { model: entry.id, retired_successor: entry.retired_successor },
        'no usable successor, the default of the installation answers',
      );
}

const PROBE_TOKENS = 16;

async function probe(model: Model, signal: AbortSignal): Promise<boolean> {
  const prompt = { instructions: '', passages: null, history: [], question: 'Responda apenas: ok' };
  const ending = await model(
    { prompt, temperature: 0, max_tokens: PROBE_TOKENS, effort: 'least', signal },
    () => {},
  );
  return ending?.type === 'end';
}
