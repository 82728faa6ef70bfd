/** Opens the models of the catalogue, each at its provider; without any provider the local reader answers. */

import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import { RESIDENCIES, type Residency } from '#contract/model-sets.ts';
import type { Env } from '../../env.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { Catalogue, NOTHING_STORED, type Variables } from './catalogue/catalogue.ts';
import { requireAddresses } from './catalogue/layers.ts';
import {
  defaultModel,
  defaultModels,
  isRetired,
  type Known,
  lastSuccessor,
  type Refusal,
  resolve,
  successorOf,
} from './catalogue/resolution.ts';
import { openResting, type Resting } from './catalogue/resting.ts';
import { openEmbedder } from './embedder.ts';
import { localReader } from './local-reader/local-reader.ts';
import type { Model, ModelSetup, Models, OpenModel, ProviderInfo, Upstream } from './model.ts';
import { networkOf, openProviderNetworks, type ProviderNetworks } from './provider-network.ts';
import { listModels } from './providers/model-lists.ts';
import { type ProviderSettings, providerModel } from './providers/provider-model.ts';

/** The part of a process that a change of the installation replaces. */
type Holder = { catalogue: Catalogue };

const LOCAL_READER: ProviderInfo = { id: null, kind: 'compatible', name: 'Prosa', residency: 'local' };

type Surroundings = {
  log: Log;
  clock: Clock;
  /** Holds the keys that `api_key_env` of an override names; everything else is parsed already. */
  variables?: Variables;
  networks?: ProviderNetworks;
};

export function openModels(env: Env, { log, clock, ...given }: Surroundings): Models {
  const { variables = process.env, networks = openProviderNetworks(env) } = given;
  requireAddresses(env);
  const holder: Holder = { catalogue: new Catalogue(env, variables) };
  const resting = openResting(clock);
  const setup = openSetup(holder, { env, log, clock, variables, networks });
  const run = opener(holder, resting, providerSettings({ env, log, networks }, setup), setup);
  const resolved = resolverOf(holder, resting, { clock, setup });
  const reader = localReader();
  const isLocal = () => holder.catalogue.upstreams.size === 0;
  warnOfCircles(holder.catalogue, clock.now(), log);

  function local(id: string): OpenModel | null {
    const { entries } = holder.catalogue;
    const entry = entries.get(id) ?? entries.get(AGENT_FALLBACK.model);
    return entry ? { entry, model: reader, local: true, provider: LOCAL_READER } : null;
  }

  return {
    get local() {
      return isLocal();
    },
    get version() {
      return holder.catalogue.installation.version;
    },
    get catalogue() {
      return holder.catalogue.models;
    },
    get defaults() {
      const { default: chosen, steps, reserves, follow_successor } = holder.catalogue.installation;
      return { default: chosen, steps, reserves, follow_successor };
    },
    embedder: openEmbedder(env, log),
    open(id, residency_max = 'exterior') {
      if (isLocal()) return local(id);
      const entry = resolved.answer(id, residency_max);
      return typeof entry === 'string' ? null : run(entry);
    },
    openSteps(id, residency_max = 'exterior') {
      const opened = isLocal() ? [local(id)] : resolved.steps(id, residency_max).map(run);
      return opened.filter((one) => one !== null);
    },
    refusal(id, residency_max = 'exterior') {
      const entry = resolved.answer(id, residency_max);
      if (entry === 'model_forbidden')
        log.warn({ model: id, residency_max }, 'the model processes outside of the residency of its agent');
      return entry === 'model_gone' || entry === 'model_forbidden' ? 'model_gone' : 'model_not_configured';
    },
    restOf: (id) => resting.restOf(id),
    stateOf: (entry) => (isLocal() ? 'active' : stateOf(entry, { holder, resting, now: clock.now() })),
    providerOf: (entry) => holder.catalogue.providerOf(entry),
    setup,
  };
}

function stateOf(
  entry: CatalogueModel,
  { holder, resting, now }: { holder: Holder; resting: Resting; now: Date },
): ReturnType<Models['stateOf']> {
  if (isRetired(entry, now)) return 'retired';
  if (entry.hidden) return 'hidden';
  if (!holder.catalogue.hasKey(entry)) return 'no_key';
  if (resting.restOf(entry.id)?.code === 'model_gone') return 'failing';
  return entry.ends_at === undefined ? 'active' : 'ending';
}

/** One `Model` for as long as an entry is reached in the same way: it remembers what was refused. */
function opener(holder: Holder, resting: Resting, settings: ProviderSettings, setup: ModelSetup) {
  const models = new Map<string, { model: Model; reached: string }>();
  return (entry: CatalogueModel): OpenModel | null => {
    const upstream = holder.catalogue.upstreams.get(entry.id);
    if (!upstream) return null;
    const { info: provider } = upstream;
    const reached = JSON.stringify(upstream);
    const known = models.get(entry.id);
    if (known?.reached === reached) return { entry, model: known.model, local: false, provider };
    if (known) resting.forget(entry.id);
    const model = observed(upstream, resting.watch(entry, providerModel(upstream, settings)), setup);
    models.set(entry.id, { model, reached });
    return { entry, model, local: false, provider };
  };
}

function observed({ entry: { id } }: Upstream, model: Model, setup: ModelSetup): Model {
  return async (call, onText) => {
    const ending = await model(call, onText);
    if (ending?.type === 'end') setup.observer?.({ id, type: 'answered' });
    else if (ending?.code === 'model_gone' && ending.cause !== 'resting')
      setup.observer?.({ id, type: 'unknown', detail: messageOf(ending.cause) });
    return ending;
  };
}

