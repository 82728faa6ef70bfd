/** Gives passages their place in the model's space, some at a time, until all have one or were refused. */

import { BATCH_TEXTS, BatchSize } from '../../../adapters/models/batch-size.ts';
import type { Embedder } from '../../../adapters/models/model.ts';
import { ProviderReplyError } from '../../../adapters/models/providers/fetch-json.ts';
import type { AppContext } from '../../../app-context.ts';
import {
  ensureEmbeddings,
  noteFailure,
  putEmbeddings,
  type UnseenPassage,
  unseenPassages,
  vectorName,
} from './passage-embeddings.ts';

type EmbeddingContext = Pick<AppContext, 'db' | 'models' | 'log'>;

const CALL_MS = 60_000;
/** Characters of the texts of a call; a longer text is sent alone. */
const CALL_CHARACTERS = 32_000;
/** The shares of a refused text that are tried before the passage is passed over. */
const SHARES = [1 / 2, 1 / 4];
/** Replies to texts that were too many, too long or not to a server's liking. Others end the job, which is run again. */
const REFUSALS: (number | null)[] = [400, 413, 422, null];

/** How many passages were given one. A provider that fails ends it; the next run goes on. */
export async function embedPassages({ db, models, log }: EmbeddingContext): Promise<number> {
  const { embedder } = models;
  if (!embedder) return 0;
  if (!(await ensureEmbeddings(db))) {
    log.warn('PostgreSQL has no pgvector: search goes by words alone');
    return 0;
  }
  const run = new EmbeddingRun(embedder);
  let done = 0;
  for (;;) {
    const missing = await unseenPassages(db, embedder, run.batch.size);
    if (!missing.length) return done;
    // Kept under the name that the texts were sent by: the rule may change meanwhile.
    const name = vectorName(embedder);
    const called = firstOf(missing);
    const vectors = await run.vectorsOf(called.map(({ text }) => text));
    const placed = called.flatMap((passage, index) => {
      const vector = vectors[index];
      return vector ? [{ ...passage, vector }] : [];
    });
    if (placed.length) await putEmbeddings(db, name, placed);
    for (const [index, passage] of called.entries())
      if (!vectors[index]) {
        await noteFailure(db, name, passage);
        log.warn({ passage_id: passage.passage_id }, 'the embedder refuses a passage, which is passed over');
      }
    done += placed.length;
  }
}

function firstOf(passages: UnseenPassage[]): UnseenPassage[] {
  let characters = 0;
  return passages.filter(({ text }, index) => {
    characters += text.length;
    return index === 0 || characters <= CALL_CHARACTERS;
  });
}

/** The calls of one run of the job: its vectors are all of one width. */
class EmbeddingRun {
  readonly #embedder: Embedder;
  readonly batch: BatchSize;
  #width: number | null = null;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
    this.batch = embedder.batch ?? new BatchSize(BATCH_TEXTS);
  }

  /** Null for a text that is refused alone, even shortened. Rejects where the server refuses everything, or is away. */
  async vectorsOf(texts: string[]): Promise<(number[] | null)[]> {
    if (texts.length <= this.batch.size)
      try {
        return await this.#call(texts);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (texts.length === 1) return [await this.#shortened(texts[0] ?? '', error)];
        this.batch.refused(texts.length);
      }
    const half = Math.ceil(texts.length / 2);
    return [...(await this.vectorsOf(texts.slice(0, half))), ...(await this.vectorsOf(texts.slice(half)))];
  }

  async #shortened(text: string, refusal: unknown): Promise<number[] | null> {
    for (const share of SHARES) {
      const beginning = text.slice(0, Math.ceil(text.length * share)).toWellFormed();
      const vectors = await this.#call([beginning]).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        return null;
      });
      if (vectors) return vectors[0] ?? null;
    }
    // A wrong name or setting is refused like a bad text: no passage is passed over before any text was accepted.
    if (this.#width === null)
      await this.#call(['texto']).catch(() => {
        throw refusal;
      });
    return null;
  }

  async #call(texts: string[]): Promise<number[][]> {
    const { vectors } = await this.#embedder.embed(texts, AbortSignal.timeout(CALL_MS), 'passage');
    const width = vectors[0]?.length ?? 0;
    if (this.#width !== null && width !== this.#width)
      throw new ProviderReplyError(null, 'the provider returned vectors of another width than before');
    this.#width = width;
    this.batch.accepted();
    return vectors;
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ProviderReplyError && REFUSALS.includes(error.status);
