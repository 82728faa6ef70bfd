/** Resolves an id to the entry that answers: a retired model runs on its successor, or on the default. */
import type { CatalogueModel } from '#contract/model-catalogue.ts';

/** `model_forbidden`: the models that could answer process outside of the residency that was asked for. */
export type Refusal = 'model_gone' | 'model_not_configured' | 'model_forbidden';

/** The facts that one id is resolved by. */
export type Known = {
  entries: ReadonlyMap<string, CatalogueModel>;
  now: Date;
  /** Whether a retired model runs on its successor by itself. */
  follow_successor: boolean;
  /** Its provider has a key, and it did not just refuse to be there. */
  isUsable(entry: CatalogueModel): boolean;
  /** Its provider processes within the residency that was asked for. */
  isAllowed(entry: CatalogueModel): boolean;
  /** The models that answer for a retired one without a usable successor, the first of them first. */
  defaults: readonly string[];
};

/** A model ends at 00:00 UTC of its day. */
export function isRetired(entry: CatalogueModel, now: Date): boolean {
  const hasCome = (day: string | undefined) => day !== undefined && now.getTime() >= Date.parse(day);
  const { retired_successor, gone, ends_at, retired_at } = entry;
  return retired_successor !== undefined || gone === true || hasCome(ends_at) || hasCome(retired_at);
}

export function resolve(named: CatalogueModel, known: Known): CatalogueModel | Refusal {
  if (!isRetired(named, known.now)) {
    if (!known.isAllowed(named)) return 'model_forbidden';
    return known.isUsable(named) ? named : 'model_not_configured';
  }
  if (!known.follow_successor) return 'model_gone';
  const successor = lastSuccessor(named, known);
  if (successor && known.isAllowed(successor) && known.isUsable(successor)) return successor;
  return defaultModel(known) ?? 'model_gone';
}

/** The default of the installation; one that was retired in the meantime counts by its successor. */
export const defaultModel = (known: Known): CatalogueModel | null => defaultModels(known)[0] ?? null;

/** Each default that can answer. */
export const defaultModels = (known: Known): CatalogueModel[] =>
  known.defaults.flatMap((id) => {
    const named = known.entries.get(id);
    const running = named && lastSuccessor(named, known);
    return running && known.isAllowed(running) && known.isUsable(running) ? [running] : [];
  });

/** The entry that a retired one names in its place. */
export const successorOf = ({ retired_successor, successor }: CatalogueModel): string | undefined =>
  retired_successor ?? successor;

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
    const next: string | undefined = successorOf(here);
    here = next === undefined ? undefined : entries.get(next);
  }
  return null;
}
