/** The port to language models. A model is a function; which models exist is data in the catalogue. */

import type { ProblemCode } from '#contract/errors.ts';
import type { CatalogueModel, Provider } from '#contract/model-catalogue.ts';

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
  /** The passages that were found, in order; empty when nothing relevant was, null when the agent has no sources. */
  passages: PromptPassage[] | null;
  /** Sentences of the search itself, such as what it looked for in vain. They quote values: content, like passages. */
  notes?: string[];
  /** Oldest first. */
  history: { question: string; answer: string }[];
  /** Wishes of the program that asks. They have no more weight than the question. */
  guidance?: string;
  question: string;
};

/** Tokens. `cached` is the part of `input` that the provider had read before; absent where it names none. */
export type Usage = { input: number; output: number; cached?: number };

/** The tokens that a provider has reported so far; null is what it has not reported. */
export type ReportedUsage = { input: number | null; output: number | null; cached?: number };

/** How an answer ended. */
export type ModelEnding =
  /** `usage` is null when the provider reported none. */
  | { type: 'end'; usage: Usage | null; reason: 'stop' | 'length' | 'other' }
  | { type: 'failed'; code: ProblemCode; cause: unknown; usage: Usage | null };

/** The JSON schema of an answer that must be one JSON object. A provider may be unable to enforce it. */
export type AnswerForm = { name: string; schema: Record<string, unknown> };

export type ModelCall = {
  prompt: Prompt;
  /** Absent when the answer is text. */
  form?: AnswerForm;
  temperature: number;
  /** The longest answer, in tokens. */
  max_tokens: number;
  /** `least` for a step on the way to an answer; absent, the model thinks as much as the catalogue says. */
  effort?: 'least';
  signal: AbortSignal;
  /** Called once when the call is over, also synchronously within its abort. */
  onUsage?: (usage: ReportedUsage) => void;
};

/** Receives the text of an answer piece by piece, in order. Must neither wait nor throw. */
export type OnText = (text: string) => void;

/**
 * Never rejects: a failure is an ending, and an abort has none. Text is delivered synchronously, because each promise
 * between provider and reader would cost time for every chunk.
 */
export type Model = (call: ModelCall, say: OnText) => Promise<ModelEnding | undefined>;

export type Models = {
  /** No provider is configured: agents answer with the local reader. */
  local: boolean;
  /** The catalogue with the operator's corrections, and what was chosen from a provider's list. */
  readonly catalogue: readonly CatalogueModel[];
  /** Opens the model for a catalogue id: a retired one runs on its successor or the default. Null where nothing can answer. */
  open(id: string): OpenModel | null;
  /** Opens the model for a step of a data source: the named one, or the installation's model for steps. */
  openStep(id: string): OpenModel | null;
  /** Why `open` returns null. */
  refusal(id: string): 'model_gone' | 'model_not_configured';
  stateOf(entry: CatalogueModel): ModelState;
  /** The means to choose default models; null where no provider is configured. */
  setup: ModelSetup | null;
  /** For the search by meaning; absent or null without one. */
  embedder?: Embedder | null;
};

/** `failing`: its provider did not know it a moment ago. `ending`: the day on which it ends is known. */
export type ModelState = 'active' | 'ending' | 'retired' | 'failing' | 'no_key';

/** The choice of the installation, as its database holds it. */
export type InstallationModels = {
  default: string | null;
  steps: string | null;
  /** Whether a retired model runs on its successor until somebody chooses. */
  follow_successor: boolean;
  /** Models that only a provider's list names. */
  added: CatalogueModel[];
};

/** Where an entry of the catalogue is reached. */
export type Upstream = {
  entry: CatalogueModel;
  /** With its version, see base-url.ts. */
  base_url: string;
  /** Null only for a compatible server that asks for none. */
  api_key: string | null;
};

/** One address with its key, and the entries of the catalogue that are reached there. */
export type ProviderAccess = {
  provider: Provider;
  base_url: string;
  api_key: string | null;
  entries: CatalogueModel[];
};

/** A model in a provider's list; null is what the list does not say. */
export type ListedModel = {
  id: string;
  name: string | null;
  /** Seconds since 1970. */
  created: number | null;
  /** Tokens. */
  context: number | null;
  max_tokens: number | null;
  /** A day in UTC. */
  ends_at: string | null;
  is_chat: boolean;
};

export type ModelSetup = {
  /** In the order in which a default is looked for. */
  providers(): ProviderAccess[];
  /** Rejects where the list cannot be read. */
  list(access: ProviderAccess, signal: AbortSignal): Promise<ListedModel[]>;
  /** Asks for one word. Never rejects. */
  probe(upstream: Upstream, signal: AbortSignal): Promise<boolean>;
  /** Whether this very entry could answer: it has a key and has not ended. */
  canRun(id: string): boolean;
  /** Applies the choice of the installation. Answers that are being written keep the model they have. */
  configure(chosen: InstallationModels): void;
  /** Settles when the default has been chosen; null while nobody is choosing. */
  choosing: Promise<void> | null;
};

export type Embedded = {
  /** One for each text, in order, all of one length. */
  vectors: number[][];
  /** As the provider counts them; null when it does not say. */
  tokens: number | null;
};

export type Embedder = {
  /** As the operator wrote it, "openai/text-embedding-3-small": vectors of different models do not compare. */
  name: string;
  /** Cosine similarity from which on a passage speaks of a question by its meaning alone; null: words decide. */
  floor: number | null;
  embed(texts: string[], signal: AbortSignal): Promise<Embedded>;
};

export type OpenModel = { entry: CatalogueModel; model: Model; local: boolean };

/** The model's name in records and in the ledger where no provider was asked. */
export const LOCAL_MODEL = 'local';

/** The name of the model that answered, as records and the ledger keep it. */
export const recordedModel = ({ entry, local }: Pick<OpenModel, 'entry' | 'local'>): string =>
  local ? LOCAL_MODEL : entry.id;
