/** The words of the checks: questions whose answers must keep holding. */

import type { Expectation } from '#contract/agents.ts';
import { counted } from '../../../lib/format.ts';

export const texts = {
  title: 'Checks',
  line: 'Questions whose answers must keep holding.',
  list: 'Checks',
  none: 'No checks yet',
  noneLine: 'Keep a question of a test conversation as a check, or write one here.',
  loadFailed: 'The checks could not be loaded',
  add: 'New check',
  run: 'Run checks',
  running: 'Running checks...',
  progress: (ended: number, total: number) => `${ended} of ${total} asked`,
  runFailed: 'The checks could not be run',
  alreadyRunning: 'A run is already under way',
  alreadyRunningLine: 'Somebody started it. Its results appear here when it ends.',
  broken: 'The run was broken off',
  brokenLine: 'What was asked until then is shown below.',
  cut: 'The connection was lost during the run. It goes on; its results appear here when it ends.',

  holds: 'Holds',
  fails: 'Fails',
  error: 'Error',
  notRun: 'Not run',
  asking: 'Asking...',
  expected: {
    contains: (value: string) => `The answer contains «${value}»`,
    cites: (value: string) => `The answer cites «${value}»`,
    all: ({ cites, contains }: { cites: string; contains: string[] }) =>
      `The answer cites «${cites}» and contains ${contains.map((text) => `«${text}»`).join(', ')}`,
    refuses: 'The agent refuses to answer',
  },
  answer: 'Answer',
  noAnswer: 'It answered nothing.',
  cited: (titles: string[]) => `Cited: ${titles.join(', ')}`,

  edit: (question: string) => `Edit check: ${question}`,
  remove: (question: string) => `Delete check: ${question}`,
  confirmRemove: 'Delete this check?',
  removeLabel: 'Delete',
  removing: 'Deleting...',
  removeFailed: 'The check could not be deleted',

  form: {
    add: 'New check',
    edit: 'Edit check',
    line: 'A changed check counts as not run.',
    question: 'Question',
    expectation: 'Expectation',
    kinds: {
      contains: 'Contains',
      cites: 'Cites',
      all: 'Cites and contains',
      refuses: 'Refuses',
    },
    contains: 'Text that the answer must contain',
    containsHint: 'Upper and lower case and accents make no difference.',
    cites: 'Document that the answer must cite',
    citesHint: 'Its file name, as it stands in the knowledge base.',
    all: 'Texts that the answer must contain',
    allHint: (max: number) => `One a line, at most ${max}. Case and accents make no difference.`,
    refusesHint: 'It says that it cannot or will not answer, and cites nothing.',
    save: 'Save check',
    saving: 'Saving...',
    failed: 'The check could not be saved',
    cancel: 'Cancel',
  },

  keep: 'Keep as check',
  keeping: 'Keeping...',
  kept: 'Kept as a check',
  keepFailed: 'The check could not be kept',
  change: 'Change',

  badge: {
    held: (held: number, total: number) => `${held} of ${counted(total, 'check holds', 'checks hold')}`,
    stale: 'not run since the last change',
    never: 'checks not run yet',
    broken: 'last run of checks was broken off',
  },
} as const;

export function expectationText(expectation: Expectation): string {
  if (expectation.kind === 'refuses') return texts.expected.refuses;
  if (expectation.kind === 'all') return texts.expected.all(expectation.value);
  return texts.expected[expectation.kind](expectation.value);
}
