/** The port to language models. A model is a function; what exists is data in the catalogue. */

import type { ProblemCode } from '#contract/errors.ts';
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import type { Embedder } from './embedder.ts';

/** A passage that was found for the question, under the number it may be cited by. */
export type PromptPassage = {
  index: number;
  title: string;
  section: string;
  text: string;
  /** The cells of a record, as text; only when the passage is one. */
  row?: Record<string, string>;
};

export type Prompt = {
  /** The agent's own instructions; nothing that came from a document, a row or a person. */
  instructions: string;
  /** What was found, in order; empty when nothing relevant was; null when the agent has no sources at all. */
  passages: PromptPassage[] | null;
  /** Sentences of the search itself, such as what it looked for in vain. They quote values: content, like passages. */
  notes?: string[];
  /** Oldest first. */
  history: { question: string; answer: string }[];
  /** What the program that asks wants of the answer. Of no more weight than the question. */
  guidance?: string;
  question: string;
};

/** Tokens. */
export type Usage = { input: number; output: number };

/** How an answer ended. */
export type ModelEnding =
  /** `usage` is null when the provider reported none. */
  | { type: 'end'; usage: Usage | null; reason: 'stop' | 'length' | 'other' }
  | { type: 'failed'; code: ProblemCode; cause: unknown; usage: Usage | null };

/** The one JSON object that an answer must be, as a JSON schema. A provider may not know how to hold a model to it. */
export type AnswerForm = { name: string; schema: Record<string, unknown> };

export type ModelCall = {
  prompt: Prompt;
  /** Absent when the answer is text. */
  form?: AnswerForm;
  temperature: number;
  /** The longest answer, in tokens. */
  max_tokens: number;
  signal: AbortSignal;
};

/** Told the words of an answer as they come, in order, at once: what it does with them holds nobody up. */
export type Say = (text: string) => void;

/**
 * Never rejects: a failure is an ending, and an abort has none. Words go straight down to whoever listens, for each
 * step on their way that waits for the next would be paid for by every few letters.
 */
export type Model = (call: ModelCall, say: Say) => Promise<ModelEnding | undefined>;

export type Models = {
  /** No provider is configured: agents answer with the local reader. */
  local: boolean;
  /** The catalogue with the operator's corrections. */
  catalogue: readonly CatalogueModel[];
  /** What a catalogue id runs on (its successor when it was retired); null when its provider has no key. */
  open(id: string): OpenModel | null;
  /** For the search by meaning; absent or null without one. */
  embedder?: Embedder | null;
};

export type OpenModel = { entry: CatalogueModel; model: Model; local: boolean };

/** The model's name in records and in the ledger where no provider was asked. */
export const LOCAL_MODEL = 'local';

/** What records and the ledger call what really answered. */
export const recordedModel = ({ entry, local }: Pick<OpenModel, 'entry' | 'local'>): string =>
  local ? LOCAL_MODEL : entry.id;
