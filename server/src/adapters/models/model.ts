/** The port to language models. A model is a function; which models exist is data in the catalogue. */
import type { ProblemCode } from '#contract/errors.ts';
import type { CatalogueModel, Provider } from '#contract/model-catalogue.ts';
import type { Effort, Residency } from '#contract/model-sets.ts';
import type { PersonalDataKind, PersonalDataMode } from '#contract/personal-data.ts';
import type { KindCounts } from '../../personal-data/marks.ts';
import type { BatchSize } from './batch-size.ts';
import type { ModelProvider } from './model-provider.ts';
import type { ProviderNetworks } from './provider-network.ts';

/** A passage that was found for the question, under the number it may be cited by. */
export type PromptPassage = {
  index: number;
  title: string;
  section: string;
  text: string;
  /** How well it fits, from 0 to 1, the best of the question's passages; absent where nothing was ranked. */
  score?: number;
  /** The cells of a record, as text; only when the passage is one. */
  row?: Record<string, string>;
  /** Whether it holds on the days of the question, in words; only of a dated base. */
  validity?: string;
  /** The text by which a data source answers without a model: on its first passage, empty on its others. */
  answer?: string;
};

export type Prompt = {
  /** The agent's own instructions; nothing that came from a document, a row or a person. */
  instructions: string;
  /** The data that the instructions refer to: they stand after all of them, as they differ between people. */
  data?: string;
  /** The passages that were found, in order; empty when nothing relevant was, null when the agent has no sources. */
  passages: PromptPassage[] | null;
  /** Sentences of the search itself, such as what it looked for in vain. They quote values: content, like passages. */
  notes?: string[];
  /** Oldest first. `is_masked`: its reader wanted marks in the place of personal data. */
  history: { question: string; answer: string; is_masked?: boolean }[];
  /** The days that the answer is for, as «em 2019»; only where a dated base was read. */
  on_date?: string;
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
  | { type: 'end'; usage: Usage | null; reason: 'stop' | 'length' | 'other'; served_as?: string }
  /** `retry_after_ms`: how long the model is not asked again. */
  | { type: 'failed'; code: ProblemCode; cause: unknown; usage: Usage | null; retry_after_ms?: number };

/** The JSON schema of an answer that must be one JSON object. A provider may be unable to enforce it. */
export type AnswerForm = { name: string; schema: Record<string, unknown> };

/** Where marks such as `[CPF 1]` take the place of personal data before a call leaves. */
export type CallRule = {
  /** The kinds that get a mark; none where everything is allowed. */
  kinds: readonly PersonalDataKind[];
  /** The person sends the question as it is: only turns of the history that are marked `is_masked` get marks. */
  is_sent?: boolean;
};

/** A call as it left. `count`: the text with the same marks, for counting its tokens. */
export type MaskedCall = { prompt: Prompt; counts: KindCounts; count: (text: string) => string };

/** The rule of the installation: what agents without a rule of their own do. */
export type InstallationRule = { mode: PersonalDataMode; kinds: readonly PersonalDataKind[] };

export type ModelCall = {
  prompt: Prompt;
  /** Absent when the answer is text. */
  form?: AnswerForm;
  temperature: number;
  /** The longest answer, in tokens. */
  max_tokens: number;
  /** The rule on personal data of the agent that asks; absent, marks stand where the installation wants any. */
  personal_data?: CallRule;
  /** Called before the call leaves, where the prompt holds marks. */
  onMasked?: (masked: MaskedCall) => void;
  /** The answer is read as JSON, also where the provider gets no form. */
  is_json?: true;
  /** `least` for a step on the way to an answer; absent, the model thinks as much as the catalogue says. */
  effort?: Effort | 'least';
  /** Another model is asked when this one fails before its first word: it is retried once and not waited for long. */
  has_reserve?: boolean;
  /** The longest wait for the first word, where it is less than for any call. */
  first_token_ms?: number;
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

/**
 * Holds the catalogue of the installation. A change replaces the catalogue as a whole; an answer keeps the `OpenModel`
 * that it began with.
 */
export type Models = {
  /** No provider is configured: agents answer with the local reader. */
  readonly local: boolean;
  /** Rises with every change of the catalogue, the providers or the defaults; -1 until the database has been read. */
  readonly version: number;
  /** The list in code with the changes of the installation and of the operator. */
  readonly catalogue: readonly CatalogueModel[];
  readonly defaults: ModelDefaults;
  /**
   * Opens the model for a catalogue id: a retired one runs on its successor or the default. Null where nothing can
   * answer that processes within `residency_max`.
   */
  open(id: string, residency_max?: Residency): OpenModel | null;
  /**
   * Opens the models for a step of a data source, each once, in the order in which they are asked: the named one, the
   * installation's model for steps, its default and its reserves. Empty where none can be asked.
   */
  openSteps(id: string, residency_max?: Residency): OpenModel[];
  /** Why `open` returns null. */
  refusal(id: string, residency_max?: Residency): 'model_gone' | 'model_not_configured';
  /** The failure for which this process does not ask an entry now; null for one that can be asked. */
  restOf(id: string): Rest | null;
  stateOf(entry: CatalogueModel): ModelState;
  /** The provider of an entry, also of one without a key; null where the entry names none that exists. */
  providerOf(entry: CatalogueModel): ProviderInfo | null;
  /** The means to change the catalogue and to choose default models; null for models that are scripted. */
  setup: ModelSetup | null;
  /** For the search by meaning; absent or null without one. */
  embedder?: Embedder | null;
  /** Absent where nothing is guarded yet, see `guardModels`. */
  guard?: Guard;
};

/** The guard of personal data in this process. `rule` is replaced when the installation's changes. */
export type Guard = { rule: InstallationRule };

/** `failing`: its provider did not know it a moment ago. `ending`: the day on which it ends is known. */
export type ModelState = 'active' | 'ending' | 'retired' | 'failing' | 'no_key' | 'hidden';

export type Rest = { code: ProblemCode; left_ms: number };

export type ModelDefaults = {
  default: string | null;
  steps: string | null;
  /** Answer where an agent names no reserves of its own. */
  reserves: string[];
  /** Whether a retired model runs on its successor until somebody chooses. */
  follow_successor: boolean;
};

/** A row of the table `models`: an absent field has the value of the list in code. */
export type ModelRow = { id: string } & Partial<Omit<CatalogueModel, 'id' | 'provider'>>;

/** The part of the catalogue that the database holds. */
export type InstallationModels = ModelDefaults & {
  version: number;
  /** Models that only the list of a server in MODEL_OVERRIDES names. */
  added: CatalogueModel[];
  rows: ModelRow[];
  /** The models that their provider's list no longer names. */
  gone: string[];
  /** Empty until the installation has its rows: the environment alone then says which there are. */
  providers: ModelProvider[];
};

/** A provider as far as screens and rules need it. `id` is null where it only stands in the environment. */
export type ProviderInfo = { id: number | null; kind: Provider; name: string; residency: Residency };

/** Where an entry of the catalogue is reached. */
export type Upstream = {
  entry: CatalogueModel;
  /** With its version, see base-url.ts. */
  base_url: string;
  /** Null only for a compatible server that asks for none. */
  api_key: string | null;
  /** The address was typed on a screen, see provider-network.ts; absent for one that the environment names. */
  typed_address?: boolean;
};

export type ReachedModel = Upstream & { info: ProviderInfo };

/** One address with its key, and the entries of the catalogue that are reached there. */
export type ProviderAccess = Omit<ReachedModel, 'entry'> & {
  provider: Provider;
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
  vision: boolean | null;
  structured_output: boolean | null;
  /** Empty for a model that does not think. */
  efforts: Effort[] | null;
};

export type ModelSetup = {
  /** In the order in which a default is looked for. */
  providers(): ProviderAccess[];
  /** Where addresses of the environment, and those that somebody typed, may be reached. */
  networks: ProviderNetworks;
  /** Rejects where the list cannot be read. */
  list(access: ProviderAccess, signal: AbortSignal): Promise<ListedModel[]>;
  /** A model of its own, which neither rests nor reports. `onRefused`: it answered without this parameter. */
  connect(upstream: Upstream, onRefused?: (parameter: string) => void): Model;
  /** Asks for one word. Never rejects. */
  probe(upstream: Upstream, signal: AbortSignal): Promise<boolean>;
  /** Where an entry is reached; null while its provider has no key. */
  upstreamOf(id: string): ReachedModel | null;
  /** Whether this very entry could answer: it has a key and has not ended. */
  canRun(id: string): boolean;
  /** Replaces the catalogue as a whole. */
  configure(installation: Partial<InstallationModels>): void;
  /** Receives what calls show about a model; null while nobody keeps it. */
  observer: ((observation: Observation) => void) | null;
  /** Settles when the default has been chosen; null while nobody is choosing. */
  choosing: Promise<void> | null;
};

/** A parameter that the model refused, another model that answered for it, or whether its provider knows it. */
export type Observation = { id: string } & (
  | { type: 'refused'; parameter: 'temperature' | 'effort' | 'form' }
  | { type: 'served_as'; model: string }
  | { type: 'unknown'; detail: string }
  | { type: 'answered' }
);

export type Embedded = {
  /** One for each text, in order, all of one length. */
  vectors: number[][];
  /** As the provider counts them; null when it does not say. */
  tokens: number | null;
};

/** Some models want a prefix before the texts, which is not the same for questions and for passages. */
export type EmbeddingUse = 'question' | 'passage';

/** The weight of likeness in meaning where the operator set none; the ranking by words has 1. */
export const MEANING_WEIGHT = 0.3;

export type Embedder = {
  /** As the operator wrote it, "openai/text-embedding-3-small": vectors of different models do not compare. */
  name: string;
  /** Cosine similarity from which on a passage speaks of a question by its meaning alone; null: words decide. */
  floor: number | null;
  /** The name under which its vectors are kept, where that is another one. */
  readonly vector_name?: string;
  /** Where its provider processes the texts. */
  readonly residency?: Residency;
  /** The address that it sends the texts to. */
  readonly base_url?: string;
  /** How many texts a call takes; kept for the process, so that a server's limit is found only once. */
  readonly batch?: BatchSize;
  /** How much likeness in meaning counts beside the words of a question; absent: `MEANING_WEIGHT`. */
  readonly weight?: number;
  /** Rejects with `ProviderReplyError` where the reply is an error or is not one vector of numbers for each text. */
  embed(texts: string[], signal: AbortSignal, use: EmbeddingUse): Promise<Embedded>;
};

/** The entry that answers: its `id`, `context_window`, `max_tokens` and `efforts` are those of the model that runs. */
export type OpenModel = { entry: CatalogueModel; model: Model; local: boolean; provider: ProviderInfo };

/** The model's name in records and in the ledger where no provider was asked. */
export const LOCAL_MODEL = 'local';

/** The name of a result that was asked again with an adjusted plan, by no model at all. */
export const PLAN_MODEL = 'plan';

/** Recorded in the place of a model where people have written the answer. */
export const VERIFIED_MODEL = 'verified';

/** Whether no provider was asked: such calls cost and charge nothing. */
export const isWithoutProvider = (recorded: string): boolean =>
  recorded === LOCAL_MODEL || isWrittenAlready(recorded);

/** Nothing was ever to be asked: the answer has an entry of no tokens. */
export const isWrittenAlready = (id: string): boolean => id === PLAN_MODEL || id === VERIFIED_MODEL;

/** The name of the model that answered, as records and the ledger keep it. */
export const recordedModel = ({ entry, local }: Pick<OpenModel, 'entry' | 'local'>): string =>
  local && !isWrittenAlready(entry.id) ? LOCAL_MODEL : entry.id;
