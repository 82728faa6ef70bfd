/** Gives passages their place in the model's space, some at a time, until all have one. */
import type { AppContext } from '../../../app-context.ts';
import { ensureEmbeddings, putEmbeddings, unseenPassages, vectorName } from './passage-embeddings.ts';

type EmbeddingContext = Pick<AppContext, 'db' | 'models' | 'log'>;

/** Texts of a call: providers take a few hundred at most. */
const BATCH = 64;
const CALL_MS = 60_000;

/** How many passages were given one. A provider that fails ends it; the next run goes on. */
export async function embedPassages({ db, models, log }: EmbeddingContext): Promise<number> {
  const { embedder } = models;
  if (!embedder) return 0;
  if (!(await ensureEmbeddings(db))) {
    log.warn('PostgreSQL has no pgvector: search goes by words alone');
    return 0;
  }
  let done = 0;
  for (;;) {
    const missing = await unseenPassages(db, embedder, BATCH);
    if (!missing.length) return done;
    // Kept under the name that the texts were sent by: the rule may change meanwhile.
    const name = vectorName(embedder);
    const { vectors } = await embedder.embed(
      missing.map(({ text }) => text),
      AbortSignal.timeout(CALL_MS),
      'passage',
    );
    await putEmbeddings(
      db,
      name,
      missing.map((passage, index) => ({ ...passage, vector: vectors[index] ?? [] })),
    );
    done += missing.length;
  }
}
