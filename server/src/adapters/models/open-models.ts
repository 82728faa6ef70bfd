/** Opens the models of the catalogue, each at its provider; without any provider the local reader answers. */
import { AGENT_FALLBACK, type CatalogueModel } from '#contract/model-catalogue.ts';
import type { Env } from '../../env.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { Catalogue, type Variables } from './catalogue/catalogue.ts';
import { openEmbedder } from './embedder.ts';
import { localReader } from './local-reader/local-reader.ts';
import type { Model, ModelSetup, Models, OpenModel } from './model.ts';
import { listModels } from './providers/model-lists.ts';
import { type ProviderSettings, providerModel } from './providers/provider-model.ts';
import { defaultModel, isRetired, type Known, lastSuccessor, type Refusal, resolve } from './catalogue/resolution.ts';
import { openResting, type Resting } from './catalogue/resting.ts';

/** `variables` holds the keys that `api_key_env` of an override names; everything else is parsed already. */
export function openModels(
  env: Env,
  { log, clock, variables = process.env }: { log: Log; clock: Clock; variables?: Variables },
): Models {
  const catalogue = new Catalogue(env, variables);
  const local = catalogue.upstreams.size === 0;
  const resting = openResting(clock);
  const reader = localReader();
  const settings = providerSettings(env, log);
  const setup = setupOf(catalogue, settings, clock);
  const resolved = resolverOf(catalogue, resting, { clock, setup });
  const models = new Map<string, Model>();
  warnOfCircles(catalogue, clock.now(), log);

  function run(entry: CatalogueModel): OpenModel | null {
    const upstream = catalogue.upstreams.get(entry.id);
    if (!upstream) return null;
    const model = models.get(entry.id) ?? resting.watch(entry, providerModel(upstream, settings));
    models.set(entry.id, model);
    return { entry, model, local };
  }

  function open(id: string): OpenModel | null {
    if (local) {
      const { entries } = catalogue;
      const entry = entries.get(id) ?? entries.get(AGENT_FALLBACK.model);
      return entry ? { entry, model: reader, local } : null;
    }
    const entry = resolved.answer(id);
    return typeof entry === 'string' ? null : run(entry);
  }

  return {
    local,
    get catalogue() {
      return catalogue.models;
    },
    embedder: openEmbedder(env, log),
    open,
    openStep(id) {
      if (local) return open(id);
      const entry = resolved.step(id);
      return entry && run(entry);
    },
    refusal(id) {
      const entry = resolved.answer(id);
      return typeof entry === 'string' ? entry : 'model_not_configured';
    },
    stateOf(entry) {
      // Nothing is asked in local mode, so nothing has been retired there.
      if (local) return 'active';
      if (isRetired(entry, clock.now())) return 'retired';
      if (!catalogue.hasKey(entry)) return 'no_key';
      if (resting.isResting(entry)) return 'failing';
      return entry.ends_at === undefined ? 'active' : 'ending';
    },
    setup: local ? null : setup,
  };
}

function setupOf(catalogue: Catalogue, settings: ProviderSettings, clock: Clock): ModelSetup {
  return {
    providers: () => catalogue.providers,
    list: listModels,
    probe: (upstream, signal) => probe(providerModel(upstream, { ...settings, onRetry: () => {} }), signal),
    canRun(id) {
      const entry = catalogue.entries.get(id);
      return entry !== undefined && catalogue.hasKey(entry) && !isRetired(entry, clock.now());
    },
    configure: (chosen) => catalogue.configure(chosen),
    choosing: null,
  };
}

/** Resolves ids to the entries that answer, or that run a step of a data source. */
function resolverOf(
  catalogue: Catalogue,
  resting: Resting,
  { clock, setup }: { clock: Clock; setup: ModelSetup },
) {
  const hasKey = (entry: CatalogueModel) => catalogue.hasKey(entry);
  const isUsable = (entry: CatalogueModel) => hasKey(entry) && !resting.isResting(entry);
  /** While the installation chooses, it is open whether a compatible server has the model of its entry. */
  const defaults = (use: 'default' | 'steps') => [
    catalogue.chosen[use],
    ...catalogue.ownChoices(use, setup.choosing === null),
  ];
  const known = (isUsable: Known['isUsable'], ids: (string | null)[]): Known => ({
    entries: catalogue.entries,
    now: clock.now(),
    follow_successor: catalogue.chosen.follow_successor,
    isUsable,
    defaults: ids.filter((id) => id !== null),
  });
  return {
    answer(id: string): CatalogueModel | Refusal {
      const named = catalogue.entries.get(id);
      if (!named) return 'model_not_configured';
      const awake = resolve(named, known(isUsable, defaults('default')));
      // Where everything rests, the answer says that the model has gone.
      return typeof awake === 'string' ? resolve(named, known(hasKey, defaults('default'))) : awake;
    },
    step(id: string): CatalogueModel | null {
      const named = catalogue.entries.get(id);
      if (named && !isRetired(named, clock.now()) && isUsable(named)) return named;
      return defaultModel(known(isUsable, [...defaults('steps'), ...defaults('default')]));
    },
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

function warnOfCircles({ models, entries }: Catalogue, now: Date, log: Log): void {
  for (const entry of models)
    if (entry.retired_successor && !lastSuccessor(entry, { entries, now }))
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
