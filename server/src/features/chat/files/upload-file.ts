/** Takes a file into a conversation and waits a while for it to be read. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type ProblemCode, problems } from '#contract/errors.ts';
import type { ReceivedFile } from '#contract/files.ts';
import { SESSION_FILES_MAX, SESSION_UPLOADS, UPLOAD_PATIENCE_SECONDS } from '#contract/limits.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError, filledError } from '../../../app-error.ts';
import { isDiskFull, type Transaction } from '../../../db/client.ts';
import { session_files } from '../../../db/tables/session-files.ts';
import {
  claimIdempotencyKey,
  findFirstRun,
  type IdempotentCall,
  storeFirstRun,
} from '../../../request-guards/idempotency.ts';
import { consumeRateLimit } from '../../../request-guards/rate-limit.ts';
import { withLocalUpload } from '../../knowledge/documents/local-uploads.ts';
import { settled } from '../../knowledge/files/await-ingestion.ts';
import { checkedType, hashOf } from '../../knowledge/files/upload.ts';
import { readTopic } from '../../session-files/read-session-file.ts';
import { chatFilesSettings } from '../../session-files/settings.ts';
import {
  bytesOfPerson,
  type FileKey,
  findFileRow,
  insertFile,
  isFile,
  isRecognising,
  listFiles,
  type ShownFile,
  shownFile,
  turnOf,
} from '../../session-files/store.ts';
import { type ChatUser, hasSession } from '../conversations/session-store.ts';
import { requireSession } from '../conversations/sessions.ts';
import { lockPerson } from '../ledger/reservations.ts';

export type FileContext = Pick<AppContext, 'db' | 'clock' | 'queue' | 'signals'>;

type Upload = { user: ChatUser; session_id: string; file: ReceivedFile; idempotency_key: string | null };
type Told = { problem: ProblemCode; error: string };

/** A file that proves unreadable while its sender waits is not kept, and the call is refused with the reason. */
export async function uploadFile(
  context: FileContext,
  { user, session_id, file, idempotency_key }: Upload,
  patience_ms = UPLOAD_PATIENCE_SECONDS * 1_000,
): Promise<ShownFile> {
  const { user_id } = user;
  await requireReader(context, user, session_id);
  const limit = { key: `chat-file:${user_id}`, ...SESSION_UPLOADS };
  await consumeRateLimit(context.db, limit, context.clock.now());
  const file_type = await checkedType(file);
  const sha256 = (await hashOf(file.path)).toString('hex');
  const call = idempotency_key && {
    user_id,
    key: idempotency_key,
    request: JSON.stringify(['chat-file', session_id, file.original_filename, sha256]),
  };
  const taken = await context.db
    .transaction((tx) => takeIn(tx, context, { user_id, session_id, file, file_type }, call || null))
    .catch((error) => {
      throw isDiskFull(error) ? new AppError('storage_full', { cause: error }) : error;
    });
  const answer = () => awaitReading(context, taken, call || null, patience_ms);
  return taken.isFirst ? withLocalUpload(taken.file_id, file.path, answer) : answer();
}

async function requireReader({ db }: FileContext, user: ChatUser, session_id: string): Promise<void> {
  const session = await requireSession(db, user, session_id);
  if (session.agent_id === null) throw new AppError('agent_without_files');
  if (!session.can_send) throw new AppError('agent_unavailable');
  if (session.files === 'no') throw new AppError('agent_without_files');
}

type TypedUpload = { user_id: number; session_id: string; file: ReceivedFile; file_type: string };
type Taken = FileKey & { isFirst: boolean };

/** The row, its file and the job that reads it: all of them, or none. Counted under the person's lock. */
async function takeIn(
  tx: Transaction,
  { clock, queue }: FileContext,
  { user_id, session_id, file, file_type }: TypedUpload,
  call: IdempotentCall | null,
): Promise<Taken> {
  const now = clock.now();
  await lockPerson(tx, user_id);
  const first = call && (await claimIdempotencyKey(tx, call, now));
  if (first) return { user_id, file_id: (first.answer as { file_id: string }).file_id, isFirst: false };
  if (!(await hasSession(tx, user_id, session_id))) throw new AppError('session_not_found');
  if ((await listFiles(tx, user_id, session_id)).length >= SESSION_FILES_MAX)
    throw new AppError('too_many_files');
  await requireQuota(tx, user_id, file.size);
  const file_id = randomUUID();
  const { original_filename, size: file_size } = file;
  const row = { user_id, id: file_id, session_id, original_filename, file_type, file_size, created_at: now };
  await insertFile(tx, row, file.path);
  await queue.send('chat.read-file', { user_id, file_id }, tx, {
    priority: await turnOf(tx, { user_id, file_id }),
  });
  if (call) await storeFirstRun(tx, call, { status: 201, answer: { file_id } });
  return { user_id, file_id, isFirst: true };
}

const MEGABYTE = 1024 * 1024;

async function requireQuota(tx: Transaction, user_id: number, file_size: number): Promise<void> {
  const { per_person_bytes } = await chatFilesSettings(tx);
  if ((await bytesOfPerson(tx, user_id)) + file_size <= per_person_bytes) return;
  const size = `${Math.floor(per_person_bytes / MEGABYTE).toLocaleString('pt-BR')} MB`;
  throw filledError('files_quota', { size });
}

async function awaitReading(
  context: FileContext,
  { isFirst, ...key }: Taken,
  call: IdempotentCall | null,
  patience_ms: number,
): Promise<ShownFile> {
  const { db } = context;
  const isRead = async () => {
    const row = await findFileRow(db, key);
    // Recognition takes minutes: nobody waits for it on an open call.
    return !row || row.status === 'ready' || row.status === 'failed' || isRecognising(row);
  };
  await settled(context, { topic: readTopic(key), isRead, patience_ms });
  const file = await findFileRow(db, key);
  if (file?.status === 'failed' && isFirst) {
    const problem = (file.problem ?? 'internal') as ProblemCode;
    const told = { problem, error: file.error ?? problems[problem].detail };
    await takeBack(context, key, told, call);
    throw new AppError(problem, { detail: told.error });
  }
  if (!file && call) await throwAsFirst(context, call);
  if (!file) throw new AppError('file_not_found');
  return shownFile(file);
}

/** A repeated call receives the same error. */
const takeBack = ({ db }: FileContext, key: FileKey, told: Told, call: IdempotentCall | null) =>
  db.transaction(async (tx) => {
    await tx.delete(session_files).where(and(isFile(key), eq(session_files.status, 'failed')));
    const { status } = problems[told.problem];
    if (call) await storeFirstRun(tx, call, { status, answer: { file_id: key.file_id, ...told } });
  });

async function throwAsFirst({ db, clock }: FileContext, call: IdempotentCall): Promise<void> {
  const first = await findFirstRun(db, call, clock.now());
  const { problem, error } = (first?.answer ?? {}) as Partial<Told>;
  if (problem) throw new AppError(problem, error === undefined ? {} : { detail: error });
}
