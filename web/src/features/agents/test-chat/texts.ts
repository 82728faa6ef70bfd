/** The words of the Test Agent tab: its conversations, and how each answer came about. */
import { type OnDate, shortDay } from '#contract/validity-state.ts';
import { counted, formatNumber } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';
import { pt } from './texts-pt.ts';

const DAY_BY: Record<OnDate['by'], string> = {
  sent: 'chosen by the reader',
  question: 'named by the question',
  today: 'today',
};

const mixed = {
  title: 'Test conversations',
  line: 'Seen only by you, and never charged.',
  list: 'Test conversations',
  newChat: 'New Chat',
  untitled: 'Untitled Chat',
  open: (title: string) => `Open ${title}`,
  messages: (count: number) => counted(count, 'message', 'messages'),
  none: 'No test conversations yet',
  noneLine: 'Ask the agent something before the people it is for do.',
  loadFailed: 'Falha ao carregar dados',
  startFailed: 'Falha ao inicializar chat',
  removeFailed: 'Falha ao excluir sessão',
  remove: (title: string) => `Delete ${title}`,
  confirmRemove: 'Delete this test conversation?',
  confirmRemoveLine: 'Its messages and their traces go with it.',
  removeLabel: 'Delete',
  cancel: 'Cancel',

  chat: (agent: string) => `Test chat with ${agent}`,
  close: 'Close',
  send: 'Send',
  starting: 'Opening the chat…',
  emptyChat: 'Ask the first question',
  emptyChatLine: 'Under each answer you see what it was made of, and can keep the question as a check.',

  trace: {
    title: 'Trace',
    line: 'what this answer was made of',
    loading: 'Loading the trace…',
    loadFailed: 'The trace could not be loaded',
    none: 'No trace was kept for this answer.',
    verified: 'Verified answer',
    verifiedBy: {
      match: (wording: string) => `Given: the question is “${wording}”.`,
      near: (wording: string) => `Similar, not given: “${wording}”.`,
    },
    verifiedRead: 'A model read it as a passage.',
    differing: (words: string) => `Words of one side only, by their stems: ${words}.`,
    passages: (count: number) => counted(count, 'passage', 'passages'),
    noPassages: 'No passage was read.',
    onDate: ({ from, until, by }: OnDate) =>
      `Texts in force ${from === until ? `on ${shortDay(from)}` : `from ${shortDay(from)} to ${shortDay(until)}`} (${DAY_BY[by]}).`,
    synonyms: (word: string, others: string) => `For “${word}” these were searched as well: ${others}.`,
    missing: (name: string) => `The question names “${name}”, and no passage that was found has it.`,
    score: (score: string) => `score ${score}`,
    scores: (words: string, meaning: string) => `words ${words}, meaning ${meaning}`,
    noScore: 'no score',
    citedAs: (number: number) => `cited as [${number}]`,
    filters: 'Filters',
    filterOf: (source: string) => `in ${source}`,
    searches: 'Data sources',
    found: (rows: number, used: number) =>
      `${counted(rows, 'row', 'rows')} found, ${formatNumber(used)} used`,
    relaxed: 'no row passed the filters: searched without them',
    dropped: (values: string) => `dropped, not a known value: ${values}`,
    queries: 'SQL',
    params: 'Parameters',
    rows: (count: number) => counted(count, 'row', 'rows'),
    prompt: 'Prompt as sent',
    promptNotSent: 'Prompt, not sent to a model',
    instructions: 'Instructions',
    roles: { user: 'User', assistant: 'Agent' },
    copy: 'Copy prompt',
    copied: 'Copied',
    copyFailed: 'Could not be copied',
    calls: 'Tokens',
    noCalls: 'No model was asked.',
    purpose: 'Purpose',
    model: 'Model',
    input: 'Input',
    output: 'Output',
    estimated: 'estimated',
    times: 'Time',
    retrieval: 'Search',
    firstToken: 'First word',
    total: 'Total',
    setup: (model: string, temperature: string) => `${model}, temperature ${temperature}`,
  },
} as const;

export const texts: Same<typeof mixed, typeof pt, typeof en> =
  __LANGUAGE__ === 'en' ? en : __LANGUAGE__ === 'pt-BR' ? pt : mixed;
