import type { CatalogueModel } from '#contract/model-catalogue.ts';
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
      retired_successor: successorOf(entry, opened?.entry),
      price: entry.price ?? null,
    };
  });

/** What it really runs on; without a key nothing does, and what the catalogue announces is told. */
function successorOf(entry: CatalogueModel, running: CatalogueModel | undefined): string | null {
  if (!running) return entry.retired_successor ?? null;
  return running.id === entry.id ? null : running.id;
}
