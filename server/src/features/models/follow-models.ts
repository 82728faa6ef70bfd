/** A process at work: it chooses default models where that is needed, follows other processes, keeps what calls show. */
import { MODELS_TOPIC, readModelsVersion } from '../../adapters/models/models-version.ts';
import { reasonOf } from '../../db/client.ts';
import { chooseIfNeeded } from './choose-defaults.ts';
import { type ModelsContext, readInstallationModels } from './installation-models.ts';
import { keepObservations } from './observations.ts';

const READ_AGAIN_MS = 15_000;
/** How long an installation without a default that answers waits before it tries again. */
const CHOOSE_AGAIN_MS = 5 * 60_000;

/** Chooses default models where that is needed: after the start, from time to time, and when a key appears. */
export function chooseInBackground(context: ModelsContext): void {
  const { setup } = context.models;
  if (!setup) return;
  setup.choosing = chooseIfNeeded(context)
    .then(
      () => {},
      (error) =>
        context.log.warn({ err: { message: reasonOf(error) } }, 'the default models were not chosen'),
    )
    .finally(() => {
      setup.choosing = null;
    });
}

/** Returns how to end it. */
export function followModels(context: ModelsContext): { stop(): void } {
  const { db, models, signals } = context;
  const { setup } = models;
  if (!setup) return { stop() {} };
  const failed = (error: unknown) =>
    context.log.warn({ err: { message: reasonOf(error) } }, 'the catalogue of models was not read');
  const read = async () => {
    if ((await readModelsVersion(db)) !== models.version) await readInstallationModels(context);
  };
  const choose = () => chooseInBackground(context);
  const stopListening = signals.listen(MODELS_TOPIC, () => void read().catch(failed));
  const reading = setInterval(() => void read().catch(failed), READ_AGAIN_MS).unref();
  const choosing = setInterval(choose, CHOOSE_AGAIN_MS).unref();
  keepObservations(context);
  choose();
  return {
    stop() {
      setup.observer = null;
      stopListening();
      clearInterval(reading);
      clearInterval(choosing);
    },
  };
}
