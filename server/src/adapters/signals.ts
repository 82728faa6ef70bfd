/**
 * Wake-ups between processes over PostgreSQL's LISTEN/NOTIFY. A signal says "look again", rows are the truth:
 * one that is lost while the connection is down costs time, never data. After a reconnect every listener is woken.
 */
import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { DatabaseAddress } from '../db/client.ts';
import type { Log } from './log.ts';

const CHANNEL = 'prosa';
/** PostgreSQL carries less than 8,000 bytes at once. */
const LOAD_MAX = 7_000;
const SEPARATOR = '\n';

export type Signals = {
  /** Topics such as `answer:42`; short, no secrets, no texts. */
  send(...topics: string[]): Promise<void>;
  /** Calls back on each signal of the topic until the returned function is called. */
  listen(topic: string, wake: () => void): () => void;
  close(): Promise<void>;
};

export async function openSignals(address: DatabaseAddress, pool: pg.Pool, log: Log): Promise<Signals> {
  const topics = new EventEmitter().setMaxListeners(0);
  let closed = false;
  let client: pg.Client | null = null;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ ...address, application_name: 'prosa-signals', keepAlive: true });
    fresh.on('error', () => {});
    fresh.on('notification', ({ payload = '' }) => {
      for (const topic of payload.split(SEPARATOR)) if (topic) topics.emit(topic);
    });
    fresh.on('end', () => {
      if (!closed && client === fresh) void reconnect();
    });
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
    client = fresh;
    for (const topic of topics.eventNames()) topics.emit(topic);
  }

  async function reconnect(): Promise<void> {
    for (let pause = 100; !closed; pause = Math.min(pause * 2, 2_000)) {
      try {
        return await connect();
      } catch (error) {
        log.warn({ err: { message: (error as Error).message } }, 'signals: connecting again');
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  await connect();
  return {
    async send(...topics) {
      if (topics.length)
        await pool.query('select pg_notify($1, load) from unnest($2::text[]) load', [
          CHANNEL,
          loadsOf(topics),
        ]);
    },
    listen(topic, wake) {
      topics.on(topic, wake);
      return () => topics.off(topic, wake);
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}

/** Batches topics into one notification: five hundred running answers wake up their readers five times a second. */
function loadsOf(topics: string[]): string[] {
  const loads: string[] = [];
  let load: string[] = [];
  let size = 0;
  for (const topic of topics) {
    const more = Buffer.byteLength(topic) + SEPARATOR.length;
    if (load.length && size + more > LOAD_MAX) {
      loads.push(load.join(SEPARATOR));
      load = [];
      size = 0;
    }
    load.push(topic);
    size += more;
  }
  return [...loads, load.join(SEPARATOR)];
}
