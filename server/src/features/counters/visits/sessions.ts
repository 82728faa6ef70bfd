/** Visits: a token for some hours, by which a visitor's questions are one conversation. Nothing else of them is known. */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { COUNTER_SLUG } from '#contract/counters.ts';
import { COUNTER_SESSIONS_PER_MINUTE } from '#contract/limits.ts';
import type { CounterSession } from '#contract/public-counters.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import { counter_visitors, counters } from '../../../db/tables/counters.ts';
import type { AuthenticateVisitor } from '../../../http/call-access.ts';
import type { VisitorCaller } from '../../../http/routes.ts';
import { incrementRateLimit } from '../../../request-guards/rate-limit.ts';
import { consumeRateLimits, fromPlace } from '../../auth/records/limits.ts';
import { requireOpenCounter } from '../counter-rows.ts';
import { countAtCounter } from '../statistics.ts';
import { newPuzzle, type Proof, requireProof } from './puzzle.ts';

type Context = Pick<AppContext, 'db' | 'secret' | 'clock'>;
type Begun = Context & Pick<AppContext, 'log'>;

const HOUR_MS = 3_600_000;
const ID_BYTES = 16;
const SECRET_BYTES = 32;

const beginningsOf = (counter_id: number) => ({
  key: `counter-sessions:${counter_id}`,
  max: COUNTER_SESSIONS_PER_MINUTE,
  seconds: 60,
});
/** Visits that begin from one address; an office is one. */
const visitsFrom = (ip: string) => fromPlace('counter-session', ip, { max: 300, seconds: 600 });

export async function beginVisit(
  context: Begun,
  slug: string,
  { proof, prove, ip }: { proof?: Proof | undefined; prove: boolean; ip: string },
): Promise<Omit<CounterSession, 'expires_at'> & { expires_at?: Date }> {
  const { db, secret, clock } = context;
  const now = clock.now();
  const counter = await requireOpenCounter(db, slug, now);
  if (proof) await requireProof(context, slug, proof);
  else if (prove) return newPuzzle(secret, slug, now);
  const beginnings = beginningsOf(counter.id);
  // Counted before it is compared: of a thousand at once none slips through.
  const begun = await incrementRateLimit(db, beginnings, now);
  if (!proof && begun > beginnings.max) return newPuzzle(secret, slug, now);
  await consumeRateLimits(db, visitsFrom(ip), now);
  const id = randomUUID();
  const random = randomBytes(SECRET_BYTES);
  const expires_at = new Date(now.getTime() + counter.keep_hours * HOUR_MS);
  await db.insert(counter_visitors).values({
    counter_id: counter.id,
    id,
    token_hash: hashOf(random),
    session_id: randomUUID(),
    proved: proof !== undefined,
    created_at: now,
    expires_at,
  });
  await countAtCounter(context, counter.id, 'visits');
  return { token: Buffer.concat([bytesOf(id), random]).toString('base64url'), expires_at };
}

/** A visit at one counter opens no other, and ends with its hours. */
export const authenticateVisitor =
  ({ db, clock }: Context): AuthenticateVisitor =>
  async (token, slug) => {
    // An address that no counter can have may hold what the database refuses.
    const read = token === undefined || !COUNTER_SLUG.test(slug) ? null : readToken(token);
    const found = read && (await findVisitor({ db, clock }, read.id, slug));
    if (!found || !timingSafeEqual(found.token_hash, hashOf(read.random)))
      throw new AppError('visitor_unknown');
    const { token_hash: _, ...caller } = found;
    return caller;
  };

async function findVisitor(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
  slug: string,
): Promise<(VisitorCaller & { token_hash: Buffer }) | undefined> {
  const [row] = await db
    .select({
      counter_id: counter_visitors.counter_id,
      visitor_id: counter_visitors.id,
      user_id: counters.user_id,
      session_id: counter_visitors.session_id,
      proved: counter_visitors.proved,
      token_hash: counter_visitors.token_hash,
      expires_at: counter_visitors.expires_at,
    })
    .from(counter_visitors)
    .innerJoin(counters, eq(counters.id, counter_visitors.counter_id))
    .where(and(eq(counters.slug, slug), eq(counter_visitors.id, id)));
  if (!row || row.expires_at <= clock.now()) return undefined;
  const { expires_at: _, ...visitor } = row;
  return visitor;
}

const hashOf = (random: Buffer) => createHash('sha256').update(random).digest();
const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

/** Null for what is no token. */
function readToken(token: string): { id: string; random: Buffer } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  const id = bytes
    .subarray(0, ID_BYTES)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { id, random: bytes.subarray(ID_BYTES) };
}
