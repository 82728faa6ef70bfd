/** One question with its answer, as it is stored and as it is streamed. */
import { z } from 'zod';
import { Source } from './citations.ts';
import { RefusedFilter, UnderstoodFilter } from './filters.ts';
import { Time } from './paging.ts';
import { Plan } from './table-plan.ts';
import { TableResult, UncheckedNumber } from './table-result.ts';
import { OnDate } from './validity-state.ts';

export const FeedbackValue = z.enum(['up', 'down']);
export type FeedbackValue = z.infer<typeof FeedbackValue>;

/** The reader's rating of an answer. */
export const Feedback = z.object({ value: FeedbackValue, reason: z.string().nullable() });
export type Feedback = z.infer<typeof Feedback>;

/** `streaming` ends once, in one of the four others. */
export const MessageStatus = z.enum(['streaming', 'done', 'stopped', 'interrupted', 'failed']);
export type MessageStatus = z.infer<typeof MessageStatus>;

/** Why another model answered than the agent names. `successor`: the named one was retired. */
export const FALLBACK_REASONS = ['gone', 'busy', 'failed', 'timeout', 'no_access', 'successor'] as const;
export type FallbackReason = (typeof FALLBACK_REASONS)[number];

/** The model that wrote an answer; absent in local mode and while nobody has said a word. */
export const AnsweredBy = z
  .object({
    /** Catalogue id. */
    model: z.string(),
    name: z.string(),
    /** The model that was asked, where it is another one. */
    instead_of: z.object({ name: z.string(), reason: z.enum(FALLBACK_REASONS) }).optional(),
  })
  .meta({ id: 'AnsweredBy' });
export type AnsweredBy = z.output<typeof AnsweredBy>;

/** People wrote the answer, and no model was asked. */
export const Verified = z
  .object({
    id: z.int(),
    version: z.int(),
    /** The area that answers for it. */
    owner_label: z.string(),
    verified_on: z.string(),
    review_on: z.string(),
  })
  .meta({ id: 'Verified' });
export type Verified = z.output<typeof Verified>;

/** A similar question has a verified answer; asked as it is here, it is given. */
export const VerifiedNear = z.object({ id: z.int(), question: z.string() });
export type VerifiedNear = z.output<typeof VerifiedNear>;

/** A result of the same conversation, asked again with an edited plan: its message, its index there, the plan. */
export const Adjustment = z.object({
  message_id: z.int().positive(),
  index: z.int().min(1).max(1_000),
  plan: Plan,
});
export type Adjustment = z.output<typeof Adjustment>;

export const ChatRecord = z
  .object({
    id: z.int(),
    question: z.string(),
    answer: z.string(),
    created_at: Time,
    status: MessageStatus,
    sources: z.array(Source),
    /** The filters that were applied to data sources. */
    filters: z.array(UnderstoodFilter),
    /** Filters that the reader had taken away before asking. */
    without: z.array(RefusedFilter),
    /** The question is the words of an edited plan; absent where it was asked in words. */
    adjusted: z.boolean().optional(),
    feedback: Feedback.nullable(),
    /** The last event that `answer` holds; only while streaming. */
    seq: z.int().optional(),
    /** Why it failed, as a sentence; only when status is `failed` or `interrupted`. */
    error: z.string().optional(),
    /** The answer is made of passages, without a model. */
    local: z.boolean(),
    /** Personal data that left as marks; absent where there were none. */
    masked: z.int().optional(),
    answered_by: AnsweredBy.optional(),
    /** Absent where no data source gave any. */
    results: z.array(TableResult).optional(),
    /** Absent where there are none. */
    unchecked_numbers: z.array(UncheckedNumber).optional(),
    /** The conversation had a file before: administrators never see the question. Absent where it had none. */
    with_files: z.literal(true).optional(),
    /** Files of the conversation that it was sent without. Absent where there are none. */
    without_files: z.array(z.uuid()).optional(),
    /** Absent where no dated base was read. */
    on_date: OnDate.optional(),
    /** Absent where a model or the local reader answered. */
    verified: Verified.optional(),
    verified_near: VerifiedNear.optional(),
    /** The question found no answer then; since this time there is one. Absent where nobody has seen to it. */
    answered_since: Time.optional(),
    /** The question was edited: which of its variants this is, counted from 1, and all of them. Absent where there is one. */
    variants: z
      .object({
        index: z.int(),
        count: z.int(),
        ids: z.array(z.int()),
      })
      .optional(),
    /** It was copied out of another conversation: neither charged nor counted again, and not to be rated. */
    copied: z.literal(true).optional(),
  })
  .meta({ id: 'ChatRecord' });
export type ChatRecord = z.output<typeof ChatRecord>;

/**
 * A line of the stream. Chunks have `done: false`; the last event has `done: true` with `message_id` and
 * `sources`, or with `error` when the answer failed. The `content` of all events together is the answer.
 */
export const AnswerEvent = z
  .object({
    content: z.string(),
    done: z.boolean(),
    message_id: z.int().optional(),
    seq: z.int().optional(),
    /** The first event of a joined stream: everything up to `seq`. */
    snapshot: z.string().optional(),
    sources: z.array(Source).optional(),
    filters: z.array(UnderstoodFilter).optional(),
    status: MessageStatus.optional(),
    error: z.string().optional(),
    local: z.boolean().optional(),
    /** Personal data that left as marks; in the first event with text, in a snapshot and in the last event. */
    masked: z.int().optional(),
    /** In the first event with text, in a snapshot and in the last event. */
    answered_by: AnsweredBy.optional(),
    /** In the last event, as in the record. */
    results: z.array(TableResult).optional(),
    unchecked_numbers: z.array(UncheckedNumber).optional(),
    with_files: z.literal(true).optional(),
    on_date: OnDate.optional(),
    verified: Verified.optional(),
    verified_near: VerifiedNear.optional(),
  })
  .meta({ id: 'AnswerEvent' });
export type AnswerEvent = z.infer<typeof AnswerEvent>;
