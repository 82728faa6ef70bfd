/** How an answer came about. */
import { z } from 'zod';
import { UnderstoodFilter } from './filters.ts';
import { EFFORTS } from './model-sets.ts';
import { PersonalDataCounts } from './personal-data.ts';
import { UncheckedNumber } from './table-result.ts';
import { OnDate } from './validity-state.ts';

/** How a test answer came about; for administrators. Times in milliseconds. */
export const Trace = z
  .object({
    agent_version_id: z.int().nullable(),
    model: z.string(),
    temperature: z.number(),
    /** The prompt of the answer; it was sent to a model where `calls` has one for the purpose `answer`. */
    prompt: z.object({
      instructions: z.string(),
      turns: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
    }),
    passages: z.array(
      z.object({
        /** Its number in the prompt. */
        index: z.int(),
        /** Its number in the answer, where the answer cites it under another one. */
        cited_as: z.int().optional(),
        title: z.string(),
        section: z.string(),
        text: z.string(),
        /** The rank that search gave it; comparable within one question only. */
        score: z.number().nullable(),
        /** The parts of the score, each 0 to 1, where search looked at the meaning of the question as well as its words. */
        scores: z.object({ words: z.number(), meaning: z.number() }).optional(),
      }),
    ),
    /** The verified answer that was given or came near, by the wording that is most alike and the words that only one side has. */
    verified: z
      .object({
        id: z.int(),
        outcome: z.enum(['match', 'near']),
        wording: z.string(),
        differing: z.array(z.string()),
      })
      .optional(),
    /** A thing that the question names and no passage that was found has; absent where nothing is missing. */
    missing: z.string().optional(),
    /** Words of the question, each with the other words that were searched for it; absent where there were none. */
    synonyms: z.array(z.object({ word: z.string(), others: z.array(z.string()) })).optional(),
    /** The days that dated bases were read for; absent where none was read. */
    on_date: OnDate.optional(),
    filters: z.array(UnderstoodFilter),
    queries: z.array(
      z.object({
        data_source_id: z.int(),
        sql: z.string(),
        params: z.array(z.string()),
        rows: z.int(),
      }),
    ),
    /** One entry for each data source that was searched; absent from answers that are older than this field. */
    searches: z
      .array(
        z.object({
          data_source_id: z.int(),
          data_source_name: z.string(),
          rows_found: z.int(),
          /** The rows that the answer was given, those behind figures included. */
          rows_used: z.int(),
          /** Values that a model gave and the source does not know: «Gotham» for municipio. */
          dropped: z.array(z.object({ parameter: z.string(), value: z.string() })),
          /** Parts that were left out of the plan of a model, or added to it by rules, in sentences. */
          plan_changes: z.array(z.string()).optional(),
          /** No row passed the filters: what was found is only related. */
          relaxed: z.boolean(),
        }),
      )
      .optional(),
    /** One entry for each model call made for the answer; in local mode no provider is called. */
    calls: z.array(
      z.object({
        purpose: z.enum(['answer', 'attempt', 'profile_extraction', 'filter', 'embedding']),
        model: z.string(),
        input_tokens: z.int(),
        output_tokens: z.int(),
        estimated: z.boolean(),
      }),
    ),
    /** Personal data that left as marks, by kind; `prompt` is then as it left. */
    masked: PersonalDataCounts.optional(),
    /** The models that failed before their first word, in the order in which they were asked; absent from older answers. */
    attempts: z.array(z.object({ model: z.string(), code: z.string(), ms: z.number() })).optional(),
    /** The model that the provider says has answered, where it is not the one that was asked. */
    served_as: z.string().optional(),
    /** How much the model was asked to think; null where nothing is asked. */
    effort: z.enum(EFFORTS).nullable().optional(),
    /** Numbers of the answer that come from neither its sources nor its question; absent where none were checked. */
    unchecked_numbers: z.array(UncheckedNumber).optional(),
    retrieval_ms: z.number(),
    first_token_ms: z.number().nullable(),
    total_ms: z.number(),
  })
  .meta({ id: 'Trace' });
export type Trace = z.output<typeof Trace>;
