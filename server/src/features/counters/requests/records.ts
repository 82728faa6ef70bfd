/** The rows of requests: what names a citizen is sealed, and found by a keyed hash of the address alone. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { foldEmail } from '#contract/account-fields.ts';
import type { RequestReason } from '#contract/citizen-requests.ts';
import { openSecret, sealSecret } from '../../../adapters/sealing/seal.ts';
import { SEALED } from '../../../adapters/sealing/sealed-columns.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Queryable } from '../../../db/client.ts';
import { citizen_requests, counters } from '../../../db/tables/counters.ts';
import { keyedHash } from '../../auth/credentials/signing-keys.ts';

export type RequestRow = typeof citizen_requests.$inferSelect;
type Sealing = Pick<AppContext, 'secretKeys'>;
type Place = Pick<RequestRow, 'id' | 'counter_id' | 'protocol'>;

export const SEALED_FIELDS = {
  name: SEALED.request_name,
  email: SEALED.request_email,
  text: SEALED.request_text,
  question: SEALED.request_question,
  answer: SEALED.request_answer,
  note: SEALED.request_note,
} as const;
export type SealedField = keyof typeof SEALED_FIELDS;

export const sealedField = (
  { secretKeys }: Sealing,
  field: SealedField,
  place: Place,
  text: string,
): string => sealSecret(secretKeys, SEALED_FIELDS[field], place, text);

/** Null where it is empty, or where no key opens it any more. */
export function openedField({ secretKeys }: Sealing, field: SealedField, row: RequestRow): string | null {
  const sealed = row[`${field}_sealed`];
  return sealed === null ? null : openSecret(secretKeys, SEALED_FIELDS[field], row, sealed);
}

export const emailHash = (
  { secret }: Pick<AppContext, 'secret'>,
  counter_id: number,
  email: string,
): Buffer => keyedHash('citizen request', secret, `${counter_id}\n${foldEmail(email)}`);

export const REASON_WORDS: Record<RequestReason, string> = {
  not_ours: 'O assunto não é desta organização.',
  duplicate: 'Já existe outro pedido seu sobre o mesmo assunto.',
  answered_elsewhere: 'O pedido já foi respondido por outro canal.',
};

/** Number, days and state stay; nothing that was written does. */
export const ERASED_WORDS = {
  name_sealed: null,
  email_sealed: null,
  text_sealed: null,
  question_sealed: null,
  answer_sealed: null,
  note_sealed: null,
  email_hash: null,
  code_hash: null,
  code_expires_at: null,
} as const;

export async function findRequest(
  db: Queryable,
  key: { counter_id: number; id: number },
): Promise<RequestRow | undefined> {
  const [row] = await db
    .select()
    .from(citizen_requests)
    .where(and(eq(citizen_requests.counter_id, key.counter_id), eq(citizen_requests.id, key.id)));
  return row;
}

/** Words of requests whose years have passed since they ended. */
export async function eraseOldRequests(db: Queryable, now: Date): Promise<void> {
  const years = sql`(select make_interval(years => ${counters.request_years}) from ${counters}
    where ${counters.id} = ${citizen_requests.counter_id})`;
  await db
    .update(citizen_requests)
    .set({ ...ERASED_WORDS, erased_at: now })
    .where(
      and(
        isNull(citizen_requests.erased_at),
        lt(citizen_requests.ended_at, sql`${now.toISOString()}::timestamptz - ${years}`),
      ),
    );
}
