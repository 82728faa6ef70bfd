/** Writes the answer to an admitted question. */
import type { Trace } from '#contract/trace.ts';
import type { AppContext } from '../../app-context.ts';
import { reasonOf } from '../../db/client.ts';
import type { Admission } from './admission.ts';
import { compose } from './compose.ts';
import type { Ending } from './ledger.ts';
import type { LiveText } from './live-text.ts';
import { noteGrounding, noteStep } from './store.ts';

export type Written = {
  ending: Ending;
  trace: Trace | null;
  /** See compose.ts. */
  at_length: boolean;
};

/** Never throws: whatever happens is an ending. Of a test, how it came about is told too. */
export async function writeAnswer(
  context: Pick<AppContext, 'db' | 'log' | 'content' | 'models' | 'clock'>,
  admission: Admission,
  live: LiveText,
  signal: AbortSignal,
): Promise<Written> {
  const { key, is_test, by_program } = admission;
  const log = context.log.child({ message_id: key.id });
  let noted = Promise.resolve();
  // One after the other: of two lists of cited sources the longer one must be written last.
  const note = (grounding: Parameters<typeof noteGrounding>[2]) => {
    noted = noted
      .then(() => noteGrounding(context.db, key, grounding))
      .catch((error) => log.warn({ err: { message: reasonOf(error) } }, 'sources not noted yet'));
  };
  const {
    found: _,
    trace,
    at_length,
    ...ending
  } = await compose({ ...context, log }, admission, {
    live,
    signal,
    // An answer to a program is kept nowhere, only the length of its prompt.
    onFound: ({ filters, prompt_tokens }) => note({ filters: by_program ? [] : filters, prompt_tokens }),
    onCited: (sources) => {
      if (!by_program) note({ sources });
    },
    onStep: (step) => {
      void noteStep(context.db, key, step).catch((error) =>
        log.warn({ err: { message: reasonOf(error) } }, 'a model call not noted yet'),
      );
    },
  });
  // Of a test, its tester has seen it.
  if (is_test) return { ending: { ...ending, found_nothing: false }, trace: trace(), at_length };
  return { ending, trace: null, at_length };
}
