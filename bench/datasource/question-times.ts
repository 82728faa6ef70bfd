/** One question by turns: through the product, then the statements it ran again, alone on a bare connection. */
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { SqlReader } from '../../server/src/adapters/content/sql-reader.ts';

type Ran = { statement: string; values: unknown[] };

export type Recorded = { reader: SqlReader; ran: Ran[] };

/** Tells which statements were run; otherwise the reader itself. */
export function recorded(reader: SqlReader): Recorded {
  const ran: Ran[] = [];
  return {
    ran,
    reader: {
      ...reader,
      read: (query, work, options) =>
        reader.read(
          query,
          (session) =>
            work({
              ...session,
              rows: (statement, values = []) => {
                ran.push({ statement, values });
                return session.rows(statement, values);
              },
            }),
          options,
        ),
    },
  };
}

export type Sample = { question: string; product_ms: number; bare_ms: number; cpu_ms: number };

export async function measured(
  question: string,
  { ran }: Recorded,
  sides: { ask: (question: string) => Promise<unknown>; bare: pg.Client; owner: pg.Client },
): Promise<Sample> {
  ran.length = 0;
  const before = await processorTime(sides.owner);
  const began = performance.now();
  await sides.ask(question);
  const asked = performance.now();
  const cpu_ms = (await processorTime(sides.owner)) - before;
  const again = performance.now();
  for (const { statement, values } of ran) await sides.bare.query({ text: statement, values });
  return { question, product_ms: asked - began, bare_ms: performance.now() - again, cpu_ms };
}

const MS_PER_TICK = 10;

/** Processor time of the product's connections in milliseconds; 0 where the system does not report it. Resolution: 10 ms. */
async function processorTime(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query(
    "select pid from pg_stat_activity where application_name = 'prosa-content'",
  );
  let ticks = 0;
  for (const { pid } of rows) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks * MS_PER_TICK;
}
