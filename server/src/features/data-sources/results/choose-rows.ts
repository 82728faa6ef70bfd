/** Has a model choose, by number, the found rows that help to answer. */
import { z } from 'zod';
import { DEFAULT_PROMPTS } from '#contract/data-source-prompts.ts';
import { askJson } from '../../../adapters/models/ask-json.ts';
import { relevantSchema } from '../plan/answer-schema.ts';
import type { StepAsk } from '../plan/propose-plan.ts';
import type { RankedRow } from '../search/ranked-rows.ts';

const FORM = 'Responda apenas com um objeto JSON: {"relevant":[1,3]}';
const CONTENT_LENGTH = 1_500;
const CELL_LENGTH = 200;
const OUTPUT_TOKENS = 200;
/** Up to this many rows are passed on without a model call. */
const FEW = 2;

export async function chooseRows(
  rows: RankedRow[],
  wanted: { question: string; content_column: string; max: number },
  ask: StepAsk | null,
): Promise<RankedRow[]> {
  const best = withoutBystanders(rows).slice(0, wanted.max);
  const isClear = rows.length <= wanted.max && rows.length <= FEW;
  if (!ask || rows.length === 0 || isClear) return best;
  const instructions = (ask.system_prompt.trim() || DEFAULT_PROMPTS.document_filter).replaceAll(
    '{max}',
    String(wanted.max),
  );
  const value = await askJson(ask.chain, {
    instructions: `${instructions}\n\n${FORM}`,
    question: `Pergunta:\n${wanted.question}\n\nRegistros:\n${rows.map((row, place) => numbered(row, place, wanted.content_column)).join('\n')}`,
    form: relevantSchema,
    max_tokens: OUTPUT_TOKENS,
    ...ask.guard,
    onCall: ask.onCall,
    signal: ask.signal,
  });
  const answered = z.object({ relevant: z.array(z.unknown()) }).safeParse(value);
  if (!answered.success) return best;
  const numbers = [...new Set(answered.data.relevant.map(Number))].filter(
    (number) => rows[number - 1] !== undefined,
  );
  return numbers.slice(0, wanted.max).map((number) => rows[number - 1] as RankedRow);
}

/** Drops rows that only pass the filters when others match the search. */
function withoutBystanders(rows: RankedRow[]): RankedRow[] {
  const mentioned = rows.filter(({ rank }) => rank > 0);
  return mentioned.length ? mentioned : rows;
}

function numbered({ row }: RankedRow, place: number, content_column: string): string {
  const cells = Object.entries(row).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}: ${(text ?? '').slice(0, name === content_column ? CONTENT_LENGTH : CELL_LENGTH)}`;
  });
  return `${place + 1}. ${cells.join(' | ').replace(/\s+/g, ' ')}`;
}
