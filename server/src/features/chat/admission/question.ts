/** A question on its way through admission, and the row that it becomes. */
import type { Adjustment } from '#contract/chat-record.ts';
import type { RefusedFilter } from '#contract/filters.ts';
import type { PersonalDataDecision } from '#contract/personal-data.ts';
import type { Transaction } from '../../../db/client.ts';
import type { IdempotentCall } from '../../../request-guards/idempotency.ts';
import type { HistoryTurn } from '../compose/history.ts';
import type { ChatUser } from '../conversations/session-store.ts';
import { titleOf } from '../conversations/title.ts';
import type { AdjustedPlan } from '../results/adjustment.ts';
import type { Edited, KeySession, Rerun } from './insert-question.ts';

export type Send = {
  user: ChatUser;
  session_id: string;
  question: string;
  /** Filters that the reader took away. */
  without: RefusedFilter[];
  /** The decision on personal data, sent with the question or kept with its record. */
  personal_data?: PersonalDataDecision | null | undefined;
  /** Asks a result of the conversation again with an edited plan, instead of a question. */
  adjust?: Adjustment | null | undefined;
  /** The day that dated bases are read for, or `today`; sent with the question or kept with its record. */
  on_date?: string | null | undefined;
  /** False: a verified answer is not considered. */
  verified?: boolean;
  /** Files of the conversation that are neither waited for nor read; sent with the question or kept with its record. */
  without_files?: string[];
  idempotency_key: string | null;
  /** The process that will write the answer. */
  owner: string;
  /** The record to run again, where it is not a new question. */
  rerun?: Rerun;
  /** The record that the question takes the place of. */
  edited?: Edited;
};

/** An access key adds these to a question. */
export type AskedByKey = {
  session: KeySession;
  history: HistoryTurn[];
  guidance: string;
  max_tokens: number | null;
  /** Refuses when the key is spent or revoked. */
  requireBelowRateLimits: (tx: Transaction) => Promise<void>;
};

/** A question with what admission knows of its call; records from `before_id` on are no part of its history. */
export type Asked = Send & { call: IdempotentCall | null; before_id: number; now: Date; by_key?: AskedByKey };
/** `decision`: on personal data, see personal-data.ts. `adjusted`: what an adjustment asks of which source. */
export type Question = Asked & { decision: PersonalDataDecision | null; adjusted: AdjustedPlan | null };

/** A program's question is never stored. */
export const askedRow = ({
  user,
  session_id,
  question,
  without,
  decision,
  adjust,
  on_date,
  without_files = [],
  owner,
  call,
  by_key,
}: Question) => ({
  user_id: user.user_id,
  session_id,
  question: by_key ? '' : question,
  title: titleOf(question),
  without,
  decision,
  adjust: adjust ?? null,
  on_date: on_date ?? null,
  without_files,
  owner,
  call,
  key_session: by_key?.session ?? null,
});
