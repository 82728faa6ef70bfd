/**
 * Keeps running answers in the database, behind the stream: one writer a process saves what all of them have
 * written since, together with their leases. A failed write is tried again; readers never wait for one.
 */
import { sql } from 'drizzle-orm';
import type { AppContext } from '../../../app-context.ts';
import { reasonOf } from '../../../db/client.ts';
import { answer_parts, messages } from '../../../db/tables/chat.ts';
import type { LiveText } from '../compose/live-text.ts';
import type { MessageKey } from '../conversations/message-store.ts';

/** How long a process that says nothing keeps its answers, by the database's clock. */
export const LEASE_SECONDS = 15;
/** As long as no more of it is used it stays as it is: a row none of whose indexed columns change is written in place. */
const LEASE_USED_SECONDS = 2;
const RENEW_MS = 3_000;
const BATCH_MS = 200;
const BATCH_LENGTH = 4_096;
const RETRY_MS = 500;

export type KeptAnswer = {
  key: MessageKey;
  live: LiveText;
  /** Somebody asked for the answer to stop, here or in another process. */
  onStop(): void;
  /** The answer is not ours any more. */
  onLost(): void;
};

export type WriteBehind = {
  /** Saves the answer as it grows. */
  add(answer: KeptAnswer): void;
  remove(answer: KeptAnswer): void;
  /** Saves what is new without waiting for more: somebody elsewhere has read further than is saved. */
  hurry(this: void): void;
};

/** Topics on which processes wake each other. */
export const answerTopic = (message_id: number) => `answer:${message_id}`;
export const stopTopic = (message_id: number) => `stop:${message_id}`;
export const hurryTopic = (message_id: number) => `hurry:${message_id}`;

/** How long what is new waits for more, and how often silent answers are said to be alive. */
export type Pace = { batch_ms: number; renew_ms: number };

type Place = { written: number; writtenLength: number; onGrown: () => void };
type Part = { answer: KeptAnswer; place: Place; from: number; to: number; text: string };

