/** An answer that is being streamed, and the question that it answers. */
import type {
  Adjustment,
  AnswerEvent,
  AnsweredBy,
  MessageStatus,
  Verified,
  VerifiedNear,
} from '#contract/chat-record.ts';
import type { Source } from '#contract/citations.ts';
import type { RefusedFilter, UnderstoodFilter } from '#contract/filters.ts';
import type { TableResult, UncheckedNumber } from '#contract/table-result.ts';
import type { OnDate } from '#contract/validity-state.ts';

/** The question, and the fields by which its record is recognised when the server returns it. */
export type AskedQuestion = {
  question: string;
  /** Filters that were taken away before asking. */
  without?: RefusedFilter[];
  /** The result that is asked again with an edited plan. */
  adjust?: Adjustment;
  /** The day that was asked for; undefined where the question decides. */
  on_date?: string;
  /** Files of the conversation that are neither waited for nor read. */
  without_files?: string[];
  /** The record that it takes the place of. */
  edits?: number;
  asked_at: string;
  /** The newest record known when the question was sent; its own record is a later one. */
  after_id: number;
  /** The question that opens a conversation. */
  initial: boolean;
  idempotency_key: string;
  message_id?: number;
  /** A run of an existing record: joined while it is running, or started again. Undefined for a new question. */
  run?: 'join' | Rerun;
  /** React key of the turn, where the record is shown already. */
  key?: string;
  /** The part of the answer that is known already, up to event `seq`. */
  known?: {
    text: string;
    seq: number;
    sources?: Source[];
    filters?: UnderstoodFilter[];
    results?: TableResult[];
  };
};

/** `continue` goes on with an answer that was cut off, `retry` answers the question anew; both in the same record. */
export type Rerun = 'continue' | 'retry';

/** `refused` before anything was answered, `cut` when the connection was lost for good, `reported` by the last event. */
export type Failure = { kind: 'refused' | 'cut' | 'reported'; sentence?: string; cause?: unknown };

export type Answer = {
  /** Stable React key, also before the answer has a message id. */
  key: string;
  /** Tells the runs of one turn apart. */
  run: number;
  asked: AskedQuestion;
  text: string;
  streaming: boolean;
  done: boolean;
  status: MessageStatus;
  message_id?: number;
  sources: Source[];
  filters: UnderstoodFilter[];
  /** In the last event only, so that a table is drawn once. */
  results: TableResult[];
  local: boolean;
  /** Personal data that left as marks; known at the end. */
  masked: number;
  /** In the last event, whose text they are places in. */
  unchecked_numbers: UncheckedNumber[];
  answered_by?: AnsweredBy;
  /** The conversation had a file; known at the end. */
  with_files?: true;
  /** The days that dated bases were read for; known at the end. */
  on_date?: OnDate;
  verified?: Verified;
  verified_near?: VerifiedNear;
  failure?: Failure;
  /** The answer ended while the connection was lost: the stored record is longer than `text`. */
  partial: boolean;
};

/** The answer before its first event. `run` tells the answers of a page apart. */
export function newAnswer(asked: AskedQuestion, run: number): Answer {
  const { text = '', sources = [], filters = [], results = [] } = asked.known ?? {};
  return {
    key: asked.key ?? `answer-${run}`,
    run,
    asked,
    text,
    streaming: true,
    done: false,
    status: 'streaming',
    message_id: asked.message_id,
    sources,
    filters,
    results,
    local: false,
    masked: 0,
    unchecked_numbers: [],
    partial: false,
  };
}

/** Fields of an event that replace those of the answer; most events have none of them. */
const REPLACED = [
  'message_id',
  'local',
  'masked',
  'with_files',
  'on_date',
  'verified',
  'verified_near',
  'answered_by',
  'sources',
  'filters',
  'unchecked_numbers',
  'results',
] as const satisfies (keyof AnswerEvent & keyof Answer)[];

/** The same object where the event brings text alone. */
export function withFieldsOf(event: AnswerEvent, answer: Answer): Answer {
  let next = answer;
  for (const field of REPLACED) if (event[field]) next = { ...next, [field]: event[field] };
  return next;
}

/** How the answer ends by its last event. */
export function endOf({ error, status }: AnswerEvent): Pick<Answer, 'status' | 'failure'> {
  if (error === undefined) return { status: status ?? 'done', failure: undefined };
  return { status: status ?? 'failed', failure: { kind: 'reported', sentence: error } };
}
