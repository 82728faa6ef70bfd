/** Merges the stored records of a conversation with the running answer into the turns that are shown. */
import type {
  Adjustment,
  AnsweredBy,
  ChatRecord,
  Feedback,
  MessageStatus,
  Verified,
  VerifiedNear,
} from '#contract/chat-record.ts';
import type { Source } from '#contract/citations.ts';
import type { RefusedFilter, UnderstoodFilter } from '#contract/filters.ts';
import type { TableResult, UncheckedNumber } from '#contract/table-result.ts';
import type { OnDate } from '#contract/validity-state.ts';
import type { Answer, Failure, Rerun } from './answer.ts';

export type Turn = {
  key: string;
  id: number | undefined;
  question: string;
  /** Filters that the reader removed before asking. */
  without: RefusedFilter[];
  /** The edited plan that was asked instead of words; only while the answer is streamed. */
  adjust?: Adjustment | undefined;
  /** The day that was asked for, or `today`; undefined where the question decides. */
  on_date?: string | undefined;
  /** The question is the words of an edited plan. */
  adjusted: boolean;
  asked_at: string;
  /** Since when there is an answer, where it found none. */
  answered_since?: string | undefined;
  /** The question was edited: which variant this is, and all of them. */
  variants?: ChatRecord['variants'];
  /** An edited form of it that was refused; `refusal` says why. */
  editRefused?: string;
  /** Undefined when the question was refused. */
  answer: TurnAnswer | undefined;
  /** Files of the conversation that it was sent without. */
  without_files: string[];
  /** Reason why the question was not sent. */
  refusal?: { failure: Failure; initial: boolean };
  /** Reason why the answer could not be continued or retried; it is as it was before. */
  rerunRefusal?: { failure: Failure; rerun: Rerun };
};

/** The filters, the plan, the day and the files that are sent with a question. */
export type AskWishes = {
  /** Filters to leave out. */
  without?: RefusedFilter[] | undefined;
  /** A result that is asked again with an edited plan. */
  adjust?: Adjustment | undefined;
  /** A day, or `today`, whatever the question names. */
  on_date?: string | undefined;
  /** Files of the conversation that are left out. */
  without_files?: string[] | undefined;
  /** The last question, whose place this one takes. */
  edits?: number | undefined;
  /** False: the agent is asked, although people have written an answer. */
  verified?: false | undefined;
};

export type Ask = (question: string, wishes?: AskWishes) => void;

/** Continues or retries the answer of a turn. */
export type RunAgain = (turn: Turn, rerun: Rerun) => void;

export type TurnAnswer = {
  text: string;
  status: MessageStatus;
  sources: Source[];
  filters: UnderstoodFilter[];
  results: TableResult[];
  feedback: Feedback | null;
  local: boolean;
  /** Personal data that left as marks. */
  masked: number;
  unchecked_numbers: UncheckedNumber[];
  answered_by: AnsweredBy | undefined;
  with_files: boolean;
  /** It stands here as a copy, and is rated in its own conversation. */
  copied: boolean;
  /** The days that dated bases were read for. */
  on_date: OnDate | undefined;
  /** People wrote it; a similar question that they have answered. */
  verified: Verified | undefined;
  verified_near: VerifiedNear | undefined;
  /** The server's sentence for a failure. */
  error: string | undefined;
  /** The connection was lost for good before the end. */
  cut: boolean;
  growing: boolean;
};

/** React keys that answers had before they had an id, so that they are not mounted again. */
const keys = new Map<number, string>();
const NONE: RefusedFilter[] = [];
const NO_RESULTS: TableResult[] = [];
const NO_FILES: string[] = [];
const NO_NUMBERS: UncheckedNumber[] = [];
const turnOfRecord = new WeakMap<ChatRecord, Turn>();

export function turnsOf(records: ChatRecord[], streamed: Answer | undefined): Turn[] {
  const live = streamed && isReplaced(records, streamed) ? undefined : streamed;
  const edits = live?.asked.edits;
  if (!live || edits === undefined) return mergedTurns(records, live);
  if (live.failure?.kind !== 'refused')
    return mergedTurns(
      records.filter(({ id }) => id !== edits),
      live,
    );
  const last = records.at(-1);
  // Another tab or browser has asked or edited meanwhile: what was typed stands at the end, as any refused question.
  if (last?.id !== edits || last.status === 'streaming') return mergedTurns(records, live);
  return records.map((record) =>
    record === last ? withEditRefusal(storedTurn(record), live) : storedTurn(record),
  );
}

/** The question was edited since, or another variant of it was chosen, here or in another tab. */
const isReplaced = (records: ChatRecord[], { done, message_id }: Answer): boolean =>
  done &&
  message_id !== undefined &&
  records.some(({ id, variants }) => id !== message_id && variants?.ids.includes(message_id));

function withEditRefusal(turn: Turn, { failure, asked }: Answer): Turn {
  return failure ? { ...turn, editRefused: asked.question, refusal: { failure, initial: false } } : turn;
}

