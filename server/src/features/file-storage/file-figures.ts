/** How many files stand where, for administrators and for metrics. */
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Settings } from '#contract/settings.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable } from '../../db/client.ts';

export type FileCounts = { in_database: number; in_bucket: number; to_remove: number };

/** A file that is being copied is still in the database. */
export async function countFiles(db: Queryable): Promise<FileCounts> {
  const { rows } = await db.execute<FileCounts>(sql`
    select count(*) filter (where stored_in <> 'bucket')::int in_database,
      count(*) filter (where stored_in = 'bucket')::int in_bucket,
      (select count(*)::int from removed_objects) to_remove
    from (select stored_in from document_files union all select stored_in from session_files) files`);
  return rows[0] ?? { in_database: 0, in_bucket: 0, to_remove: 0 };
}

/** A bucket that is away must not hold up the page of the settings. */
const PATIENCE_MS = 3_000;

export async function fileStorageOf({
  db,
  env,
  objects,
}: Pick<AppContext, 'db' | 'env' | 'objects'>): Promise<Settings['files']> {
  const [{ in_database, in_bucket }, isReachable] = await Promise.all([
    countFiles(db),
    objects?.isReachable(AbortSignal.timeout(PATIENCE_MS)) ?? true,
  ]);
  const isLost = !objects && in_bucket > 0;
  return {
    kind: objects ? env.FILES_STORAGE : 'database',
    in_database,
    in_bucket,
    problem: problemOf({ isReachable, isLost }),
  };
}

function problemOf({ isReachable, isLost }: { isReachable: boolean; isLost: boolean }): string | null {
  if (!isReachable) return UNREACHABLE;
  return isLost ? WITHOUT_ADDRESS : null;
}

const UNREACHABLE =
  'O armazenamento de arquivos não responde ou recusa o acesso. Confira FILES_URL e o bucket; os arquivos já enviados voltam quando ele voltar.';
const WITHOUT_ADDRESS =
  'Há arquivos guardados em um bucket, e FILES_URL não está definida: os originais não podem ser baixados nem lidos de novo.';

export function measureFiles({ db }: { db: Queryable }, registry: Registry): void {
  new Gauge({
    name: 'prosa_files',
    help: 'Uploaded files by where their content is.',
    labelNames: ['place'],
    registers: [registry],
    async collect() {
      this.reset();
      // A database that is away must not take the other figures with it.
      const counts = await countFiles(db).catch(() => null);
      if (!counts) return;
      this.set({ place: 'database' }, counts.in_database);
      this.set({ place: 'bucket' }, counts.in_bucket);
      this.set({ place: 'removed' }, counts.to_remove);
    },
  });
}
