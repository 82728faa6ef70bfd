/** Asks a model for one JSON object, as a short step on the way to an answer. */
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
  signal: AbortSignal;
  timeout_ms?: number;
};

/** `value` is null when the model gave no object; the usage counts all the same. */
export type JsonAnswer = { value: Record<string, unknown> | null; usage: Usage; estimated: boolean };

const TIMEOUT_MS = 15_000;
const TRIES = 2;

/** Models that gave an object only without a schema are asked without one from then on. */
const withoutForms = new WeakSet<Model>();

export async function askJson(model: Model, asked: JsonAsked): Promise<JsonAnswer> {
  const usage: Usage = { input: 0, output: 0 };
  let estimated = false;
  let isFormed = !withoutForms.has(model);
  let wasUnfit = false;
  // Both tries together: the answer waits for them.
  const limit = AbortSignal.timeout(asked.timeout_ms ?? TIMEOUT_MS);
  for (let tried = 0; tried < TRIES && !asked.signal.aborted && !limit.aborted; tried += 1) {
    const once = await ask(model, { ...asked, limit }, isFormed ? { form: asked.form } : {});
    usage.input += once.usage.input;
    usage.output += once.usage.output;
    if (once.usage.cached) usage.cached = (usage.cached ?? 0) + once.usage.cached;
    estimated ||= once.estimated;
    const value = objectIn(once.text);
    if (value && wasUnfit) withoutForms.add(model);
    if (value) return { value, usage, estimated };
    wasUnfit ||= isFormed && once.isUnfit;
    isFormed &&= !once.isUnfit;
  }
  return { value: null, usage, estimated };
}

async function ask(model: Model, asked: JsonAsked & { limit: AbortSignal }, form: Pick<ModelCall, 'form'>) {
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
  return {
    text,
    isUnfit,
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
  const status = typeof cause === 'object' && cause !== null && 'status' in cause ? Number(cause.status) : 0;
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
