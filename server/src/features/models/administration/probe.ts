/** Asks a model for each of its abilities in six short calls, and reports each step as it ends. */

import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { problems } from '#contract/errors.ts';
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import type { ProbedStep, ProbeEvent, ProbeStep } from '#contract/models.ts';
import type { Model, ModelCall, ModelEnding, ModelSetup, Upstream } from '../../../adapters/models/model.ts';
import { AppError } from '../../../app-error.ts';
import { model_health } from '../../../db/tables/models.ts';
import type { ModelsContext } from '../installation-models.ts';
import { releaseLease, takeLease } from '../lease.ts';
import { modelGone } from '../named-models.ts';
import { requireEntry } from './change-models.ts';
import { ANSWER_TOKENS, longPromptTokens, ROOM } from './probe-size.ts';

const CALL_MS = 30_000;
/** Longer than all calls together. */
const LEASE_SECONDS = 200;
/** One token each, for nearly every tokenizer. */
const WORDS = ['the', 'of', 'and', 'to', 'in', 'for', 'is', 'on', 'that', 'by'];
/** Below this share of the words that were sent, the provider has cut them. */
const READ_SHARE = 0.75;

type Found = NonNullable<ProbeEvent['found']>;
type Outcome = { ok: boolean | null; detail: string | null; found?: Found };

const FORM = {
  name: 'resposta',
  schema: {
    type: 'object',
    properties: { resposta: { type: 'string' } },
    required: ['resposta'],
    additionalProperties: false,
  },
};

/** Throws `model_not_configured` or `probe_running`. */
export async function probeModel(
  context: ModelsContext,
  id: string,
  signal: AbortSignal,
): Promise<AsyncIterable<ProbeEvent>> {
  const entry = requireEntry(context, id);
  const { setup } = context.models;
  const upstream = setup?.upstreamOf(id);
  if (!setup || !upstream) throw new AppError('model_not_configured');
  const lease = { key: `model_probe ${id}`, owner: randomUUID() };
  if (!(await takeLease(context.db, lease.key, lease.owner, LEASE_SECONDS)))
    throw new AppError('probe_running');
  const probing = new Probe(entry, upstream, setup, signal);
  return (async function* () {
    try {
      yield* probing.run();
      await keepHealth(context, id, probing);
    } finally {
      await releaseLease(context.db, lease.key, lease.owner);
    }
  })();
}

/** One run over all steps. */
class Probe {
  readonly steps: ProbedStep[] = [];
  firstTokenMs: number | null = null;
  failure: string | null = null;
  readonly #entry: CatalogueModel;
  readonly #upstream: Upstream;
  readonly #setup: ModelSetup;
  readonly #signal: AbortSignal;
  #first: ModelEnding | undefined;

  constructor(entry: CatalogueModel, upstream: Upstream, setup: ModelSetup, signal: AbortSignal) {
    this.#entry = entry;
    this.#upstream = upstream;
    this.#setup = setup;
    this.#signal = signal;
  }

