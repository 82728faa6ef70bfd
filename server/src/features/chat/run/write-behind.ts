/**
 * Keeps running answers in the database, behind the stream: one writer a process saves what all of them have
 * written since, together with their leases. A failed write is tried again; readers never wait for one.
 */
import type { AppContext } from '../../../app-context.ts';
import { reasonOf } from '../../../db/client.ts';
import type { LiveText } from '../compose/live-text.ts';
import type { MessageKey } from '../conversations/message-store.ts';
import { type NewText, savedSeq, saveParts } from './save-parts.ts';

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

/** Topics on which processes wake each other. */
export const answerTopic = (message_id: number) => `answer:${message_id}`;
export const stopTopic = (message_id: number) => `stop:${message_id}`;
export const hurryTopic = (message_id: number) => `hurry:${message_id}`;

/** How long what is new waits for more, and how often silent answers are said to be alive. */
export type Pace = { batch_ms: number; renew_ms: number };

type Place = { written: number; writtenLength: number; onGrown: () => void };
type Part = NewText & { answer: KeptAnswer; place: Place };

export class WriteBehind {
  readonly #context: Pick<AppContext, 'db' | 'signals' | 'log'>;
  readonly #owner: string;
  readonly #pace: Pace;
  readonly #places = new Map<KeptAnswer, Place>();
  #timer: NodeJS.Timeout | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #writing = false;
  #hurried = false;
  /** The last write failed: whatever comes meanwhile, it is not tried again any sooner. */
  #failing = false;
  /** The next write is to say of silent answers, too, that they are alive. A moment at which one is under way is not lost. */
  #isRenewalDue = false;

  constructor(
    context: Pick<AppContext, 'db' | 'signals' | 'log'>,
    owner: string,
    pace: Pace = { batch_ms: BATCH_MS, renew_ms: RENEW_MS },
  ) {
    this.#context = context;
    this.#owner = owner;
    this.#pace = pace;
  }

  /** Saves the answer as it grows. */
  add(answer: KeptAnswer): void {
    const { seq, length } = answer.live;
    const place = { written: seq, writtenLength: length, onGrown: () => this.#grown(answer, place) };
    this.#places.set(answer, place);
    this.#listenTo(answer.live, place);
    this.#renewal ??= setInterval(() => this.#renew(), this.#pace.renew_ms);
  }

  remove(answer: KeptAnswer): void {
    this.#places.delete(answer);
    if (this.#places.size) return;
    clearTimeout(this.#timer);
    clearInterval(this.#renewal);
    this.#timer = undefined;
    this.#renewal = undefined;
  }

  /** Saves what is new without waiting for more: somebody elsewhere has read further than is saved. */
  readonly hurry = (): void => {
    this.#hurried = this.#writing;
    if (!this.#failing || !this.#timer) this.#schedule(0);
  };

  #schedule(ms: number): void {
    if (this.#writing) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#write(), ms);
  }

  #renew(): void {
    this.#isRenewalDue = true;
    if (!this.#failing || !this.#timer) void this.#write();
  }

  async #write(): Promise<void> {
    if (this.#writing) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const parts = [...this.#places]
      .map(([answer, place]) => partOf(answer, place))
      .filter(({ text }) => this.#isRenewalDue || text !== '');
    if (parts.length) {
      this.#writing = true;
      await this.#save(parts);
      this.#writing = false;
      this.#scheduleNext(parts);
    }
    this.#listen();
  }

  /** Never throws: what was not saved is saved with the next write. */
  async #save(parts: Part[]): Promise<void> {
    const { db, signals, log } = this.#context;
    const renewing = this.#isRenewalDue;
    this.#isRenewalDue = false;
    this.#hurried = false;
    try {
      const exceptions = await saveParts(db, this.#owner, parts);
      const unclear = parts.filter(({ key }) => exceptions.get(key.id) === 'unclear');
      for (const part of parts)
        if (!unclear.includes(part)) settlePart(part, exceptions.get(part.key.id) === 'stop');
      for (const part of unclear) if (this.#places.has(part.answer)) await this.#lookAgain(part);
      await signals.send(...parts.filter(hasText).map(({ key }) => answerTopic(key.id)));
      this.#failing = false;
    } catch (error) {
      this.#failing = true;
      this.#isRenewalDue ||= renewing;
      log.warn({ answers: parts.length, err: { message: reasonOf(error) } }, 'answers not saved yet');
    }
  }

  #scheduleNext(saved: Part[]): void {
    const waiting = [...this.#places].filter(([answer, place]) => answer.live.seq > place.written);
    // A batch may have come together meanwhile.
    const isUrgent = this.#hurried || this.#isRenewalDue || waiting.some(isBatch);
    if (this.#isRenewalDue || waiting.length)
      this.#schedule(this.#failing ? RETRY_MS : isUrgent ? 0 : this.#pace.batch_ms);
    // An answer that has just grown most likely grows again.
    else if (saved.some(hasText)) this.#schedule(this.#pace.batch_ms);
  }

  /** Either an earlier write arrived although we never heard so, or the answer was ended by somebody else. */
  async #lookAgain({ answer, place }: Part): Promise<void> {
    const seq = await savedSeq(this.#context.db, this.#owner, answer.key);
    if (!this.#places.has(answer)) return;
    if (seq === null) return answer.onLost();
    place.written = seq;
    place.writtenLength = answer.live.length - answer.live.after(seq).text.length;
  }

  /**
   * While a write is scheduled, an answer calls only when it has grown by a batch, else with its first new letter: a
   * call for every chunk of every answer would be a good part of the chunk's cost.
   */
  #listen(): void {
    for (const [{ live }, place] of this.#places) this.#listenTo(live, place);
  }

  #listenTo(live: LiveText, { writtenLength, onGrown }: Place): void {
    live.callAt(writtenLength + (this.#timer || this.#writing ? BATCH_LENGTH : 1), onGrown);
  }

  #grown(answer: KeptAnswer, place: Place): void {
    if (!this.#places.has(answer)) return;
    const isLong = isBatch([answer, place]);
    if (isLong && !this.#failing) this.#schedule(0);
    else if (!this.#timer) this.#schedule(this.#pace.batch_ms);
    if (!isLong) this.#listenTo(answer.live, place);
  }
}

const isBatch = ([{ live }, { writtenLength }]: [KeptAnswer, Place]): boolean =>
  live.length - writtenLength >= BATCH_LENGTH;

const hasText = ({ text }: NewText): boolean => text !== '';

function partOf(answer: KeptAnswer, place: Place): Part {
  const { text, seq } = answer.live.after(place.written);
  return { answer, place, key: answer.key, from: place.written, to: seq, text };
}

function settlePart({ answer, place, to, text }: Part, isToStop: boolean): void {
  place.written = to;
  place.writtenLength += text.length;
  if (isToStop) answer.onStop();
}
