import { nextDay, shortDay, type Validity } from '#contract/validity-state.ts';
import { counted } from '../../../lib/format.ts';

export function validityWordsEn({ state, from, until, by }: Validity): string {
  const day = from === null ? null : shortDay(from);
  if (state === 'unknown') return 'validity not given';
  if (state === 'repealed') return `repealed on ${day}${by ? ` by ${by}` : ''}`;
  if (state === 'suspended') return `suspended on ${day}${by ? ` by ${by}` : ''}`;
  if (state === 'expired') return `out of force since ${from && shortDay(from)}`;
  if (state === 'future') return `in force from ${until && shortDay(nextDay(until, 1))}`;
  const since = day ? `in force since ${day}` : 'in force';
  return until ? `${since} until ${shortDay(until)}` : since;
}

export const en = {
  tab: 'Validity',
  views: {
    label: 'What to show',
    proposals: (count: number | undefined) => (count === undefined ? 'Proposals' : `Proposals (${count})`),
    timeline: 'Timeline',
    overdue: 'Overdue',
  },
  proposals: {
    list: 'Proposals on validity',
    line: 'What was found in the texts. Nothing changes in answers until you accept it.',
    keys: 'Keys: A accepts, J adjusts, R rejects.',
    loadFailed: 'The proposals could not be loaded',
    none: 'No open proposals',
    noneLine:
      'When a document says which legal act it is, when it comes into force or what it repeals, the proposal appears here.',
    accept: 'Accept',
    adjust: 'Adjust',
    reject: 'Reject',
    failed: 'The decision on the proposal could not be saved',
    accepted: 'Proposal accepted.',
    rejected: 'Proposal rejected.',
    presumed: 'presumed',
    dayMissing: 'The date is not in the text: enter it under “Adjust”.',
    clauseOf: (document: string) => `Passage of ${document}`,
    noClause: 'The text does not say when it comes into force: 45 days after publication (LINDB, art. 1).',
    kinds: {
      norm: 'Legal act',
      starts: 'Entry into force',
      repeals: 'Repeal',
      repeals_in_part: 'Partial repeal',
      amends: 'Amendment',
      regulates: 'Regulation',
      suspends: 'Suspension',
      revives: 'Revival',
    },
    isNorm: (document: string, norm: string) => `${document} is ${norm}`,
    startsOn: (document: string, day: string) => `${document} is in force since ${day}`,
    wording: (norm: string, provisions: string, by: string) =>
      `${norm}: the wording of ${provisions} is that given by ${by}`,
  },
  relation: {
    verbs: {
      repeals: 'repeals',
      repeals_in_part: 'repeals in part',
      amends: 'amends',
      regulates: 'regulates',
      suspends: 'suspends',
      revives: 'revives',
    },
    since: (day: string) => `since ${day}`,
    until: (day: string) => `until ${day}`,
    titles: 'Relations to other legal acts',
    none: 'No relations recorded.',
    add: 'Add relation',
    remove: (words: string) => `Undo: ${words}`,
    removeFailed: 'The relation could not be undone',
  },
  panel: {
    title: 'Validity',
    show: 'Show',
    text: 'Text',
    validity: 'Validity',
    loadFailed: 'The validity could not be loaded',
    edit: 'Edit',
    norm: 'Legal act',
    noNorm: 'not given',
    from: 'In force from',
    until: 'until',
    review: 'Review on',
    noDay: '—',
    today: 'Today',
    proposals: (count: number) => counted(count, 'open proposal', 'open proposals'),
  },
  form: {
    title: 'Validity of the document',
    type: 'Type',
    noType: 'Not a legal act',
    number: 'Number',
    year: 'Year',
    issuer: 'Issuer',
    issuerHint: 'If more than one body uses the same numbers. For example: MEC.',
    from: 'In force from',
    until: 'until',
    untilHint: 'Last day. Left empty: without end.',
    review: 'Review on',
    reviewHint: 'After that day the document appears under “Overdue”.',
    numberMissing: 'Enter the number and the year of the legal act.',
    cancel: 'Cancel',
    submit: 'Save',
    submitting: 'Saving…',
    failed: 'The validity could not be saved',
  },
  relationForm: {
    title: 'Add relation',
    kind: 'This document',
    target: 'Document or legal act',
    otherNorm: 'Another legal act, outside this knowledge base',
    provisions: 'Provisions',
    provisionsHint: 'Left empty: the whole document. For example: art:12, art:5/par:1, art:3/inc:II.',
    on: 'Since',
    until: 'Until',
    dayMissing: 'Enter since when.',
    cancel: 'Cancel',
    submit: 'Add',
    submitting: 'Adding…',
    failed: 'The relation could not be added',
  },
  adjustForm: {
    title: 'Adjust the proposal',
    day: 'Since',
    submit: 'Accept adjusted',
    submitting: 'Accepting…',
    cancel: 'Cancel',
  },
  timeline: {
    list: 'Documents with validity',
    loadFailed: 'The timeline could not be loaded',
    none: 'No documents with validity',
    noneLine: 'Accept proposals or enter the validity on the page of the document.',
    open: (name: string) => `Open ${name}`,
    changed: 'What changed',
  },
  overdue: {
    list: 'Overdue documents',
    line: 'Documents that are no longer in force, or whose review has passed, with the answers that cited them in the last 90 days.',
    loadFailed: 'The overdue documents could not be loaded',
    none: 'No overdue documents',
    noneLine: 'Documents that are repealed, out of force or past their review appear here.',
    document: 'Document',
    why: 'Reason',
    answers: 'Answers that cite it (90 days)',
    reasons: {
      repealed: 'repealed',
      out_of_force: 'out of force',
      review: 'review overdue',
    },
    since: (day: string) => `since ${day}`,
  },
} as const;
