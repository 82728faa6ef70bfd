/**
 * The head of the audit chain, noted outside of the database each hour: in a file of DATA_DIR and in a log line. A chain
 * that was rewritten as a whole, or cut at its end, no longer contains it.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { desc, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import type { Queryable } from '../../db/client.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import type { Anchor } from './chain.ts';
import { type SealingKeys, sealingKey, sealingKeys, sealWith } from './sealing-keys.ts';

const FILE = 'audit-head.json';

const Kept = z.object({
  id: z.int(),
  hash: z.string(),
  entries: z.int(),
  at: z.string(),
  key_id: z.string(),
  seal: z.string(),
});

export async function anchorHead({
  db,
  env,
  log,
  clock,
}: Pick<AppContext, 'db' | 'env' | 'log' | 'clock'>): Promise<void> {
  const head = await writeAnchor(db, env.DATA_DIR, clock.now());
  if (head) log.info({ audit_head: head }, 'audit chain');
}

/** Null where the audit log is empty; an anchor of a former database is replaced all the same. */
export async function writeAnchor(
  db: Queryable,
  folder: string,
  now: Date,
): Promise<(Anchor & { entries: number }) | null> {
  const [found] = await db
    .select({
      id: audit_entries.id,
      hash: audit_entries.hash,
      entries: sql<number>`(select count(*)::int from audit_entries)`,
    })
    .from(audit_entries)
    .orderBy(desc(audit_entries.id))
    .limit(1);
  const head = found ?? { id: 0, hash: '', entries: 0 };
  const key = sealingKey();
  const noted = { ...head, at: now.toISOString(), key_id: key.id };
  const file = join(folder, FILE);
  const draft = `${file}.${process.pid}`;
  const seal = sealWith(key, 'audit head', JSON.stringify(noted));
  await writeFile(draft, `${JSON.stringify({ ...noted, seal })}\n`, { mode: 0o600 });
  await rename(draft, file);
  return found ?? null;
}

/** Null where nothing was noted yet, or where the file was not written with one of the keys. */
export async function readAnchor(folder: string, keys: SealingKeys = sealingKeys()): Promise<Anchor | null> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => null);
  if (text === null) return null;
  const parsed = Kept.safeParse(parse(text));
  if (!parsed.success) return null;
  const { seal, ...noted } = parsed.data;
  const key = keys.find(({ id }) => id === noted.key_id);
  if (!key || sealWith(key, 'audit head', JSON.stringify(noted)) !== seal || noted.id === 0) return null;
  return { id: noted.id, hash: noted.hash };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
