/**
 * One list of what becomes of each column of a record: when its conversation is erased, when a program asked, whose words
 * are stored nowhere, and when the question is answered anew. The compiler asks for each column of the table.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { messages } from '../../../db/tables/chat.ts';

type MessageRow = typeof messages.$inferSelect;

type Emptied = 'erased' | 'program' | 'retried';
type Column = keyof MessageRow;

/** Columns that no occasion empties: keys, dates, counts and the state of the run. */
const KEPT: readonly Emptied[] = [];

const EMPTIED_WHEN = {
  id: KEPT,
  user_id: KEPT,
  session_id: KEPT,
  question: ['erased'],
  answer: ['erased', 'program', 'retried'],
  status: KEPT,
  seq: ['retried'],
  sources: ['erased', 'program', 'retried'],
  run: KEPT,
  run_purpose: KEPT,
  filters: ['erased', 'program', 'retried'],
  without: ['erased'],
  results: ['erased', 'program', 'retried'],
  unchecked_numbers: ['erased', 'program', 'retried'],
  adjust: ['erased'],
  personal_sources: ['retried'],
  with_files: KEPT,
  verified: ['erased', 'program', 'retried'],
  verified_near: ['erased', 'program', 'retried'],
  answered_since: ['erased', 'retried'],
  suggestions: ['erased', 'program', 'retried'],
  without_files: ['erased'],
  asked_on: ['erased'],
  on_date: ['erased', 'program', 'retried'],
  replaced_by: KEPT,
  variant_root: KEPT,
  copied_from: KEPT,
  agent_version_id: KEPT,
  found_nothing: ['retried'],
  feedback: ['retried'],
  feedback_reason: ['erased', 'retried'],
  feedback_at: ['retried'],
  model: KEPT,
  asked_model: KEPT,
  fallback_reason: KEPT,
  masked: ['erased', 'retried'],
  personal_data: ['erased'],
  budget_group_id: KEPT,
  budget_month: KEPT,
  reserved_cost: KEPT,
  error_code: ['erased', 'retried'],
  lease_owner: KEPT,
  lease_until: KEPT,
  stop_requested: ['retried'],
  reserved_tokens: KEPT,
  prompt_tokens: KEPT,
  steps: ['retried'],
  created_at: KEPT,
  finished_at: ['retried'],
} as const satisfies Record<Column, readonly Emptied[]>;

const EMPTY = {
  question: '',
  answer: '',
  seq: 0,
  sources: [],
  filters: [],
  without: [],
  results: [],
  unchecked_numbers: [],
  adjust: null,
  personal_sources: false,
  verified: null,
  verified_near: null,
  answered_since: null,
  suggestions: null,
  without_files: [],
  asked_on: null,
  on_date: null,
  found_nothing: false,
  feedback: null,
  feedback_reason: null,
  feedback_at: null,
  masked: 0,
  personal_data: null,
  error_code: null,
  stop_requested: false,
  steps: [],
  finished_at: null,
} satisfies { [name in Column]?: MessageRow[name] };

const emptied = (occasion: Emptied): Partial<MessageRow> =>
  Object.fromEntries(
    Object.entries(EMPTY).filter(([name]) =>
      (EMPTIED_WHEN[name as Column] as readonly Emptied[]).includes(occasion),
    ),
  );

/** The columns of an erased conversation. */
export const ERASED = emptied('erased');

/** A program's question and answer are never stored. */
export const OF_PROGRAM = emptied('program');

/** A retry begins empty; a constant of ours, as SQL. */
export const RETRIED: SQL = sql.raw(
  Object.entries(emptied('retried'))
    .map(([name, value]) => `${name} = ${literalOf(value)}`)
    .join(', '),
);

/** Null, false, 0, a text without quotes or an empty list. */
function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `'[]'`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}
