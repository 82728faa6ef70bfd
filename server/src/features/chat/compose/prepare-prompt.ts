/** Searches an agent's sources and makes the prompt of an answer. */
import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { TableResult } from '#contract/table-result.ts';
import type { CallRule, Prompt } from '../../../adapters/models/model.ts';
import type { AppContext } from '../../../app-context.ts';
import { reasonOf } from '../../../db/client.ts';
import { agents } from '../../../db/tables/agents.ts';
import type { KindCounts } from '../../../personal-data/marks.ts';
import {
  conversationDataOf,
  instructionsOf,
  usesVariables,
  withSourcesAway,
} from '../../agents/prompt/instructions.ts';
import { TEST_ASKER } from '../../agents/prompt/variables.ts';
import type { StepGuard } from '../../data-sources/plan/propose-plan.ts';
import type { StepCall } from '../../data-sources/read-source.ts';
import { type Grounding, retrieve } from '../../grounding/retrieve.ts';
import { mostOf } from '../../guard/guard-counts.ts';
import { callRule, ruleOf } from '../../guard/rule.ts';
import { FILES_LEFT_OUT, linksBeside } from '../../session-files/file-mode.ts';
import type { Ending } from '../ledger/settle.ts';
import { textOf } from './answer-usage.ts';
import { continuedPrompt, withNumbersOf } from './continuation.ts';
import { estimateTokens } from './history.ts';
import { aborted } from './stream-model-answer.ts';
import type { Task } from './task.ts';

export type PrepareContext = Pick<AppContext, 'db' | 'log' | 'content' | 'models' | 'clock'>;

type PrepareSink = {
  signal: AbortSignal;
  /** Called before the model is, when anything was found or understood. */
  onFound?: (
    found: Pick<Ending, 'filters'> & {
      results: TableResult[];
      prompt_tokens: number;
      personal_sources: boolean;
    },
  ) => void;
  /** Called after every model call on the way to the answer. */
  onStep?: (step: StepCall) => void;
};

export type Prepared = {
  /** Null without sources, and where the search failed. */
  found: Grounding | null;
  /** Complete also when the search was cut short or lost a source. */
  steps: StepCall[];
  prompt: Prompt;
  prompt_tokens: number;
  /** The rule of the agent for its call. */
  personal_data: CallRule;
  /** The most that one step on the way had of each kind. */
  masked: KindCounts;
};

export async function preparePrompt(
  context: PrepareContext,
  task: Task,
  { signal, onStep, onFound }: PrepareSink,
): Promise<Prepared> {
  const known: StepCall[] = [];
  let masked: KindCounts = {};
  const personal_data = callRule(ruleOf(context.models, task.agent), task.decision ?? null);
  const guard: StepGuard = {
    // The history of a step is text within its question.
    personal_data: task.history.some(({ is_masked }) => is_masked)
      ? { ...personal_data, is_sent: false }
      : personal_data,
    onMasked: ({ counts }) => {
      masked = mostOf(masked, counts);
    },
  };
  const { found, failed } = await ground(context, task, {
    signal,
    guard,
    onStep: (step) => {
      known.push(step);
      onStep?.(step);
    },
  });
  // A step that was under way when the search was cut short reports its usage in this turn.
  if (signal.aborted) await setImmediate();
  const prompt = promptOf(task, { found, failed, data: await dataOf(context, task, personal_data) });
  const prompt_tokens = estimateTokens(textOf(prompt));
  if (found) reportFound(found, prompt_tokens, onFound);
  return { found, steps: [...known], prompt, prompt_tokens, personal_data, masked };
}

function reportFound(
  { sources, filters, results, personal }: Grounding,
  prompt_tokens: number,
  onFound: PrepareSink['onFound'],
): void {
  if (sources.length || filters.length || personal)
    onFound?.({ filters, results, prompt_tokens, personal_sources: personal ?? false });
}

/** A search that fails costs the answer its sources, not the person their answer. */
async function ground(
  context: PrepareContext,
  { agent, files, question, person_id, history, on_date, without, chain, continues, verified_near }: Task,
  way: { signal: AbortSignal; guard: StepGuard; onStep: (step: StepCall) => void },
): Promise<{ found: Grounding | null; failed: boolean }> {
  const [{ local, entry }] = chain.links;
  const links = linksBeside(agent);
  try {
    const asked = {
      files,
      knowledge_base_ids: idsOf(links.knowledge_bases),
      data_source_ids: idsOf(links.data_sources),
      question,
      person_id,
      history,
      on_date,
      without,
      verified: verified_near?.passage,
      reader: local ? 'local' : 'model',
      context_window: entry.context_window,
      residency_max: agent.residency_max,
      ...way,
    } as const;
    const found = await Promise.race([retrieve(context, asked), aborted(way.signal)]);
    return { found: found && continues ? withNumbersOf(continues.sources, found) : found, failed: false };
  } catch (error) {
    context.log.error({ err: { message: reasonOf(error) } }, 'retrieval failed');
    return { found: null, failed: true };
  }
}

const idsOf = (links: { id: number }[]) => links.map(({ id }) => id);

/** The data of this conversation that the instructions refer to; empty where they refer to nothing. */
async function dataOf(
  { db, clock }: PrepareContext,
  { agent, asker }: Task,
  { is_sent }: CallRule,
): Promise<string> {
  if (!usesVariables(agent)) return '';
  const known = asker ?? { ...TEST_ASKER, agent: await nameOf(db, agent.id) };
  return conversationDataOf(agent, known, { now: clock.now(), hides_name: !is_sent });
}

async function nameOf(db: PrepareContext['db'], id: number): Promise<string> {
  const [agent] = await db.select({ name: agents.name }).from(agents).where(eq(agents.id, id));
  return agent?.name ?? '';
}

function promptOf(
  { agent, history, question, guidance, continues, chain, leaves_files_out }: Task,
  { found, failed, data }: { found: Grounding | null; failed: boolean; data: string },
): Prompt {
  const instructions = instructionsOf(agent);
  const prompt: Prompt = {
    instructions: failed ? withSourcesAway(instructions) : instructions,
    ...(data ? { data } : {}),
    passages: found?.passages ?? null,
    notes: [...(leaves_files_out ? [FILES_LEFT_OUT] : []), ...(found?.notes ?? [])],
    history,
    ...(found?.on_date ? { on_date: found.on_date.label } : {}),
    ...(guidance ? { guidance } : {}),
    question,
  };
  // The local reader answers the question anew, with the same words.
  return continues && !chain.links[0].local ? continuedPrompt(prompt, continues.answer) : prompt;
}
