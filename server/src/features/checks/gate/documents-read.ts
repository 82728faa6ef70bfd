/** Waits while documents of a candidate's bases are being read, so that it is not judged without them. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { PUBLISH_PATIENCE_SECONDS } from '#contract/limits.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { isBeingRead } from '../../knowledge/documents/store.ts';

/** How often it is looked, and for how long. */
export type Patience = { look_ms: number; patience_ms: number };

const PATIENCE: Patience = { look_ms: 1_000, patience_ms: PUBLISH_PATIENCE_SECONDS * 1_000 };

/** Throws `documents_being_read` where the patience ends first. */
export async function documentsRead(
  db: Queryable,
  bases: number[],
  { look_ms, patience_ms }: Patience = PATIENCE,
): Promise<void> {
  if (!bases.length) return;
  for (let waited = 0; waited <= patience_ms; waited += look_ms) {
    const { rows } = await db.execute(sql`
      select from documents where knowledge_base_id = any (${sql.param(bases)}::int[]) and ${isBeingRead} limit 1`);
    if (!rows.length) return;
    await pause(look_ms);
  }
  throw new AppError('documents_being_read');
}
