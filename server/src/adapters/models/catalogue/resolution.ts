/** Resolves an id to the entry that answers: a retired model runs on its successor, or on the default. */
import type { CatalogueModel } from '#contract/model-catalogue.ts';

export type Refusal = 'model_gone' | 'model_not_configured';

/** The facts that one id is resolved by. */
export type Known = {
  entries: ReadonlyMap<string, CatalogueModel>;
  now: Date;
  /** Whether a retired model runs on its successor by itself. */
  follow_successor: boolean;
  /** Its provider has a key, and it did not just refuse to be there. */
  isUsable(entry: CatalogueModel): boolean;
  /** The models that answer for a retired one without a usable successor, the first of them first. */
  defaults: readonly string[];
};

/** A model ends at 00:00 UTC of its day. */
export function isRetired({ retired_successor, ends_at }: CatalogueModel, now: Date): boolean {
  return retired_successor !== undefined || (ends_at !== undefined && now.getTime() >= Date.parse(ends_at));
}

export function resolve(named: CatalogueModel, known: Known): CatalogueModel | Refusal {
  if (!isRetired(named, known.now)) return known.isUsable(named) ? named : 'model_not_configured';
  if (!known.follow_successor) return 'model_gone';
  const successor = lastSuccessor(named, known);
  if (successor && known.isUsable(successor)) return successor;
  return defaultModel(known) ?? 'model_gone';
}

/** The default of the installation; one that was retired in the meantime counts by its successor. */
export function defaultModel(known: Known): CatalogueModel | null {
  for (const id of known.defaults) {
    const named = known.entries.get(id);
    const running = named && lastSuccessor(named, known);
    if (running && known.isUsable(running)) return running;
  }
  return null;
}

/** The model itself while it is not retired; null where the chain leads in a circle or to no entry. */
export function lastSuccessor(
  named: CatalogueModel,
  { entries, now }: Pick<Known, 'entries' | 'now'>,
): CatalogueModel | null {
  const passed = new Set<string>();
  for (let here: CatalogueModel | undefined = named; here; ) {
    if (!isRetired(here, now)) return here;
    if (passed.has(here.id)) return null;
    passed.add(here.id);
    const next: string | undefined = here.retired_successor ?? here.successor;
    here = next === undefined ? undefined : entries.get(next);
  }
  return null;
}
