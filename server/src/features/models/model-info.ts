import type { ModelInfo } from '#contract/models.ts';
import type { Models } from '../../adapters/models/model.ts';

/** The catalogue as this installation can use it, in its order. */
export const modelInfos = (models: Models): ModelInfo[] =>
  models.catalogue.map((entry) => {
    const opened = models.open(entry.id);
    return {
      id: entry.id,
      provider: entry.provider,
      name: entry.name,
      description: entry.description,
      context_window: entry.context_window,
      max_tokens: entry.max_tokens,
      supports_temperature: entry.supports_temperature,
      is_new: entry.is_new,
      recommended: entry.recommended,
      configured: opened !== null,
      state: models.stateOf(entry),
      ends_at: entry.ends_at ?? null,
      runs_on: opened && opened.entry.id !== entry.id ? opened.entry.id : null,
      efforts: [...(entry.efforts ?? [])],
      default_effort: entry.default_effort ?? null,
      price: entry.price ?? null,
    };
  });
