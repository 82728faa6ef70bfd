/** The most that a question may take, held until its answer ends: tokens of the person, and of the group's budget. */
import { sql } from 'drizzle-orm';
import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import { type Models, recordedModel, type Usage } from '../../../adapters/models/model.ts';
import type { Queryable } from '../../../db/client.ts';
import { instructionsOf } from '../../agents/prompt/instructions.ts';
import { foundTokensMax } from '../../grounding/retrieve.ts';
import { budgetMonth } from '../../groups/budget.ts';
import { callCostsAt } from '../../prices/call-costs.ts';
import { linksBeside } from '../../session-files/file-mode.ts';
import { estimateTokens, type HistoryTurn } from '../compose/history.ts';
import { type BudgetHold, ensureUsageRow } from '../ledger/group-budget.ts';
import type { AdmissionSnapshot } from './admission-snapshot.ts';
import type { ResolvedAgent } from './agent-version.ts';

export type Reservation = { prompt_tokens: number; reserved_tokens: number; budget: BudgetHold | null };

export type AskedTexts = {
  question: string;
  history: HistoryTurn[];
  /** Wishes of a program, and the text that a continuation goes on from. */
  others: string;
  /** The longest answer that a program asks for. */
  wanted: number | null;
};

/** Each data source takes up to two model calls: the filters of the question, and the rows that answer it. */
const STEPS_PER_SOURCE = 2;
const STEP = { input: 3_500, output: 1_500 };

/** An answer that calls no provider costs nothing and is not held to any limit; neither is a test. */
export const isFree = ({ is_test, chain }: ResolvedAgent): boolean => is_test || chain.links[0].local;

export async function reservationOf(
  { db, models }: { db: Queryable; models: Models },
  { budget, budget_month }: Pick<AdmissionSnapshot, 'budget' | 'budget_month'>,
  resolved: ResolvedAgent,
  texts: AskedTexts,
  now: Date,
): Promise<Reservation> {
  const { agent } = resolved;
  const prompt_tokens = promptTokens(instructionsOf(agent), texts);
  if (isFree(resolved)) return { prompt_tokens, reserved_tokens: 0, budget: null };
  const answers = longestAnswers(resolved, prompt_tokens, texts.wanted);
  const { data_sources } = linksBeside(agent);
  const steps = data_sources.length * STEPS_PER_SOURCE * (STEP.input + STEP.output);
  const reserved_tokens = Math.max(...answers.map(({ took }) => took.input + took.output)) + steps;
  if (!budget?.user_group_id) return { prompt_tokens, reserved_tokens, budget: null };
  const of = { user_group_id: budget.user_group_id, month: budgetMonth(now) };
  if (!budget_month) await ensureUsageRow(db, of);
  const cost = budget.kind === 'brl' ? await costOfAll({ db, models }, agent, { answers, now }) : 0n;
  return { prompt_tokens, reserved_tokens, budget: { ...of, tokens: reserved_tokens, cost } };
}

const promptTokens = (instructions: string, { question, history, others }: AskedTexts) =>
  estimateTokens(instructions) +
  estimateTokens(question) +
  estimateTokens(others) +
  history.reduce((sum, turn) => sum + estimateTokens(turn.question + turn.answer), 0);

export const longestAnswer = ({ max_tokens }: CatalogueModel, wanted: number | null): number =>
  Math.min(max_tokens, wanted ?? max_tokens);

type LongestAnswer = { model: string; took: Usage };

/** The longest answer of each model of the chain: whichever answers in the end, the largest of them is held. */
const longestAnswers = (
  { agent, chain, files }: ResolvedAgent,
  prompt_tokens: number,
  wanted: number | null,
): LongestAnswer[] =>
  chain.links.map((model) => {
    const input = prompt_tokens + foundTokensMax(linksBeside(agent), files, model);
    return {
      model: recordedModel(model),
      took: { input, output: longestAnswer(model.entry, wanted) },
    };
  });

/** Millionths of BRL; a call whose price nobody knows holds nothing, as it will cost nothing that is known. */
async function costOfAll(
  { db, models }: { db: Queryable; models: Models },
  agent: ResolvedAgent['agent'],
  { answers, now }: { answers: LongestAnswer[]; now: Date },
): Promise<bigint> {
  const steps = await stepModels({ db, models }, { ...agent, ...linksBeside(agent) });
  const ids = [...answers.map(({ model }) => model), ...steps.flat()];
  const costs = await callCostsAt(db, models, { ids, at: now });
  const known = (model: string, took: Usage) => costs(model, took).cost_brl_micro ?? 0n;
  const dearest = dearestOf(answers.map(({ model, took }) => known(model, took)));
  return steps.reduce((sum, chain) => sum + dearestOf(chain.map((id) => known(id, STEP))), dearest);
}

const dearestOf = (costs: bigint[]): bigint => costs.reduce((most, cost) => (cost > most ? cost : most), 0n);

/** The models of each step that the data sources of an agent may take, of which one is charged. */
async function stepModels(
  { db, models }: { db: Queryable; models: Models },
  { data_sources, residency_max }: ResolvedAgent['agent'],
): Promise<string[][]> {
  if (!data_sources.length) return [];
  const { rows } = await db.execute<{ profile: string | null; filter: string | null }>(sql`
    select rag_config -> 'profile_extraction' ->> 'model_name' profile,
      rag_config -> 'document_filter' ->> 'model_name' filter
    from data_sources where id = any(${sql.param(data_sources.map(({ id }) => id))}::int[])`);
  return rows
    .flatMap(({ profile, filter }) => [profile, filter])
    .map((name) =>
      models
        .openSteps(name || AGENT_FALLBACK.model, residency_max)
        .flatMap(({ entry, local }) => (local ? [] : [entry.id])),
    );
}
