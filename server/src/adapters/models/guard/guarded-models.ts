/**
 * The guard of personal data: everything that leaves for an outside model or embedder passes it. What comes back has its
 * values again. Nothing is guarded where nothing leaves: models of residency `local` and the local reader.
 */
import { DEFAULT_PERSONAL_DATA_KINDS, type PersonalDataKind } from '#contract/personal-data.ts';
import { insideJson, MarkedStream, Marks, maskUnnumbered } from '../../../personal-data/marks.ts';
import type { Embedder, Guard, InstallationRule, Model, Models, OpenModel } from '../model.ts';
import { maskForm, maskPrompt } from './mask-prompt.ts';

export type GuardedModels = Models & { guard: Guard };

/** Names under which vectors of texts with marks are kept end with this: they do not compare with others. */
export const MASKED_NAME = '+mask';

/** The rule of an installation that has not chosen one. */
export const NO_RULE: InstallationRule = { mode: 'allow', kinds: DEFAULT_PERSONAL_DATA_KINDS };

export function guardModels(models: Models): GuardedModels {
  if (models.guard) return models as GuardedModels;
  const guard: Guard = { rule: NO_RULE };
  const kinds = () => (guard.rule.mode === 'allow' ? [] : guard.rule.kinds);
  // Always the same object for a model: callers key their state by it.
  const known = new WeakMap<Model, Model>();
  const guarded = (open: OpenModel | null): OpenModel | null => {
    if (!open || !isOutside(open)) return open;
    const model = known.get(open.model) ?? guardModel(open.model, kinds);
    known.set(open.model, model);
    return { ...open, model };
  };
  const { embedder } = models;
  // The catalogue is replaced while the process runs: everything but the models is read from the holder itself.
  return Object.assign(Object.create(models) as Models, {
    open: (...asked: Parameters<Models['open']>) => guarded(models.open(...asked)),
    openSteps: (...asked: Parameters<Models['openSteps']>) =>
      models.openSteps(...asked).flatMap((open) => guarded(open) ?? []),
    ...(embedder ? { embedder: guardEmbedder(embedder, models, kinds) } : {}),
    guard,
  });
}

/** Whether what it is sent leaves the organisation's premises. */
export const isOutside = ({ local, provider }: Pick<OpenModel, 'local' | 'provider'>): boolean =>
  !local && provider.residency !== 'local';

/** `kinds` are those of the installation, for a call without a rule. */
export const guardModel =
  (model: Model, kinds: () => readonly PersonalDataKind[]): Model =>
  async (call, onText) => {
    const rule = call.personal_data ?? { kinds: kinds() };
    const { is_sent = false } = rule;
    const isPlain = is_sent && !call.prompt.history.some(({ is_masked }) => is_masked);
    if (!rule.kinds.length || isPlain) return model(call, onText);
    const marks = new Marks(rule.kinds);
    const prompt = maskPrompt(call.prompt, marks, is_sent);
    const masked = { ...call, prompt, ...(call.form ? { form: maskForm(call.form, marks) } : {}) };
    if (!marks.size) return model(masked, onText);
    call.onMasked?.({ prompt, counts: marks.counts, count: (text) => marks.mask(text) });
    const stream = new MarkedStream(marks, call.is_json ? insideJson : undefined);
    const letOut = () => {
      const rest = stream.end();
      if (rest) onText(rest);
    };
    call.signal.addEventListener('abort', letOut, { once: true });
    try {
      return await model(masked, (piece) => {
        const text = stream.take(piece);
        if (text) onText(text);
      });
    } finally {
      call.signal.removeEventListener('abort', letOut);
      letOut();
    }
  };

/** Marks without numbers: the same question must have the same vector whatever else stands in the call. */
function guardEmbedder(
  embedder: Embedder,
  models: Models,
  kinds: () => readonly PersonalDataKind[],
): Embedder {
  // A provider declares where its own address processes; the embedder may send to another one.
  const residency = () => {
    const declared = models.setup?.providers().find(({ base_url }) => base_url === embedder.base_url);
    return declared?.info.residency ?? embedder.residency ?? 'exterior';
  };
  const masked = () => (residency() === 'local' ? [] : kinds());
  return {
    name: embedder.name,
    floor: embedder.floor,
    ...(embedder.batch ? { batch: embedder.batch } : {}),
    ...(embedder.weight === undefined ? {} : { weight: embedder.weight }),
    get residency() {
      return residency();
    },
    get vector_name() {
      const name = embedder.vector_name ?? embedder.name;
      return masked().length ? name + MASKED_NAME : name;
    },
    embed(texts, signal, use) {
      const wanted = masked();
      return embedder.embed(
        texts.map((text) => maskUnnumbered(text, wanted)),
        signal,
        use,
      );
    },
  };
}