  async *run(): AsyncGenerator<ProbeEvent> {
    const found: Found = {};
    const tasks: [ProbeStep, () => Promise<Outcome> | Outcome][] = [
      ['answers', () => this.#answers()],
      ['usage', () => this.#usage()],
      ['temperature', () => this.#temperature()],
      ['structured', () => this.#structured()],
      ['effort', () => this.#effort()],
      ['context', () => this.#context()],
    ];
    for (const [step, task] of tasks) {
      const began = performance.now();
      const { ok, detail, found: seen } = await task();
      const ms = step === 'answers' && this.firstTokenMs !== null ? this.firstTokenMs : since(began);
      Object.assign(found, seen);
      this.steps.push({ step, ok, detail, ms });
      yield { step, ok, detail, ms, done: false };
      if (step === 'answers' && !ok) break;
    }
    const isFine = this.steps.every(({ ok }) => ok !== false);
    yield { step: null, ok: isFine, detail: isFine ? 'Tudo certo.' : null, ms: 0, done: true, found };
  }

  async #answers(): Promise<Outcome> {
    const began = performance.now();
    const { ending } = await this.#ask({}, {}, () => {
      this.firstTokenMs ??= since(began);
    });
    this.#first = ending;
    if (ending?.type === 'end') return { ok: true, detail: null };
    this.failure = sentenceOf(ending, this.#entry);
    return { ok: false, detail: this.failure };
  }

  #usage(): Outcome {
    if (this.#first?.usage) return { ok: true, detail: null };
    return { ok: false, detail: 'O provedor não informa os tokens: o Prosa os estima.' };
  }

  async #temperature(): Promise<Outcome> {
    const { ending, refused } = await this.#ask({ supports_temperature: true }, { temperature: 0.2 });
    const accepts = ending?.type === 'end' && !refused.has('temperature');
    return {
      ok: accepts,
      detail: accepts ? null : 'Recusa a temperatura: as respostas vão sem ela.',
      ...(accepts === this.#entry.supports_temperature ? {} : { found: { supports_temperature: accepts } }),
    };
  }

  async #structured(): Promise<Outcome> {
    const { ending, refused, text } = await this.#ask({ structured_output: true }, { form: FORM });
    const accepts = ending?.type === 'end' && !refused.has('form') && isAnswer(text);
    return {
      ok: accepts,
      detail: accepts ? null : 'Não segue um esquema JSON: as etapas pedem o objeto em palavras.',
      ...(accepts === (this.#entry.structured_output ?? null)
        ? {}
        : { found: { structured_output: accepts } }),
    };
  }

  async #effort(): Promise<Outcome> {
    const { efforts = [], default_effort } = this.#entry;
    const effort = default_effort ?? efforts[0];
    if (!effort) return { ok: null, detail: 'Nenhum esforço de raciocínio conhecido.' };
    const { ending, refused } = await this.#ask({ efforts: [effort], default_effort: effort }, {});
    const accepts = ending?.type === 'end' && !refused.has('effort');
    if (accepts) return { ok: true, detail: effort };
    return {
      ok: false,
      detail: `Recusa o esforço de raciocínio «${effort}».`,
      found: { efforts: efforts.filter((each) => each !== effort) },
    };
  }

  /** Some servers cut a long prompt without a word: the tokens that they count give them away. */
  async #context(): Promise<Outcome> {
    const { context_window, provider } = this.#entry;
    const sent = longPromptTokens(this.#entry);
    const words = Array.from({ length: sent }, (_, place) => WORDS[place % WORDS.length]).join(' ');
    const { ending } = await this.#ask({ context_window: sent + ROOM }, { question: words });
    if (ending?.type !== 'end') return { ok: false, detail: sentenceOf(ending, this.#entry) };
    const read = ending.usage?.input;
    if (!read) return { ok: null, detail: 'O provedor não informa quanto leu.' };
    if (read >= sent * READ_SHARE) {
      const isMore = provider === 'compatible' && context_window < sent;
      return { ok: true, detail: String(sent), ...(isMore ? { found: { context_window: sent } } : {}) };
    }
    return {
      ok: false,
      detail: `Lê só ${read.toLocaleString('pt-BR')} de ${sent.toLocaleString('pt-BR')} tokens: o resto é cortado em silêncio.`,
      found: { context_window: Math.max(256, read) },
    };
  }

  /** The entry is asked as if it had the abilities of `fields` and no other. */
  async #ask(
    fields: Partial<CatalogueModel>,
    call: { temperature?: number; form?: ModelCall['form']; question?: string },
    onFirst = () => {},
  ): Promise<{ ending: ModelEnding | undefined; refused: Set<string>; text: string }> {
    const plain = { supports_temperature: false, structured_output: false, efforts: [] };
    const { default_effort: _effort, ...bare } = this.#entry;
    const refused = new Set<string>();
    const model: Model = this.#setup.connect(
      { ...this.#upstream, entry: { ...bare, ...plain, ...fields } },
      (parameter) => refused.add(parameter),
    );
    let text = '';
    const question = call.question ?? 'Responda apenas: ok';
    const ending = await model(
      {
        prompt: { instructions: '', passages: null, history: [], question },
        temperature: call.temperature ?? 0,
        max_tokens: ANSWER_TOKENS,
        // Thoughts count towards the answer.
        effort: 'least',
        ...(call.form ? { form: call.form } : {}),
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(CALL_MS)]),
      },
      (words) => {
        onFirst();
        text += words;
      },
    );
    return { ending, refused, text };
  }
}

const since = (began: number): number => Math.round(performance.now() - began);

function sentenceOf(ending: ModelEnding | undefined, { name }: CatalogueModel): string {
  if (ending?.type !== 'failed') return problems.model_timeout.detail;
  return ending.code === 'model_gone' ? modelGone(name) : problems[ending.code].detail;
}

function isAnswer(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { resposta?: unknown }).resposta === 'string';
  } catch {
    return false;
  }
}

async function keepHealth({ db, clock }: ModelsContext, id: string, probe: Probe): Promise<void> {
  const now = clock.now();
  const { steps, firstTokenMs: first_token_ms, failure } = probe;
  const state = failure === null ? ('ok' as const) : ('failing' as const);
  const health = { state, checked_at: now, first_token_ms, detail: failure?.slice(0, 200) ?? null, steps };
  await db
    .insert(model_health)
    .values({ model_id: id, since: now, ...health })
    .onConflictDoUpdate({
      target: model_health.model_id,
      // The first failure is the one since when it fails.
      set: {
        ...health,
        since: sql`case when ${model_health.state} = ${state} then ${model_health.since} else ${now} end`,
      },
    });
}
