/** How long files of conversations are kept, and how much of them one person may have: a row of the installation. */
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { PERSON_FILES_BYTES } from '#contract/limits.ts';
import { ChatFilesSettings } from '#contract/session-files.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable } from '../../db/client.ts';
import { installation } from '../../db/tables/installation.ts';
import { type Actor, recordChange } from '../audit/record.ts';

const KEY = 'chat_files';

const Stored = ChatFilesSettings.extend({
  days: z.int().positive().nullable().catch(null),
  per_person_bytes: z.int().positive().catch(PERSON_FILES_BYTES.initial),
});

export async function chatFilesSettings(db: Queryable): Promise<ChatFilesSettings> {
  const [row] = await db.select().from(installation).where(eq(installation.key, KEY));
  return Stored.parse(row?.value ?? {});
}

export function changeChatFiles(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  after: ChatFilesSettings,
): Promise<ChatFilesSettings> {
  return db.transaction(async (tx) => {
    await tx.insert(installation).values({ key: KEY, value: {} }).onConflictDoNothing();
    await tx.select().from(installation).where(eq(installation.key, KEY)).for('update');
    const before = await chatFilesSettings(tx);
    await tx
      .update(installation)
      .set({ value: after, updated_at: sql`now()` })
      .where(eq(installation.key, KEY));
    const change = { action: 'chat_files.updated', object_type: 'installation' as const };
    await recordChange(tx, by, { ...change, before, after }, clock.now());
    return after;
  });
}
