/** A model that its provider does not know is not asked again for a minute, in this process. */
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import type { Clock } from '../../clock.ts';
import type { Model } from '../model.ts';

const REST_MS = 60_000;

export type Resting = {
  isResting(entry: CatalogueModel): boolean;
  /** The same model, which answers `model_gone` without a call while it rests. */
  watch(entry: CatalogueModel, model: Model): Model;
};

export function openResting(clock: Clock): Resting {
  const until = new Map<string, number>();
  const isResting = ({ id }: CatalogueModel) => clock.now().getTime() < (until.get(id) ?? 0);
  return {
    isResting,
    watch: (entry, model) => async (call, onText) => {
      if (isResting(entry)) return { type: 'failed', code: 'model_gone', cause: 'resting', usage: null };
      const ending = await model(call, onText);
      if (ending?.type === 'failed' && ending.code === 'model_gone')
        until.set(entry.id, clock.now().getTime() + REST_MS);
      else if (ending?.type === 'end') until.delete(entry.id);
      return ending;
    },
  };
}
