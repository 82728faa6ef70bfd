/** An answer without any model: spans of the documents that were found, word for word, and fixed sentences around them. */
import type { Trace } from '#contract/trace.ts';
import { markdownOf } from '../../../adapters/models/local-reader/local-reader.ts';
import { quotesFor } from '../../../adapters/models/local-reader/quotes.ts';
import { recordedModel } from '../../../adapters/models/model.ts';
import { reasonOf } from '../../../db/client.ts';
import { courtesyOf } from '../../../language/stop-words.ts';
import { type Grounding, retrieve } from '../../grounding/retrieve.ts';
import { ruleOf } from '../../guard/rule.ts';
import { type AnswerSink, type Composed, firstAnswering } from '../compose/compose.ts';
import type { PrepareContext } from '../compose/prepare-prompt.ts';
import type { Task } from '../compose/task.ts';
import { LITERAL_SENTENCES } from './literal-sentences.ts';

/** The room that passages are searched for, as with a model of a middling window. */
const CONTEXT_WINDOW = 32_000;

/** As `compose`, for a task that is `literal`. Never throws. Data sources are not read: their rows are nobody's quotation. */
export async function composeLiteral(
  context: PrepareContext,
  task: Task,
  { live, signal }: Pick<AnswerSink, 'live' | 'signal'>,
): Promise<Composed> {
  const began = performance.now();
  const found = await search(context, task, signal);
  if (found === 'failed' || signal.aborted) return ended(task, { live, began, found: null, answer: '' });
  const answer = literalText(task, found);
  live.append(answer);
  return ended(task, { live, began, found, answer });
}

async function search(
  context: PrepareContext,
  { agent, question, history, on_date }: Task,
  signal: AbortSignal,
): Promise<Grounding | null | 'failed'> {
  try {
    return await retrieve(context, {
      knowledge_base_ids: agent.knowledge_bases.map(({ id }) => id),
      data_source_ids: [],
      question,
      history,
      on_date,
      without: [],
      reader: 'local',
      context_window: CONTEXT_WINDOW,
      residency_max: agent.residency_max,
      guard: { personal_data: { ...ruleOf(context.models, agent), is_sent: false } },
      signal,
    });
  } catch (error) {
    context.log.warn(
      { err: { message: reasonOf(error) } },
      'the documents of a counter could not be searched',
    );
    return 'failed';
  }
}

function literalText({ question, history }: Task, found: Grounding | null): string {
  if (found?.fixed !== undefined) return found.fixed;
  const courtesy = courtesyOf(question);
  if (courtesy) return courtesy === 'thanks' ? LITERAL_SENTENCES.thanks : LITERAL_SENTENCES.greeting;
  const quotes = found ? quotesFor({ question, history, passages: found.passages }) : [];
  if (!quotes.length) return LITERAL_SENTENCES.not_found;
  return [LITERAL_SENTENCES.lead, ...quotes.map(markdownOf)].join('\n\n');
}

type Written = { live: AnswerSink['live']; began: number; found: Grounding | null; answer: string };

function ended(task: Task, { live, began, found, answer }: Written): Composed {
  const cited = new Set([...answer.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index)));
  const sources = (found?.sources ?? []).filter(({ index }) => cited.has(index));
  const isNothing = answer === LITERAL_SENTENCES.not_found;
  return {
    ...firstAnswering(task.chain),
    status: answer ? 'done' : 'failed',
    error_code: answer ? null : 'database_unavailable',
    answer,
    seq: live.seq,
    sources: isNothing ? [] : sources,
    filters: [],
    on_date: found?.on_date ?? null,
    personal_sources: false,
    needs_person: false,
    found_nothing: isNothing && !found?.away,
    charge: { input: 0, output: 0, estimated: false },
    masked: 0,
    steps: [],
    found: found?.sources ?? [],
    at_length: false,
    retry_after_ms: null,
    trace: () => traceOf(task, performance.now() - began),
  };
}

const traceOf = ({ agent_version_id, question, temperature, chain }: Task, retrieval_ms: number): Trace => ({
  agent_version_id,
  model: recordedModel(chain.links[0]),
  temperature,
  prompt: { instructions: '', turns: [{ role: 'user', text: question }] },
  passages: [],
  filters: [],
  queries: [],
  calls: [],
  effort: null,
  retrieval_ms,
  first_token_ms: retrieval_ms,
  total_ms: retrieval_ms,
});