function mergedTurns(records: ChatRecord[], live: Answer | undefined): Turn[] {
  if (live?.message_id !== undefined) keys.set(live.message_id, live.key);
  const stored = live ? recordOf(records, live) : undefined;
  if (stored && live) keys.set(stored.id, live.key);

  const turns = records.map((record) => {
    if (record !== stored || !live) return storedTurn(record);
    return isNewer(live, record) ? liveTurn(live, record) : withRerunRefusal(storedTurn(record), live);
  });
  if (live && !stored) turns.push(liveTurn(live, undefined));
  return turns;
}

/** The key under which a record is shown. */
export const keyOfRecord = (id: number): string => keys.get(id) ?? `record-${id}`;

function withRerunRefusal(turn: Turn, { failure, asked }: Answer): Turn {
  const { run } = asked;
  if (failure?.kind !== 'refused' || run === undefined || run === 'join') return turn;
  return { ...turn, rerunRefusal: { failure, rerun: run } };
}

/** The record of a streamed answer: by its id, else by question and order. */
export function recordOf(records: ChatRecord[], live: Answer): ChatRecord | undefined {
  if (live.message_id !== undefined) return records.findLast(({ id }) => id === live.message_id);
  return records.findLast(({ id, question }) => id > live.asked.after_id && question === live.asked.question);
}

/** While the answer is written the stream is ahead; once it is finished the record counts. */
function isNewer(live: Answer, record: ChatRecord): boolean {
  if (live.failure?.kind === 'refused') return false;
  return live.streaming || record.status === 'streaming';
}

function liveTurn(live: Answer, record: ChatRecord | undefined): Turn {
  const { asked, failure } = live;
  const turn = liveQuestion(live, record);
  if (failure?.kind === 'refused')
    return { ...turn, answer: undefined, refusal: { failure, initial: asked.initial } };
  // A new answer has no rating yet; a continued one keeps it.
  const feedback = asked.run === 'retry' ? null : (record?.feedback ?? null);
  return { ...turn, answer: liveAnswer(live, feedback) };
}

const liveQuestion = ({ key, message_id, asked }: Answer, record: ChatRecord | undefined) => ({
  key,
  id: message_id ?? record?.id,
  question: asked.question,
  without: asked.without ?? NONE,
  adjust: asked.adjust,
  on_date: asked.on_date ?? askedDay(record),
  adjusted: asked.adjust !== undefined || (record?.adjusted ?? false),
  asked_at: record?.created_at ?? asked.asked_at,
  without_files: asked.without_files ?? record?.without_files ?? NO_FILES,
});

function liveAnswer(live: Answer, feedback: Feedback | null): TurnAnswer {
  const { failure } = live;
  return {
    text: live.text,
    status: live.status,
    sources: live.sources,
    filters: live.filters,
    results: live.results,
    feedback,
    local: live.local,
    masked: live.masked,
    unchecked_numbers: live.unchecked_numbers,
    answered_by: live.answered_by,
    with_files: live.with_files ?? false,
    copied: false,
    on_date: live.on_date,
    verified: live.verified,
    verified_near: live.verified_near,
    error: failure?.sentence,
    cut: failure?.kind === 'cut',
    growing: live.streaming,
  };
}

/** Asking again is for the same day; where the question has named it, it does so again. */
function askedDay(record: ChatRecord | undefined): string | undefined {
  const day = record?.on_date;
  if (!day || day.by === 'question') return undefined;
  return day.by === 'today' ? 'today' : day.from;
}

/** The same object for the same record, so that memoised components do not render again. */
function storedTurn(record: ChatRecord): Turn {
  const known = turnOfRecord.get(record);
  const key = keyOfRecord(record.id);
  if (known?.key === key) return known;
  const turn: Turn = {
    key,
    id: record.id,
    question: record.question,
    without: record.without ?? NONE,
    on_date: askedDay(record),
    adjusted: record.adjusted ?? false,
    asked_at: record.created_at,
    answered_since: record.answered_since,
    without_files: record.without_files ?? NO_FILES,
    variants: record.variants,
    answer: storedAnswer(record),
  };
  turnOfRecord.set(record, turn);
  return turn;
}

const storedAnswer = (record: ChatRecord): TurnAnswer => ({
  text: record.answer,
  status: record.status,
  sources: record.sources ?? [],
  filters: record.filters ?? [],
  results: record.results ?? NO_RESULTS,
  feedback: record.feedback ?? null,
  local: record.local ?? false,
  masked: record.masked ?? 0,
  unchecked_numbers: record.unchecked_numbers ?? NO_NUMBERS,
  answered_by: record.answered_by,
  with_files: record.with_files ?? false,
  copied: record.copied ?? false,
  on_date: record.on_date,
  verified: record.verified,
  verified_near: record.verified_near,
  error: record.error,
  cut: false,
  growing: record.status === 'streaming',
});