export function openWriteBehind(
  { db, signals, log }: Pick<AppContext, 'db' | 'signals' | 'log'>,
  owner: string,
  { batch_ms, renew_ms }: Pace = { batch_ms: BATCH_MS, renew_ms: RENEW_MS },
): WriteBehind {
  const places = new Map<KeptAnswer, Place>();
  let timer: NodeJS.Timeout | undefined;
  let writing = false;
  let hurried = false;
  /** The last write failed: whatever comes meanwhile, it is not tried again any sooner. */
  let failing = false;
  let renewal: NodeJS.Timeout | undefined;
  /** The next write is to say of silent answers, too, that they are alive. A moment at which one is under way is not lost. */
  let isRenewalDue = false;

  function schedule(ms: number): void {
    if (writing) return;
    clearTimeout(timer);
    timer = setTimeout(() => void write(), ms);
  }

  function renew(): void {
    isRenewalDue = true;
    if (!failing || !timer) void write();
  }

  async function write(): Promise<void> {
    if (writing) return;
    clearTimeout(timer);
    timer = undefined;
    const parts = [...places]
      .map(([answer, place]) => partOf(answer, place))
      .filter(({ text }) => isRenewalDue || text !== '');
    const newParts = parts.filter(({ text }) => text !== '');
    if (!parts.length) {
      listen();
      return;
    }
    const renewing = isRenewalDue;
    isRenewalDue = false;
    writing = true;
    hurried = false;
    try {
      const exceptions = await save(parts);
      const unclear = parts.filter(({ answer }) => exceptions.get(answer.key.id) === 'unclear');
      for (const part of parts)
        if (!unclear.includes(part)) settlePart(part, exceptions.get(part.answer.key.id) === 'stop');
      for (const part of unclear) if (places.has(part.answer)) await lookAgain(part);
      await signals.send(...newParts.map(({ answer }) => answerTopic(answer.key.id)));
      failing = false;
    } catch (error) {
      failing = true;
      isRenewalDue ||= renewing;
      log.warn({ answers: parts.length, err: { message: reasonOf(error) } }, 'answers not saved yet');
    }
    writing = false;
    const waiting = [...places].filter(([answer, place]) => answer.live.seq > place.written);
    // A batch may have come together meanwhile.
    const isUrgent = hurried || isRenewalDue || waiting.some(isBatch);
    if (isRenewalDue || waiting.length) schedule(failing ? RETRY_MS : isUrgent ? 0 : batch_ms);
    // An answer that has just grown most likely grows again.
    else if (newParts.length) schedule(batch_ms);
    listen();
  }

  /**
   * Writes the new parts of all answers, each only if the one before it is the last that was saved, and ours. Returns
   * only the answers that are to stop or whose row did not match: most are saved, and nobody wishes them to stop.
   */
  async function save(parts: Part[]): Promise<Map<number, 'stop' | 'unclear'>> {
    const { rows } = await db.execute<{ id: string; is_kept: boolean }>(sql`
      with given as (
        select * from unnest(
          ${numbers(parts, ({ answer }) => answer.key.user_id)}::int[],
          ${numbers(parts, ({ answer }) => answer.key.id)}::bigint[],
          ${numbers(parts, ({ from }) => from)}::int[], ${numbers(parts, ({ to }) => to)}::int[],
          ${sql.param(parts.map(({ text }) => text))}::text[]
        ) given(user_id, id, from_seq, to_seq, content)
      ), kept as (
        update ${messages} m set seq = given.to_seq, lease_until = case
          when m.lease_until > now() + make_interval(secs => ${LEASE_SECONDS - LEASE_USED_SECONDS}) then m.lease_until
          else now() + make_interval(secs => ${LEASE_SECONDS}) end
        from given
        where m.user_id = given.user_id and m.id = given.id and m.status = 'streaming'
          and m.lease_owner = ${owner} and m.seq = given.from_seq
        returning m.user_id, m.id, m.seq, m.stop_requested, given.content
      ), written as (
        insert into ${answer_parts} (user_id, message_id, seq, content)
        select user_id, id, seq, content from kept where content <> ''
      )
      select given.id, kept.id is not null as is_kept from given left join kept using (user_id, id)
      where kept.id is null or kept.stop_requested`);
    return new Map(rows.map(({ id, is_kept }) => [Number(id), is_kept ? 'stop' : 'unclear']));
  }

  function settlePart({ answer, place, to, text }: Part, isToStop: boolean): void {
    place.written = to;
    place.writtenLength += text.length;
    if (isToStop) answer.onStop();
  }

  /** Either an earlier write arrived although we never heard so, or the answer was ended by somebody else. */
  async function lookAgain({ answer, place }: Part): Promise<void> {
    const { key, live } = answer;
    const { rows } = await db.execute<{ seq: number; ours: boolean }>(sql`
      select seq, coalesce(status = 'streaming' and lease_owner = ${owner}, false) as ours
      from ${messages} where user_id = ${key.user_id} and id = ${key.id}`);
    const found = rows[0];
    if (!places.has(answer)) return;
    if (!found?.ours) return answer.onLost();
    place.written = found.seq;
    place.writtenLength = live.length - live.after(found.seq).text.length;
  }

  /**
   * While a write is scheduled, an answer calls only when it has grown by a batch, else with its first new letter: a
   * call for every chunk of every answer would be a good part of the chunk's cost.
   */
  function listen(): void {
    for (const [{ live }, place] of places) listenTo(live, place);
  }

  function listenTo(live: LiveText, { writtenLength, onGrown }: Place): void {
    live.callAt(writtenLength + (timer || writing ? BATCH_LENGTH : 1), onGrown);
  }

  function grown(answer: KeptAnswer, place: Place): void {
    if (!places.has(answer)) return;
    const isLong = isBatch([answer, place]);
    if (isLong && !failing) schedule(0);
    else if (!timer) schedule(batch_ms);
    if (!isLong) listenTo(answer.live, place);
  }

  return {
    add(answer) {
      const { seq, length } = answer.live;
      const place = { written: seq, writtenLength: length, onGrown: () => grown(answer, place) };
      places.set(answer, place);
      listenTo(answer.live, place);
      renewal ??= setInterval(renew, renew_ms);
    },
    remove(answer) {
      places.delete(answer);
      if (places.size) return;
      clearTimeout(timer);
      clearInterval(renewal);
      timer = undefined;
      renewal = undefined;
    },
    hurry() {
      hurried = writing;
      if (!failing || !timer) schedule(0);
    },
  };
}

/** As PostgreSQL writes an array: its client would take each of them for a text that may need quoting. */
const numbers = (parts: Part[], value: (part: Part) => number) => sql.param(`{${parts.map(value).join()}}`);

const isBatch = ([{ live }, { writtenLength }]: [KeptAnswer, Place]): boolean =>
  live.length - writtenLength >= BATCH_LENGTH;

function partOf(answer: KeptAnswer, place: Place): Part {
  const { text, seq } = answer.live.after(place.written);
  return { answer, place, from: place.written, to: seq, text };
}
