/** Answers the question of a check by itself, judges the answer and enters what it took. */
import { eq } from 'drizzle-orm';
import type { CheckResult } from '#contract/agent-checks.ts';
import type { Source } from '#contract/citations.ts';
import { type ProblemCode, problems } from '#contract/errors.ts';
import { partsOf } from '#contract/expectations.ts';
import { VERIFIED_QUESTION_MAX } from '#contract/limits.ts';
import type { TokenPurpose } from '#contract/users.ts';
import type { JsonCall } from '../../adapters/models/ask-json.ts';
import type { AppContext } from '../../app-context.ts';
import { agents } from '../../db/tables/agents.ts';
import { today } from '../../language/values/calendar.ts';
import { answerOnce, type Composed } from '../chat/compose/compose.ts';
import { LiveText } from '../chat/compose/live-text.ts';
import type { Task } from '../chat/compose/task.ts';
import { enterUncharged } from '../chat/ledger/entries.ts';
import { composeVerified } from '../chat/run/verified-answer.ts';
import { verifiedChain } from '../models/model-chain.ts';
import { modelGone, modelNameIn } from '../models/named-models.ts';
import { findVerified } from '../verified-answers/matching/find-verified.ts';
import { retryWhileAway } from './background-run.ts';
import { type Answered, judge } from './judge/judge.ts';
import { judgeByModel } from './judge/rubric.ts';
import { unjudged, type Verdict } from './judge/verdict.ts';
import type { Check } from './store.ts';

/** A model call that took tokens. */
export type CallTaken = {
  purpose: TokenPurpose;
  model: string;
  input: number;
  output: number;
  estimated: boolean;
};

export type CheckAsked = {
  check: Check;
  task: Omit<Task, 'question'>;
  /** In whose name the calls stand in the ledger, where nobody is charged for them; null for none. */
  user_id: number | null;
  /** Whether verified answers are given, as people are given them; otherwise only where the check expects one. */
  with_verified: boolean;
  signal: AbortSignal;
};

export type CheckAnswer = {
  result: CheckResult;
  /** Why the question could not be answered. */
  error_code: ProblemCode | null;
  composed: Composed;
  taken: CallTaken[];
};

/** An answer is kept up to this length, in UTF-16 code units; no honest one is longer. */
const ANSWER_KEPT_LENGTH = 40_000;

/** The taken tokens are entered whatever comes of the answer, also when the signal is aborted meanwhile. */
export async function answerCheck(context: AppContext, asked: CheckAsked): Promise<CheckAnswer> {
  const { task, user_id } = asked;
  const composed = await answerOf(context, asked);
  const taken = takenBy(composed);
  const judged: JsonCall[] = [];
  const result = await resultOf(context, asked, composed, (call) => judged.push(call));
  for (const { id, usage, estimated } of judged)
    taken.push({ purpose: 'rubric', model: id, input: usage.input, output: usage.output, estimated });
  if (user_id !== null && taken.length)
    await retryWhileAway(() => enterCalls(context, { user_id, agent_id: task.agent.id }, taken));
  return { result, error_code: errorOf(composed), composed, taken };
}

async function answerOf(context: AppContext, asked: CheckAsked): Promise<Composed> {
  const { check, task, signal } = asked;
  const question = { ...task, question: check.question };
  const isExpected = partsOf(check.expectation).some(({ kind }) => kind === 'verified');
  const found =
    asked.with_verified || isExpected ? await verifiedTo(context, task.agent.id, check.question) : undefined;
  if (!found?.verified) return answerOnce(context, { ...question, ...found }, signal);
  const verified = { ...question, chain: verifiedChain, ...found };
  return composeVerified(context, verified, { live: new LiveText() });
}

/** The verified answer that anybody would be given, or the similar one that their model would read. */
async function verifiedTo({ db, clock }: AppContext, agent_id: number, question: string) {
  if (question.length > VERIFIED_QUESTION_MAX) return undefined;
  const [agent] = await db
    .select({ verified_count: agents.verified_count })
    .from(agents)
    .where(eq(agents.id, agent_id));
  if (!agent?.verified_count) return undefined;
  return findVerified(db, agent_id, question, today(clock.now()));
}

async function resultOf(
  { models, clock }: AppContext,
  { check, task, signal }: CheckAsked,
  composed: Composed,
  onCall: (call: JsonCall) => void,
): Promise<CheckResult> {
  const { answer, sources } = composed;
  const { question, expectation } = check;
  const error_code = errorOf(composed);
  const cited = sources.filter(isCitedIn(answer));
  const answered = answeredBy(composed, cited);
  const verdict: Verdict =
    error_code === null
      ? await judge(expectation, answered, (rubric) =>
          judgeByModel(models, rubric, {
            agent: { ...task.agent, model: task.chain.asked },
            read: { question, answer, sources: cited },
            onCall,
            signal,
          }),
        )
      : unjudged(reasonOf(error_code, modelNameIn(models, composed.model)));
  return {
    ...verdict,
    answer: answer.slice(0, ANSWER_KEPT_LENGTH).toWellFormed(),
    cited: answered.cited,
    at: clock.now().toISOString(),
  };
}

export function answeredBy({ answer, verified, trace }: Composed, cited: Source[]): Answered {
  const { calls, total_ms } = trace();
  return {
    answer,
    cited: [...new Set(cited.map(({ title }) => title))],
    pages: cited.map(({ title, page }) => ({ title, page: page ?? null })),
    output_tokens: calls.reduce((sum, call) => sum + (call.purpose === 'answer' ? call.output_tokens : 0), 0),
    total_ms,
    verified_id: verified?.id ?? null,
  };
}

const errorOf = ({ error_code, needs_person }: Composed): ProblemCode | null =>
  error_code ?? (needs_person ? 'person_needed' : null);

/** The results of data sources are among the sources, whether or not the text cites them. */
export const isCitedIn =
  (answer: string) =>
  ({ kind, index }: Source): boolean =>
    kind !== 'result' || answer.includes(`[${index}]`);

const reasonOf = (code: ProblemCode, model: string): string =>
  code === 'model_gone' ? modelGone(model) : problems[code].detail;

/** Every call that took anything, whatever came of it. */
const takenBy = ({ trace }: Composed): CallTaken[] =>
  trace()
    .calls.filter((call) => call.input_tokens + call.output_tokens > 0)
    .map(({ purpose, model, input_tokens: input, output_tokens: output, estimated }) => ({
      purpose,
      model,
      input,
      output,
      estimated,
    }));

export const tokensOf = (taken: CallTaken[]): number =>
  taken.reduce((sum, { input, output }) => sum + input + output, 0);

async function enterCalls(
  { db, clock, models }: AppContext,
  { user_id, agent_id }: { user_id: number; agent_id: number },
  taken: CallTaken[],
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { purpose, model, input, output, estimated } of taken)
      await enterUncharged(tx, models, {
        user_id,
        agent_id,
        purpose,
        model,
        took: { input, output, estimated },
        now: clock.now(),
      });
  });
}
