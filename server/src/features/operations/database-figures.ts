/** Metrics that are read from the database at each scrape; without the database the other metrics are still served. */
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import { readSealingState } from '../../adapters/sealing/reseal.ts';
import type { SecretKeys } from '../../adapters/sealing/secret-keys.ts';
import type { Database } from '../../db/client.ts';

type Row = { what: 'job' | 'document' | 'late' | 'tokens'; name: string; state: string; count: number };

/** A scrape has a time limit of its own, and the rest of it is worth having. */
const PATIENCE_MS = 2_000;
/** Every secret is opened for it. */
const COUNT_SECRETS_EVERY_MS = 600_000;
/** More jobs are not counted. */
const COUNTED_MAX = 100_000;

/** Labels are names of jobs, states and purposes that the code knows: their number does not grow with use. */
const figures = sql`
  select 'job' what, name, state::text, count(*)::int from (
    select name, state from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') and name <> 'dead' and name not like '!_!_%' escape '!'
    limit ${COUNTED_MAX}) jobs group by name, state
  union all
  select 'document', '', status, count(*)::int from documents where withdrawn_at is null
  group by status
  union all
  select 'late', '', '', count(*)::int from messages where status = 'streaming' and lease_until < now()
  union all
  select 'tokens', purpose, '', coalesce(sum(charged), 0)::int from token_entries
  where created_at > now() - interval '1 hour' group by purpose`;

/** Secrets that no key opens: what they open has to be typed again. */
export function measureSealing(
  { db, secretKeys }: { db: Database; secretKeys: SecretKeys },
  registry: Registry,
): void {
  let counted_at = Number.NEGATIVE_INFINITY;
  new Gauge({
    name: 'prosa_secrets_unreadable',
    help: 'Stored secrets that no key of this process opens, counted every ten minutes.',
    registers: [registry],
    async collect() {
      if (performance.now() - counted_at < COUNT_SECRETS_EVERY_MS) return;
      const state = await readSealingState(db, secretKeys).catch(() => null);
      this.set(state?.unreadable ?? Number.NaN);
      if (state) counted_at = performance.now();
    },
  });
}

export function measureDatabase(db: Database, registry: Registry): void {
  let reading: Promise<Row[] | null> | null = null;
  const read = () => {
    reading ??= rowsOf(db).finally(() => {
      reading = null;
    });
    return reading;
  };
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    set: (gauge: Gauge, rows: Row[]) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        const rows = await read();
        if (rows) set(this, rows);
        else if (!labelNames.length) this.set(Number.NaN);
      },
    });

  new Gauge({
    name: 'prosa_database_up',
    help: '1 when the database answered in time.',
    registers: [registry],
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
  gauge('prosa_queue_jobs', 'Background jobs, by their name and state.', ['job', 'state'], (into, rows) => {
    for (const { name, state, count } of of(rows, 'job')) into.set({ job: name, state }, count);
  });
  gauge('prosa_documents', 'Documents, by how far they are.', ['status'], (into, rows) => {
    for (const { state, count } of of(rows, 'document')) into.set({ status: state }, count);
  });
  gauge(
    'prosa_answers_late',
    'Running answers whose process has not said for long that it lives.',
    [],
    (into, rows) => into.set(of(rows, 'late')[0]?.count ?? 0),
  );
  gauge(
    'prosa_ledger_tokens_last_hour',
    'Tokens entered in the ledger in the last hour, by purpose.',
    ['purpose'],
    (into, rows) => {
      for (const { name, count } of of(rows, 'tokens')) into.set({ purpose: name }, count);
    },
  );
  measurePool(db, registry);
}

const of = (rows: Row[], what: Row['what']) => rows.filter((row) => row.what === what);

async function rowsOf(db: Database): Promise<Row[] | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), PATIENCE_MS);
  try {
    return await Promise.race([
      db.execute<Row>(figures).then(
        ({ rows }) => rows,
        () => null,
      ),
      late.promise,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

type Counted = { totalCount: number; idleCount: number; waitingCount: number };

function measurePool(db: Database, registry: Registry): void {
  const { $client } = db as unknown as { $client: Counted };
  new Gauge({
    name: 'prosa_database_connections',
    help: 'Connections of the pool, in use and idle; waiting are those who wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = $client;
      this.set({ state: 'in_use' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
}
