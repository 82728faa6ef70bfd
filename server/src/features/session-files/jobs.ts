/** Work on files of conversations that goes on without anybody waiting for it. */
import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable } from '../../db/client.ts';
import { session_files } from '../../db/tables/session-files.ts';
import { readSessionFile } from './read-session-file.ts';
import { recogniseSessionFile } from './recognise-session-file.ts';
import { chatFilesSettings } from './settings.ts';
import { isRecognising, isUnfinishedFile, turnOf } from './store.ts';

export const sessionFileJobs = (
  context: AppContext,
): Pick<JobBodies, 'chat.read-file' | 'chat.recognise-file' | 'chat.resume-files'> => ({
  'chat.read-file': (file) => readSessionFile(context, file),
  'chat.recognise-file': (file) => recogniseSessionFile(context, file),
  'chat.resume-files': async () => {
    await resume(context);
    await deleteSilentFiles(context.db, context.clock.now());
  },
});

const ago = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`;

/** Queues readings and recognitions again that the queue gave up: those without a renewed lease, and those that wait for too long. */
async function resume({ db, queue }: Pick<AppContext, 'db' | 'queue'>): Promise<void> {
  const { status, ocr_state, lease_until, updated_at } = session_files;
  const left = await db
    .update(session_files)
    .set({ updated_at: sql`now()` })
    .where(
      and(
        isUnfinishedFile,
        or(
          lt(lease_until, ago(1)),
          and(or(eq(status, 'queued'), eq(ocr_state, 'queued')), lt(updated_at, ago(10))),
        ),
      ),
    )
    .returning({ user_id: session_files.user_id, file_id: session_files.id, ocr_state });
  for (const { ocr_state: state, ...file } of left)
    if (isRecognising({ ocr_state: state })) await queue.send('chat.recognise-file', file);
    else await queue.send('chat.read-file', file, undefined, { priority: await turnOf(db, file) });
}

/** Deletes the files of conversations without a question or an upload in the days of the setting. */
export async function deleteSilentFiles(db: Queryable, now: Date): Promise<void> {
  const { days } = await chatFilesSettings(db);
  if (days === null) return;
  const since = new Date(now.getTime() - days * 86_400_000);
  await db.execute(sql`
    delete from session_files f where f.created_at < ${since} and not exists (
      select from session_files other
      where other.user_id = f.user_id and other.session_id = f.session_id and other.created_at >= ${since}
    ) and not exists (
      select from messages m
      where m.user_id = f.user_id and m.session_id = f.session_id
        and (m.created_at >= ${since} or m.status = 'streaming'))`);
}
