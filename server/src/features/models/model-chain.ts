/** The models that an agent is asked on: its own, then its reserves. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ModelRules } from '#contract/agent-configuration.ts';
import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import type { FallbackReason } from '#contract/chat-record.ts';
import type { ProblemCode } from '#contract/errors.ts';
import type { JsonModel } from '../../adapters/models/ask-json.ts';
import {
  LOCAL_MODEL,
  type Models,
  type OpenModel,
  PLAN_MODEL,
  VERIFIED_MODEL,
} from '../../adapters/models/model.ts';
import { AppError } from '../../app-error.ts';
import { modelGone, modelNameIn, WITHOUT_MODEL } from './named-models.ts';

/** A question in the first seconds of an installation waits this long for the choice of its default model. */
const CHOICE_PATIENCE_MS = 5_000;

export type ModelChain = {
  /** Each model once, in the order in which they are asked. */
  links: readonly [OpenModel, ...OpenModel[]];
  /** The catalogue id that the agent names. */
  asked: string;
  /** Why the first link is another model; null where it is the named one. */
  instead: FallbackReason | null;
};

type Named = { model: string | null } & Pick<ModelRules, 'fallback_models' | 'residency_max'>;

/**
 * The named model, or what runs in its place, and the reserves of the agent, else those of the installation; all within
 * the residency of the agent. Rejects with `model_not_configured` or `model_gone` where none of them can be asked.
 */
export async function requireChain(models: Models, agent: Named): Promise<ModelChain> {
  const asked = agent.model ?? AGENT_FALLBACK.model;
  const first = await openPatiently(models, asked, agent);
  if (first?.local) return { links: [first], asked, instead: null };
  const reserves = agent.fallback_models.length ? agent.fallback_models : models.defaults.reserves;
  const opened = [first, ...reserves.map((id) => models.open(id, agent.residency_max))];
  const [link, ...links] = eachOnce(opened.filter((one) => one !== null));
  if (!link) throw refusalOf(models, asked, agent);
  if (link.entry.id === asked) return { links: [link, ...links], asked, instead: null };
  const instead = first ? 'successor' : fallbackReason(models.refusal(asked, agent.residency_max));
  return { links: [link, ...links], asked, instead };
}

/** The models that a step beside an answer may ask; none in local mode, and none where the agent has no usable one. */
export async function openWriters(models: Models, agent: Named): Promise<JsonModel[]> {
  if (models.local) return [];
  const chain = await requireChain(models, agent).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return (chain?.links ?? []).flatMap(({ entry, model, local }) => (local ? [] : [{ id: entry.id, model }]));
}

/** The chain of one model and nothing else. */
export const chainOf = (model: OpenModel): ModelChain => ({
  links: [model],
  asked: model.entry.id,
  instead: null,
});

/** Stands in the place of models where a stored plan answers: nothing is reserved, and nothing is ever asked. */
export const planChain: ModelChain = chainOf({
  entry: {
    id: PLAN_MODEL,
    provider: 'compatible',
    provider_model: PLAN_MODEL,
    name: WITHOUT_MODEL,
    description: '',
    context_window: 0,
    max_tokens: 0,
    supports_temperature: false,
    is_new: false,
    recommended: false,
  },
  model: () => Promise.reject(new Error('a stored plan asks no model')),
  local: true,
  provider: { id: null, kind: 'compatible', name: 'Prosa', residency: 'local' },
});

/** Stands in the place of models where an answer has no words but those of documents. */
export const literalChain: ModelChain = chainOf({
  ...planChain.links[0],
  entry: { ...planChain.links[0].entry, id: LOCAL_MODEL, provider_model: LOCAL_MODEL },
});

/** Stands in the place of models where people have written the answer. */
export const verifiedChain: ModelChain = chainOf({
  ...planChain.links[0],
  entry: { ...planChain.links[0].entry, id: VERIFIED_MODEL, provider_model: VERIFIED_MODEL },
});

/** Says a fixed text in the place of models. */
export const fixedChain = (text: string): ModelChain =>
  chainOf({
    ...planChain.links[0],
    model: async (_, onText) => {
      onText(text);
      return { type: 'end', usage: { input: 0, output: 0 }, reason: 'stop' };
    },
  });

const REASONS: Partial<Record<ProblemCode, FallbackReason>> = {
  model_gone: 'gone',
  model_busy: 'busy',
  model_timeout: 'timeout',
  model_refused_key: 'no_access',
  model_without_credit: 'no_access',
  model_not_configured: 'no_access',
};

export const fallbackReason = (code: ProblemCode): FallbackReason => REASONS[code] ?? 'failed';

async function openPatiently(
  models: Models,
  id: string,
  { residency_max }: Named,
): Promise<OpenModel | null> {
  const opened = models.open(id, residency_max);
  if (opened || !models.setup?.choosing) return opened;
  await Promise.race([models.setup.choosing, pause(CHOICE_PATIENCE_MS, undefined, { ref: false })]);
  return models.open(id, residency_max);
}

const eachOnce = (opened: OpenModel[]): OpenModel[] => [
  ...new Map(opened.map((one) => [one.entry.id, one])).values(),
];

function refusalOf(models: Models, id: string, { residency_max }: Named): AppError {
  const code = models.setup?.choosing ? 'model_not_configured' : models.refusal(id, residency_max);
  if (code !== 'model_gone') return new AppError(code);
  return new AppError(code, { detail: modelGone(modelNameIn(models, id)) });
}
