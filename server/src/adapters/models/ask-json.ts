/** Asks a chain of models for one JSON object, as a short step on the way to an answer. */
import type {
  AnswerForm,
  CallRule,
  MaskedCall,
  Model,
  ModelCall,
  ModelEnding,
  Prompt,
  Usage,
} from './model.ts';
import { isPassedOn, statusOf } from './passed-on.ts';

export type JsonAsked = {
  instructions: string;
  question: string;
  /** The schema of the object. `instructions` describe it too, for a model that cannot be held to a schema. */
  form: AnswerForm;
  /** The longest answer, in tokens. */
  max_tokens: number;
  /** See `ModelCall`. */
  personal_data?: CallRule | undefined;
  onMasked?: ModelCall['onMasked'] | undefined;
  /** Called after each model that was asked. */
  onCall: (call: JsonCall) => void;
  signal: AbortSignal;
  timeout_ms?: number;
};

/** A model with its id in the catalogue. */
export type JsonModel = { id: string; model: Model };

/** The tries of one model. `is_failed`: it did not answer, so that the next one is asked where there is one. */
export type JsonCall = { id: string; usage: Usage; estimated: boolean; is_failed: boolean };

/** For all models together: the answer waits for them. */
const TIMEOUT_MS = 15_000;
const TRIES = 2;

/** Models that gave an object only without a schema are asked without one from then on. */
const withoutForms = new WeakSet<Model>();

/** Asks the models in turn until one answers. Null when that one gives no object, and when none of them answers. */
export async function askJson(
  chain: readonly JsonModel[],
  { timeout_ms = TIMEOUT_MS, ...asked }: JsonAsked,
): Promise<Record<string, unknown> | null> {
  const ends = performance.now() + timeout_ms;
  const limit = AbortSignal.timeout(timeout_ms);
  for (const [place, { id, model }] of chain.entries()) {
    if (asked.signal.aborted || limit.aborted) return null;
    // A model that stays silent leaves half of the time to those after it.
    const first_token_ms = (ends - performance.now()) / 2;
    const limits = place + 1 < chain.length ? { has_reserve: true, first_token_ms } : {};
    const { value, ...call } = await tryModel(model, { ...asked, limit, limits });
    asked.onCall({ id, ...call });
    if (!call.is_failed) return value;
  }
  return null;
}

type Tried = JsonAsked & { limit: AbortSignal; limits: Pick<ModelCall, 'has_reserve' | 'first_token_ms'> };

async function tryModel(model: Model, asked: Tried) {
  const usage: Usage = { input: 0, output: 0 };
  let estimated = false;
  let isFormed = !withoutForms.has(model);
  let wasUnfit = false;
  let is_failed = false;
  for (let tried = 0; tried < TRIES && !asked.signal.aborted && !asked.limit.aborted; tried += 1) {
    const once = await ask(model, asked, isFormed ? { form: asked.form } : {});
    addUsage(usage, once.usage);
    estimated ||= once.estimated;
    is_failed = once.is_failed;
    const value = objectIn(once.text);
    if (value && wasUnfit) withoutForms.add(model);
    if (value) return { value, usage, estimated, is_failed: false };
    if (is_failed && asked.limits.has_reserve) break;
    wasUnfit ||= isFormed && once.isUnfit;
    isFormed &&= !once.isUnfit;
  }
  return { value: null, usage, estimated, is_failed };
}

function addUsage(sum: Usage, { input, output, cached }: Usage): void {
  sum.input += input;
  sum.output += output;
  if (cached) sum.cached = (sum.cached ?? 0) + cached;
}

async function ask(model: Model, asked: Tried, form: Pick<ModelCall, 'form'>) {
  const { instructions, question, max_tokens, personal_data } = asked;
  let left: MaskedCall | null = null;
  const onMasked = (masked: MaskedCall) => {
    left = masked;
    asked.onMasked?.(masked);
  };
  const signal = AbortSignal.any([asked.signal, asked.limit]);
  const prompt = { instructions, passages: null, history: [], question };
  let text = '';
  const over = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  // A model that hangs must not hold up the answer.
  const last = await Promise.race([
    model(
      {
        prompt,
        ...form,
        ...asked.limits,
        ...(personal_data ? { personal_data } : {}),
        onMasked,
        is_json: true,
        temperature: 0,
        max_tokens,
        effort: 'least',
        signal,
      },
      (words) => {
        text += words;
      },
    ),
    over,
  ]);
  const reported = last?.usage ?? null;
  const isUnfit = last !== undefined && (last.type === 'end' || isRefusal(last));
  const counted: Usage = countedOf(prompt, text, left);
  // When the asker stopped the call, the prompt had been read already.
  const isRead = text !== '' || asked.signal.aborted;
  // Without an ending and not stopped by the asker: the time was over.
  const is_failed = last ? last.type === 'failed' && isPassedOn(last) : !asked.signal.aborted;
  return {
    text,
    isUnfit,
    is_failed,
    usage: reported ?? (isRead ? counted : { input: 0, output: 0 }),
    estimated: !reported && isRead,
  };
}

/** The tokens of the texts as they left. */
function countedOf({ instructions, question }: Prompt, text: string, left: MaskedCall | null): Usage {
  const sent = left?.prompt ?? { instructions, question };
  return { input: estimate(sent.instructions + sent.question), output: estimate(left?.count(text) ?? text) };
}

/** A provider that knows no schemas refuses such a request or returns nothing for it; a busy one does not count. */
function isRefusal({ code, cause }: Extract<ModelEnding, { type: 'failed' }>): boolean {
  const status = statusOf(cause) ?? 0;
  return code === 'model_failed' && status >= 200 && status < 500;
}

/** An estimate: four characters a token. */
const estimate = (text: string) => Math.ceil(text.length / 4);

/** The first object in the text, whatever stands around it. */
export function objectIn(text: string): Record<string, unknown> | null {
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const end = endOf(text, start);
    if (end < 0) return null;
    try {
      const value: unknown = JSON.parse(text.slice(start, end));
      if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
    } catch {
      // Not this one: perhaps the next.
    }
  }
  return null;
}

/** The index after the object that begins here; -1 when it does not end. */
function endOf(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (quoted) {
      if (letter === '\\') at += 1;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === '{') depth += 1;
    else if (letter === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
