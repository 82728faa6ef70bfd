/** All that one answer is composed from. */
import type { ModelRules } from '#contract/agent-configuration.ts';
import type { RefusedFilter } from '#contract/filters.ts';
import type { PersonalDataDecision } from '#contract/personal-data.ts';
import type { AgentPrompt } from '../../agents/prompt/instructions.ts';
import type { Asker } from '../../agents/prompt/variables.ts';
import type { ModelChain } from '../../models/model-chain.ts';
import type { ReadableFiles } from '../../session-files/search-scope.ts';
import type { GivenAnswer, NearAnswer } from '../../verified-answers/matching/find-verified.ts';
import type { AdjustedPlan } from '../results/adjustment.ts';
import type { CutAnswer } from './continuation.ts';
import type { HistoryTurn } from './history.ts';

/** The sources that the agent reads. */
type Links = { knowledge_bases: { id: number }[]; data_sources: { id: number }[] };

/** All that shapes an answer. */
export type Task = {
  agent: AgentPrompt & Links & ModelRules & { id: number };
  /** Null when it is not known. */
  agent_version_id: number | null;
  chain: ModelChain;
  temperature: number;
  question: string;
  /** By what the agent's instructions call who asks, and the agent; absent in checks and comparisons. */
  asker?: Asker;
  /** The person who asks, for rows of their own; absent in checks and comparisons. */
  person_id?: number;
  /** Oldest first, as much of it as the model receives: see `historyOf`. */
  history: HistoryTurn[];
  without: RefusedFilter[];
  /** The day that the reader chose, or `today`. */
  on_date?: string | undefined;
  /** The decision of the person on personal data in the question; absent where nobody was asked. */
  decision?: PersonalDataDecision | null;
  /** The files of the conversation that are read; absent where there are none. */
  files?: ReadableFiles;
  /** The conversation has files, and the agent does not read any. */
  leaves_files_out?: boolean;
  /** A result that is asked again with an edited plan, without any model. */
  adjusted?: AdjustedPlan;
  /** The answer that people wrote to this question. */
  verified?: GivenAnswer;
  /** The answer may have no words but spans of the documents and fixed sentences; no model is asked. */
  literal?: true;
  /** One to a similar question, which is offered to press and, to a model, as a passage. */
  verified_near?: NearAnswer;
  /** The answer to go on with, where the question was answered in part. */
  continues?: CutAnswer;
  /** Wishes of the program that asks; they weigh as much as a question does. */
  guidance?: string;
  /** The longest answer that is wanted, in tokens, where that is less than its model may write. */
  max_tokens?: number;
};
