/** Comparisons of an agent: its checks asked of several versions and models side by side. */
import { z } from 'zod';
import { COMPARED_MODELS_MAX } from './limits.ts';
import { Time } from './paging.ts';

/** The result of one check in one column. */
export const ComparisonCell = z
  .object({
    check_id: z.int(),
    /** The position among the columns of the comparison. */
    column: z.int(),
    outcome: z.enum(['held', 'failed', 'error']),
    reason: z.string().nullable(),
    answer: z.string(),
    /** Titles of what the answer cites. */
    cited: z.array(z.string()),
    input_tokens: z.int(),
    output_tokens: z.int(),
    /** Millionths of BRL; null without a price or an exchange rate. */
    cost_brl_micro: z.int().nullable(),
    ms: z.int(),
  })
  .meta({ id: 'ComparisonCell' });
export type ComparisonCell = z.output<typeof ComparisonCell>;

const ComparisonColumn = z.object({
  /** The version of the agent that was asked. */
  version_id: z.int(),
  /** Catalogue id; `local` where no model was asked. */
  model: z.string(),
  /** When the version was saved; null where it is not known any more. */
  saved_at: Time.nullable(),
  /** Whether the agent is that version now. */
  is_current: z.boolean(),
});

export const Comparison = z
  .object({
    id: z.int(),
    columns: z.array(ComparisonColumn),
    cells: z.array(ComparisonCell),
    started_at: Time,
    /** Null while it runs, and for ever when it was broken off. */
    finished_at: Time.nullable(),
    is_running: z.boolean(),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.output<typeof Comparison>;

/** A line of a comparison: first the comparison, then each cell as it is asked and as it ended, at last the comparison. */
export const ComparisonEvent = z
  .object({
    state: z.enum(['started', 'running', 'ended', 'finished', 'broken']),
    check_id: z.int().optional(),
    column: z.int().optional(),
    model: z.string().optional(),
    cell: ComparisonCell.optional(),
    comparison: Comparison.optional(),
    error: z.string().optional(),
    done: z.boolean(),
  })
  .meta({ id: 'ComparisonEvent' });
export type ComparisonEvent = z.output<typeof ComparisonEvent>;

export const ComparedModels = z
  .array(z.string().max(200), `Escolha de 2 a ${COMPARED_MODELS_MAX} modelos.`)
  .min(2, `Escolha de 2 a ${COMPARED_MODELS_MAX} modelos.`)
  .max(COMPARED_MODELS_MAX, `Escolha de 2 a ${COMPARED_MODELS_MAX} modelos.`)
  .refine((models) => new Set(models).size === models.length, 'Escolha cada modelo uma vez.');

export const ComparedColumns = z
  .array(
    z.object({
      /** Null for the agent as it is now. */
      version_id: z.int().positive().nullable(),
      /** Null for the model of that version. */
      model: z.string().max(200).nullable(),
    }),
    `Escolha de 2 a ${COMPARED_MODELS_MAX} colunas.`,
  )
  .min(2, `Escolha de 2 a ${COMPARED_MODELS_MAX} colunas.`)
  .max(COMPARED_MODELS_MAX, `Escolha de 2 a ${COMPARED_MODELS_MAX} colunas.`);
export type ComparedColumn = z.output<typeof ComparedColumns>[number];
