/** The catalogue as screens show it: how each entry runs, who uses it, what was changed and what was seen of it. */
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import { MODEL_FIELDS, type ModelInfo } from '#contract/models.ts';
import { isInCode } from '../../../adapters/models/catalogue/layers.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Queryable } from '../../../db/client.ts';
import { model_health, models as modelRows } from '../../../db/tables/models.ts';
import { callCostsAt } from '../../prices/call-costs.ts';
import { type PriceRow, pricesAt } from '../../prices/price-list.ts';
import { probeUsage } from './probe-size.ts';
import { NO_USES, readUses, type Uses } from './uses.ts';

type InfoContext = Pick<AppContext, 'models' | 'env'>;
type StoredContext = Pick<AppContext, 'models' | 'env' | 'clock'> & { db: Queryable };
type Row = typeof modelRows.$inferSelect;
type Health = typeof model_health.$inferSelect;
export type ModelInfoRow = Omit<ModelInfo, 'failing_since' | 'last_probe'> & {
  failing_since: Date | null;
  last_probe: (Omit<NonNullable<ModelInfo['last_probe']>, 'at'> & { at: Date }) | null;
};

type Stored = {
  uses: ReadonlyMap<string, Uses>;
  rows: ReadonlyMap<string, Row>;
  health: ReadonlyMap<string, Health>;
  prices: ReadonlyMap<string, PriceRow>;
  /** Millionths of BRL by catalogue id. */
  probeCosts: ReadonlyMap<string, bigint | null>;
};

/** In the order of the catalogue, retired entries included. */
export async function modelInfos(context: StoredContext): Promise<ModelInfoRow[]> {
  const { db, clock, models } = context;
  const at = clock.now();
  const ids = models.catalogue.map(({ id }) => id);
  const [uses, rows, health, prices, costs] = await Promise.all([
    readUses(db),
    db.select().from(modelRows),
    db.select().from(model_health),
    pricesAt(db, at),
    callCostsAt(db, models, { ids, at }),
  ]);
  return describeModels(context, {
    uses,
    rows: new Map(rows.map((row) => [row.id, row])),
    health: new Map(health.map((row) => [row.model_id, row])),
    prices,
    probeCosts: new Map(
      models.catalogue.map((entry) => [entry.id, costs(entry.id, probeUsage(entry)).cost_brl_micro]),
    ),
  });
}

export const NOTHING_STORED: Stored = {
  uses: new Map(),
  rows: new Map(),
  health: new Map(),
  prices: new Map(),
  probeCosts: new Map(),
};

export const describeModels = (context: InfoContext, stored: Stored): ModelInfoRow[] =>
  context.models.catalogue.map((entry) => infoOf(context, entry, stored));

function infoOf(context: InfoContext, entry: CatalogueModel, stored: Stored): ModelInfoRow {
  const health = stored.health.get(entry.id);
  return {
    ...factsOf(entry),
    ...runOf(context.models, entry, health),
    ...changesOf(context.env, entry, stored.rows.get(entry.id)),
    price: priceOf(stored.prices.get(entry.id)),
    probe_cost_brl_micro: numberOf(stored.probeCosts.get(entry.id)),
    uses: stored.uses.get(entry.id) ?? NO_USES,
    last_probe: lastProbeOf(health),
  };
}

function runOf(models: AppContext['models'], entry: CatalogueModel, health: Health | undefined) {
  const opened = models.open(entry.id);
  const provider = models.providerOf(entry);
  const state = stateOf(models.stateOf(entry), health);
  return {
    provider_id: provider?.id ?? null,
    provider_name: provider?.name ?? '',
    residency: provider?.residency ?? null,
    configured: opened !== null,
    state,
    failing_since: state === 'failing' ? (health?.since ?? null) : null,
    runs_on: opened && opened.entry.id !== entry.id ? opened.entry.id : null,
  };
}

function stateOf(seen: ModelInfoRow['state'], health: Health | undefined): ModelInfoRow['state'] {
  const isFailing = health?.state === 'failing' && (seen === 'active' || seen === 'ending');
  return isFailing ? 'failing' : seen;
}

function changesOf(
  { MODEL_OVERRIDES = {} }: InfoContext['env'],
  { id }: CatalogueModel,
  row: Row | undefined,
) {
  const overridden = MODEL_OVERRIDES[id] ?? {};
  return {
    added: !isInCode(id) && !(id in MODEL_OVERRIDES),
    changed: MODEL_FIELDS.filter((field) => (row?.[field] ?? null) !== null),
    locked: MODEL_FIELDS.filter((field) => field in overridden),
    version: row?.version ?? 0,
  };
}

function factsOf(entry: CatalogueModel) {
  return {
    id: entry.id,
    provider: entry.provider,
    provider_model: entry.provider_model,
    name: entry.name,
    description: entry.description,
    context_window: entry.context_window,
    max_tokens: entry.max_tokens,
    provider_max_tokens: entry.provider_max_tokens ?? null,
    supports_temperature: entry.supports_temperature,
    structured_output: entry.structured_output ?? null,
    vision: entry.vision ?? null,
    is_new: entry.is_new,
    recommended: entry.recommended,
    ends_at: entry.ends_at ?? null,
    retired_at: entry.retired_at ?? null,
    successor: entry.retired_successor ?? entry.successor ?? null,
    served_as: entry.served_as ?? null,
    hidden: entry.hidden ?? false,
    efforts: [...(entry.efforts ?? [])],
    default_effort: entry.default_effort ?? null,
  };
}

/** Millionths of the currency are exact in a double. */
const priceOf = (row: PriceRow | undefined): ModelInfo['price'] =>
  row
    ? {
        currency: row.currency,
        input: Number(row.input) / 1_000_000,
        output: Number(row.output) / 1_000_000,
      }
    : null;

const numberOf = (cost: bigint | null | undefined): number | null => (cost == null ? null : Number(cost));

function lastProbeOf(health: Health | undefined): ModelInfoRow['last_probe'] {
  if (!health?.steps) return null;
  const { checked_at: at, state, first_token_ms, detail } = health;
  return { at, ok: state === 'ok', first_token_ms, detail, steps: health.steps };
}