/** The cause holds no text of people and no key, see failure.ts. */
const messageOf = (cause: unknown): string =>
  String((cause as { message?: string } | null)?.message ?? 'model_gone').slice(0, 200);

type Opening = { env: Env; log: Log; clock: Clock; variables: Variables; networks: ProviderNetworks };

function openSetup(holder: Holder, { env, log, clock, variables, networks }: Opening): ModelSetup {
  const quiet: ProviderSettings = { ...timesOf(env), networks, known_dialects: new Map() };
  const setup: ModelSetup = {
    networks,
    providers: () => holder.catalogue.providers,
    upstreamOf: (id) => holder.catalogue.upstreams.get(id) ?? null,
    list: (access, signal) => listModels(access, networkOf(networks, access), signal),
    connect: (upstream, onRefused) =>
      providerModel(upstream, { ...quiet, onRefusedParameter: (_, parameter) => onRefused?.(parameter) }),
    probe: (upstream, signal) => probe(setup.connect(upstream), signal),
    canRun(id) {
      const entry = holder.catalogue.entries.get(id);
      return entry !== undefined && holder.catalogue.hasKey(entry) && !isRetired(entry, clock.now());
    },
    configure(installation) {
      holder.catalogue = new Catalogue(env, variables, { ...NOTHING_STORED, ...installation });
      warnOfCircles(holder.catalogue, clock.now(), log);
    },
    choosing: null,
    observer: null,
  };
  return setup;
}

/** Resolves ids to the entries that answer, or that run a step of a data source. */
function resolverOf(holder: Holder, resting: Resting, { clock, setup }: { clock: Clock; setup: ModelSetup }) {
  const hasKey = (entry: CatalogueModel) => holder.catalogue.hasKey(entry);
  const isUsable = (entry: CatalogueModel) => hasKey(entry) && resting.restOf(entry.id) === null;
  /** While the installation chooses, it is open whether a compatible server has the model of its entry. */
  const own = (use: 'default' | 'steps') => holder.catalogue.ownChoices(use, setup.choosing === null);
  const known = (isUsable: Known['isUsable'], ids: (string | null)[], residency_max: Residency): Known => ({
    entries: holder.catalogue.entries,
    now: clock.now(),
    follow_successor: holder.catalogue.installation.follow_successor,
    isUsable,
    isAllowed: (entry) => isWithin(holder.catalogue.providerOf(entry)?.residency, residency_max),
    defaults: ids.filter((id) => id !== null),
  });
  return {
    answer(id: string, residency_max: Residency): CatalogueModel | Refusal {
      const named = holder.catalogue.entries.get(id);
      if (!named) return 'model_not_configured';
      const defaults = [holder.catalogue.installation.default, ...own('default')];
      const awake = resolve(named, known(isUsable, defaults, residency_max));
      // Where everything rests, the answer fails as the last call did.
      return typeof awake === 'string' ? resolve(named, known(hasKey, defaults, residency_max)) : awake;
    },
    /** The successor of a retired model is not taken for a step: steps are to be cheap. */
    steps(id: string, residency_max: Residency): CatalogueModel[] {
      const { default: chosen, steps, reserves } = holder.catalogue.installation;
      const of = (ids: (string | null)[]) => known(isUsable, ids, residency_max);
      const forSteps = defaultModel(of(steps === null ? own('steps') : [steps]));
      const facts = of([forSteps?.id ?? null, chosen, ...reserves]);
      const named = holder.catalogue.entries.get(id);
      const isItself = named && !isRetired(named, facts.now) && facts.isAllowed(named) && isUsable(named);
      const links = new Set([...(isItself ? [named] : []), ...defaultModels(facts)]);
      if (links.size) return [...links];
      const last = defaultModel(of([...own('steps'), ...own('default')]));
      return last ? [last] : [];
    },
  };
}

/** Whether a provider of this residency may be sent what must stay within `max`. */
export const isWithin = (residency: Residency = 'exterior', max: Residency): boolean =>
  RESIDENCIES.indexOf(residency) <= RESIDENCIES.indexOf(max);

const timesOf = (env: Env) => ({
  first_token_ms: env.MODEL_FIRST_TOKEN_SECONDS * 1000,
  idle_ms: env.MODEL_IDLE_SECONDS * 1000,
});

function providerSettings(
  { env, log, networks }: Pick<Opening, 'env' | 'log' | 'networks'>,
  setup: ModelSetup,
): ProviderSettings {
  const servedAs = new Map<string, string>();
  return {
    ...timesOf(env),
    networks,
    known_dialects: new Map(),
    onRetry: (failure) => log.warn(failure, 'model call failed, will be tried again'),
    onRefusedParameter(model, parameter) {
      log.warn({ model, parameter }, 'the model refuses this parameter, it is left out from now on');
      setup.observer?.({ id: model, type: 'refused', parameter });
    },
    onServedBy({ id }, model) {
      if (servedAs.get(id) === model) return;
      servedAs.set(id, model);
      log.warn(
        { model: id, served_as: model },
        'the provider answers with another model than it was asked for',
      );
      setup.observer?.({ id, type: 'served_as', model });
    },
  };
}

function warnOfCircles({ models, entries }: Catalogue, now: Date, log: Log): void {
  for (const entry of models)
    if (entry.retired_successor && !lastSuccessor(entry, { entries, now }))
      log.warn(
        { model: entry.id, retired_successor: successorOf(entry) },
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
