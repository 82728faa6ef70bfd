/** Writes the answer to an admitted question. */
import type { Trace } from '#contract/trace.ts';
import { reasonOf } from '../../db/client.ts';
import type { World } from '../../world.ts';
import type { Admission } from './admission.ts';
import { compose } from './compose.ts';
import type { Ending } from './ledger.ts';
import type { LiveText } from './live-text.ts';
import { noteGrounding } from './store.ts';

/** Never throws: whatever happens is an ending. Of a test, how it came about is told too. */
export async function writeAnswer(
  world: Pick<World, 'db' | 'log' | 'content' | 'models' | 'clock'>,
  admission: Admission,
  live: LiveText,
  signal: AbortSignal,
): Promise<{ ending: Ending; trace: Trace | null }> {
  const { key, is_test } = admission;
  const log = world.log.child({ message_id: key.id });
  const {
    found: _,
    trace,
    ...ending
  } = await compose({ ...world, log }, admission, {
    live,
    signal,
    onFound: (found) => {
      if (!found.sources.length && !found.filters.length) return;
      void noteGrounding(world.db, key, found).catch((error) =>
        log.warn({ err: { message: reasonOf(error) } }, 'sources not noted yet'),
      );
    },
  });
  // Of a test, its tester has seen it.
  return is_test ? { ending: { ...ending, found_nothing: false }, trace: trace() } : { ending, trace: null };
}
