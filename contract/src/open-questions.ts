/** Questions that found no answer or displeased, in groups of those that ask the same, and how a group is closed. */
import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { NAME_MAX, NOTE_MAX, QUESTION_GROUPS_PAGE, SPLIT_MAX } from './limits.ts';
import { Id, IdNumber, Limit, Skip, Time } from './paging.ts';
import { QuestionKind, TimeRange } from './stats.ts';

/** `dismissed`: closed because the question is none of its agent's. */
export const GROUP_STATES = ['open', 'closed', 'dismissed'] as const;
export type GroupState = (typeof GROUP_STATES)[number];

export const CLOSURE_KINDS = ['verified_answer', 'document', 'note', 'not_ours', 'resolved'] as const;
export type ClosureKind = (typeof CLOSURE_KINDS)[number];

/** The outcome of asking the agent again. `not_ready`: the document was not read within a day. */
export const AskedAgain = z.object({
  at: Time,
  outcome: z.enum(['answered', 'not_found', 'not_ready', 'failed']),
  /** The answer, or the sentence that says why there is none. */
  answer: z.string(),
  /** Titles of what it cites. */
  cited: z.array(z.string()),
});
export type AskedAgain = Omit<z.output<typeof AskedAgain>, 'at'> & { at: string };

/** Nothing of it tells who asked. */
export const QuestionGroup = z
  .object({
    id: z.int(),
    agent_id: z.int(),
    agent_name: z.string(),
    /** The shortest question of the most frequent wording. */
    title: z.string(),
    count: z.int(),
    kinds: z.array(QuestionKind),
    newest_at: Time,
    state: z.enum(GROUP_STATES),
    closure: z
      .object({
        kind: z.enum(CLOSURE_KINDS),
        /** The verified answer or the document. */
        ref: z.int().nullable(),
        at: Time,
      })
      .nullable(),
    /** How many have asked it since it was closed. */
    asked_since: z.int(),
    /** The agent is being asked again, or will be as soon as the document has been read. */
    asking: z.boolean(),
    asked_again: AskedAgain.nullable(),
  })
  .meta({ id: 'QuestionGroup' });
export type QuestionGroup = z.output<typeof QuestionGroup>;

export const GroupedQuestion = z.object({
  id: z.int(),
  question: z.string(),
  kinds: z.array(QuestionKind),
  /** The reason that the reader gave with 👎. */
  reason: z.string().nullable(),
  created_at: Time,
});
export type GroupedQuestion = z.output<typeof GroupedQuestion>;

export const QuestionGroupDetail = QuestionGroup.extend({
  /** The newest 200. */
  questions: z.array(GroupedQuestion),
});
export type QuestionGroupDetail = z.output<typeof QuestionGroupDetail>;

const NOTE_TITLE = 'Informe o título da nota.';
const NOTE_TEXT = 'Escreva a nota.';

/** `verified_answer`, `document`: by the number of what answers. `note`: a document that is written here. */
export const Closing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verified_answer'), ref: IdNumber }),
  z.object({ kind: z.literal('document'), ref: IdNumber }),
  z.object({
    kind: z.literal('note'),
    note: z.object({
      knowledge_base_id: IdNumber,
      title: z
        .string(NOTE_TITLE)
        .trim()
        .min(1, NOTE_TITLE)
        .max(NAME_MAX, 'O título tem no máximo 200 caracteres.'),
      text: z
        .string(NOTE_TEXT)
        .trim()
        .min(1, NOTE_TEXT)
        .max(NOTE_MAX, 'A nota tem no máximo 4.000 caracteres.'),
    }),
  }),
  z.object({ kind: z.literal('not_ours') }),
  z.object({ kind: z.literal('resolved') }),
]);
export type Closing = z.output<typeof Closing>;

const one = { access: 'admin', params: Id, missing: 'question_group_not_found' } as const;

export const openQuestionsApi = {
  list: get('/admin/open-questions', {
    access: 'admin',
    summary: 'Groups of questions that found no answer or displeased, newest first',
    query: z.object({
      state: z.enum(GROUP_STATES).default('open'),
      time_range: TimeRange.default('all'),
      kind: QuestionKind.optional(),
      agent_id: IdNumber.optional(),
      skip: Skip,
      limit: Limit(QUESTION_GROUPS_PAGE),
    }),
    list: QuestionGroup,
  }),
  one: get('/admin/open-questions/:id', {
    ...one,
    summary: 'One group with its questions',
    reply: QuestionGroupDetail,
  }),
  close: post('/admin/open-questions/:id/close', {
    ...one,
    summary: 'Closes a group; where it was given an answer, the agent is asked again',
    body: Closing,
    reply: QuestionGroupDetail,
    idempotent: true,
  }),
  reopen: post('/admin/open-questions/:id/reopen', {
    ...one,
    summary: 'Opens a closed group again',
    reply: QuestionGroupDetail,
  }),
  split: post('/admin/open-questions/:id/split', {
    ...one,
    summary: 'Moves questions into a group of their own, which is returned',
    body: z.object({
      message_ids: z
        .array(z.int().positive().max(Number.MAX_SAFE_INTEGER))
        .min(1, 'Escolha ao menos uma pergunta.')
        .max(SPLIT_MAX, 'Separe no máximo 50 perguntas de uma vez.'),
    }),
    reply: QuestionGroupDetail,
  }),
  askAgain: post('/admin/open-questions/:id/ask-again', {
    ...one,
    summary: 'Asks the agent the question of a group again; charged to nobody',
    reply: QuestionGroupDetail,
  }),
};
