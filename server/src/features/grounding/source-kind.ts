/** The interface of each kind of source that an agent can read. */

import type { Source } from '#contract/citations.ts';
import type { RefusedFilter, UnderstoodFilter } from '#contract/filters.ts';
import type { Residency } from '#contract/model-sets.ts';
import type { Plan } from '#contract/table-plan.ts';
import type { TableResult } from '#contract/table-result.ts';
import type { Trace } from '#contract/trace.ts';
import type { OnDate } from '#contract/validity-state.ts';
import type { PromptPassage } from '../../adapters/models/model.ts';
import type { AppContext } from '../../app-context.ts';
import type { StepGuard } from '../data-sources/plan/propose-plan.ts';
import type { StepCall } from '../data-sources/read-source.ts';
import type { Span } from '../knowledge/search/fill-context.ts';
import type { ReadableFiles } from '../session-files/search-scope.ts';

/** The plan of a result that an answer had. */
export type SourcePlan = { data_source_id: number; plan: Plan };

/** The answer that people wrote to a similar question. */
export type VerifiedPassage = {
  question: string;
  /** Without markers. */
  answer: string;
  owner_label: string;
  /** When they wrote it, and why it is not given any more where that is so. */
  since: string;
};

export type Asked = {
  /** A verified answer that comes near, for a model to read. */
  verified?: VerifiedPassage | undefined;
  /** The person who asks; absent in checks and comparisons. */
  person_id?: number | undefined;
  /** The files of the conversation, where it has any. */
  files?: ReadableFiles | undefined;
  knowledge_base_ids: number[];
  data_source_ids: number[];
  question: string;
  /** Oldest first. */
  history: { question: string; answer?: string; plans?: SourcePlan[] }[];
  /** The day that the reader chose, or that they want today in any case. */
  on_date?: string | undefined;
  /** Filters that the reader took away: what is read again must not be filtered by them. */
  without: RefusedFilter[];
  /** A model judges for itself what answers the question; without one, only what is relevant is found. */
  reader: 'model' | 'local';
  /** The window of the model that will read the passages, in tokens. */
  context_window: number;
  /** The farthest place where the question and what is found may be processed. */
  residency_max?: Residency | undefined;
  /** The agent's rule on personal data. */
  guard?: StepGuard | undefined;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
  /** Called after each model call. */
  onStep?: (step: StepCall) => void;
};

/** One thing that was found: what the model reads of it and what a reader sees of it. */
export type Finding = {
  passage: Omit<PromptPassage, 'index'>;
  source: Omit<Source, 'index'>;
  /** The parts of the document that the text of the passage is made of, in its order, joined by an empty line. */
  spans?: Span[];
  /** The result of a source of that kind; its number is still to be given. */
  result?: TableResult;
  /** The text by which a data source answers without a model, given the number of this finding. */
  answer?: (index: number) => string;
  /** How well it fits, comparable within one question; null where nothing was ranked. */
  score: number | null;
  /** The parts of the score, where meaning was looked at as well as words. */
  scores?: Trace['passages'][number]['scores'];
};

export type Findings = {
  found: Finding[];
  /** The filters that the question was understood to ask for. */
  filters: UnderstoodFilter[];
  /** The statements that were run on databases. */
  queries: Trace['queries'];
  /** The outcome of each search in a database. */
  searches?: Trace['searches'];
  /** Remarks on the search that the answer must make. They quote values: content, not instructions. */
  notes: string[];
  /** Remarks that only count where nothing was found at all: what a table does not have, or cannot do. */
  doubts?: string[];
  /** Model calls that were made on the way. */
  steps: StepCall[];
  /** A thing that the question names and no passage that was found has. */
  missing?: string;
  /** The words of the question for which others were searched as well. */
  synonyms?: NonNullable<Trace['synonyms']>;
  /** They were searched in texts: documents of bases, or files of the conversation. */
  isDocuments?: true;
  /** The days that dated bases were read for. */
  on_date?: OnDate;
  /** The whole answer, where no model is to be asked: it cites the one finding as [1]. */
  fixed?: string;
  /** Rows of the person's own were read. */
  personal?: true;
  /** One of the sources needs a person, and nobody asks. */
  needs_person?: true;
  /** One of the sources could not be read: who finds nothing has not looked everywhere. */
  away?: true;
};

export type GroundingContext = Pick<AppContext, 'db' | 'content' | 'models' | 'clock' | 'log'>;

/** Reads what was linked, within a number of characters. */
export type Reader = (characters: number) => Promise<Findings>;

/** Null when the agent has no source of this kind. */
export type SourceKind = (context: GroundingContext, asked: Asked) => Promise<Reader | null>;
