/** The part of the conversation that a model receives again. */
import type { SourcePlan } from '../../grounding/source-kind.ts';
import { withoutMarkers } from './answer-text.ts';

/** `is_masked`: its reader wanted marks in the place of personal data. */
export type HistoryTurn = {
  question: string;
  answer: string;
  is_masked?: boolean;
  /** The plans of the results that the answer had. */
  plans?: SourcePlan[];
};

/** The most records of a conversation in a prompt. */
export const HISTORY_RECORDS = 20;
const HISTORY_SHARE = 0.3;
/** Old records are left out in blocks, so that between two cuts prompts begin with the same record. */
const HISTORY_BLOCK = 5;

/**
 * Takes from the newest records (oldest first, `total` in the whole conversation) those of the prompt: at most 20 and at
 * most 30 % of the window, the newest in any case kept before older ones.
 */
export function historyOf(newest: HistoryTurn[], total: number, contextWindow: number): HistoryTurn[] {
  const told = newest.map((turn) => ({ ...turn, answer: withoutMarkers(turn.answer) }));
  const budget = contextWindow * HISTORY_SHARE;
  const older = total - told.length;
  let start = told.length;
  for (let size = 0; start > 0; start -= 1) {
    size += sizeOf(told[start - 1]);
    if (size > budget) break;
  }
  const first = Math.max(older + start, total - HISTORY_RECORDS);
  const inBlocks = Math.ceil(first / HISTORY_BLOCK) * HISTORY_BLOCK;
  return told.slice((inBlocks < total ? inBlocks : first) - older);
}

const sizeOf = (exchange?: HistoryTurn) =>
  estimateTokens((exchange?.question ?? '') + (exchange?.answer ?? ''));

/** Good enough to plan with; what is charged is reported by the provider or counted. */
export const estimateTokens = (text: string) => Math.ceil(text.length / 4);
