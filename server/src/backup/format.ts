/**
 * The file of a copy: gzip over lines of text. docs/operations.md describes it, so that it can be read without us.
 *
 *   PROSA-BACKUP 1
 *   {head}
 *   {"table":"users","columns":["id",…]}     then its rows as COPY writes them, one a line, then \.
 *   …
 *   {"end":…, "sha256":"…"}                  the hash is over every byte before this line
 */
import { z } from 'zod';
import { StartRefused } from '../env.ts';

export const FIRST_LINE = 'PROSA-BACKUP 1';
/** COPY escapes every backslash of a value: no row looks like this. */
export const END_OF_ROWS = '\\.';

export const Head = z.object({
  version: z.string(),
  created_at: z.string(),
  postgres: z.number(),
  migrations: z.array(z.object({ hash: z.string(), created_at: z.number() })),
  sequences: z.array(z.object({ sequence: z.string(), last_value: z.string(), is_called: z.boolean() })),
  /** Work that was promised and not yet done, to be queued again. */
  jobs: z.array(z.object({ name: z.string(), data: z.unknown() })),
});
export type Head = z.infer<typeof Head>;

export const TableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });

export const End = z.object({
  end: z.object({
    rows: z.record(z.string(), z.number()),
    figures: z.object({
      ledger: z.object({
        entries: z.string(),
        charged: z.string(),
        used: z.string(),
        reserved: z.string(),
      }),
      audit: z.object({ entries: z.string(), last_hash: z.string().nullable() }),
    }),
  }),
  sha256: z.string(),
});
export type End = z.infer<typeof End>;

export class DamagedCopy extends StartRefused {
  constructor(file: string, why: string, cause?: unknown) {
    super(
      `A cópia ${file} não pode ser usada: ${why}. Nada foi alterado no banco; use outra cópia.`,
      cause === undefined ? {} : { cause },
    );
  }
}
