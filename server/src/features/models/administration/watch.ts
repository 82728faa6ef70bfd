/** The daily look at the providers: which models they list, when those in use end, and whether they answer. */
import { and, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import type { ListedModel, ProviderAccess } from '../../../adapters/models/model.ts';
import { filledDetail } from '../../../app-error.ts';
import { model_health, models as modelRows } from '../../../db/tables/models.ts';
import { changeModels, type ModelsContext } from '../installation-models.ts';
import { readList } from './discover.ts';
import { type NoticesContext, queueNotices } from './end-notices.ts';
import { readUses } from './uses.ts';

const DAY_MS = 24 * 3_600_000;
/** The job runs at the same time of each day, give or take a few minutes. */
const SLACK_MS = 3_600_000;
const PROBES_MAX = 30;
const PROBES_AT_A_TIME = 2;
const PROBE_MS = 10_000;

export async function watchModels(context: NoticesContext): Promise<void> {
  const { models } = context;
  if (!models.setup) return;
  const inUse = await idsInUse(context);
  for (const access of models.setup.providers()) {
    const { models: listed, error } = await readList(context, access);
    if (error || !listed.length) continue;
    await keepEnds(context, access, listed);
    await keepMissing(context, access, { listed, inUse });
  }
  const running = models.catalogue.filter(
    (entry) => inUse.has(entry.id) && models.setup?.canRun(entry.id) && !entry.gone,
  );
  await probeAll(context, running.slice(0, PROBES_MAX));
  await queueNotices(context, inUse);
}

/** The models that agents, data sources and the installation's defaults name. */
async function idsInUse({ db, models }: ModelsContext): Promise<Set<string>> {
  const { default: chosen, steps, reserves } = models.defaults;
  const uses = await readUses(db);
  return new Set([...uses.keys(), chosen, steps, ...reserves].filter((id) => id !== null));
}

/** The provider's word about the end of a model, unless somebody typed another. */
async function keepEnds(
  context: ModelsContext,
  { entries }: ProviderAccess,
  listed: ListedModel[],
): Promise<void> {
  const endOf = new Map(listed.map(({ id, ends_at }) => [id, ends_at]));
  const news = entries.flatMap(({ id, provider_model, ends_at }) => {
    const day = endOf.get(provider_model);
    return day && day !== ends_at ? [{ id, ends_at: day, source: 'listed' as const }] : [];
  });
  if (!news.length) return;
  await changeModels(context, async (tx) => {
    for (const row of news)
      await tx
        .insert(modelRows)
        .values(row)
        .onConflictDoUpdate({
          target: modelRows.id,
          // From now on the day is the provider's, which may move it.
          set: { ends_at: row.ends_at, source: row.source, updated_at: sql`now()` },
          setWhere: or(isNull(modelRows.ends_at), ne(modelRows.source, 'typed')),
        });
  });
}

/** A model in use that its provider's list leaves out twice, a day apart, has gone. One that is listed again is back. */
async function keepMissing(
  context: ModelsContext,
  { entries }: ProviderAccess,
  { listed, inUse }: { listed: ListedModel[]; inUse: ReadonlySet<string> },
): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const names = new Set(listed.map(({ id }) => id));
  const missing = entries.filter(({ id, provider_model }) => inUse.has(id) && !names.has(provider_model));
  const present = entries.filter(({ provider_model }) => names.has(provider_model)).map(({ id }) => id);
  for (const { id } of missing)
    await db
      .insert(model_health)
      .values({ model_id: id, state: 'ok', since: now, checked_at: now, missing_since: now })
      .onConflictDoUpdate({
        target: model_health.model_id,
        set: { missing_since: sql`coalesce(${model_health.missing_since}, ${now})` },
      });
  const noted = await db
    .select({ id: model_health.model_id })
    .from(model_health)
    .where(and(inArray(model_health.model_id, [...present, '']), isNotNull(model_health.missing_since)));
  if (!missing.length && !noted.length) return;
  const since = new Date(now.getTime() - DAY_MS + SLACK_MS);
  const gone = missing.map(({ id }) => id);
  await changeModels(context, async (tx) => {
    if (gone.length)
      await tx
        .update(model_health)
        .set({ state: 'gone', since: now, checked_at: now })
        .where(
          and(
            inArray(model_health.model_id, gone),
            ne(model_health.state, 'gone'),
            sql`${model_health.missing_since} <= ${since}`,
          ),
        );
    if (present.length)
      await tx
        .update(model_health)
        .set({
          missing_since: null,
          state: sql`case when ${model_health.state} = 'gone' then 'ok' else ${model_health.state} end`,
        })
        .where(and(inArray(model_health.model_id, present), isNotNull(model_health.missing_since)));
  });
}

async function probeAll(context: ModelsContext, entries: CatalogueModel[]): Promise<void> {
  const waiting = [...entries];
  const worker = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) await probe(context, entry.id);
  };
  await Promise.all(Array.from({ length: PROBES_AT_A_TIME }, worker));
}

/** One word. A failure that may pass, such as a busy provider, says nothing about the model. */
async function probe({ db, models, clock }: ModelsContext, id: string): Promise<void> {
  const upstream = models.setup?.upstreamOf(id);
  const model = upstream && models.setup?.connect(upstream);
  if (!model) return;
  const began = performance.now();
  let first_token_ms: number | null = null;
  const prompt = { instructions: '', passages: null, history: [], question: 'Responda apenas: ok' };
  const signal = AbortSignal.timeout(PROBE_MS);
  const ending = await model({ prompt, temperature: 0, max_tokens: 16, effort: 'least', signal }, () => {
    first_token_ms ??= Math.round(performance.now() - began);
  });
  const now = clock.now();
  const answers = ending?.type === 'end';
  if (!answers && (ending?.type !== 'failed' || ending.code !== 'model_gone')) return;
  const state = answers ? ('ok' as const) : ('failing' as const);
  const health = {
    state,
    checked_at: now,
    first_token_ms,
    detail: answers ? null : filledDetail('model_gone', { name: id }).slice(0, 200),
  };
  await db
    .insert(model_health)
    .values({ model_id: id, since: now, ...health })
    .onConflictDoUpdate({
      target: model_health.model_id,
      set: {
        ...health,
        since: sql`case when ${model_health.state} = ${state} then ${model_health.since} else ${now} end`,
      },
    });
}
