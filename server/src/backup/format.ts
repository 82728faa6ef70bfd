/**
 * The file of a copy: gzip over lines of text. docs/operations.md describes it, so that it can be read without us.
 *
 *   PROSA-BACKUP 1
 *   {head}
 *   {"table":"users","columns":["id",…]}     then its rows as COPY writes them, one a line, then \.
 *   …
 *   {"schema":"sheets","table":"s3_7","columns":[…],"types":[…]}   and the rows of each loaded spreadsheet
 *   {"end":…, "sha256":"…", "seal":…}        the hash is over every byte before this line, the seal over end and hash
 */
import { z } from 'zod';
import { StartRefused } from '../env.ts';
import { type SealingKey, sealWith } from '../features/audit/sealing-keys.ts';

export const FIRST_LINE = 'PROSA-BACKUP 1';
/** COPY escapes every backslash of a value: no row looks like this. */
export const END_OF_ROWS = '\\.';

export const Head = z.object({
  version: z.string(),
  created_at: z.string(),
  postgres: z.number(),
  migrations: z.array(z.object({ hash: z.string(), created_at: z.number() })),
  sequences: z.array(z.object({ sequence: z.string(), last_value: z.string(), is_called: z.boolean() })),
  /** The months that were cut off `messages`: its parts are made before it is loaded. */
  months: z.array(z.string().regex(/^\d{4}-\d{2}$/)).default([]),
  /** Jobs that waited, to be queued again. */
  jobs: z.array(z.object({ name: z.string(), data: z.unknown() })),
});
export type Head = z.infer<typeof Head>;

export const TableLine = z.object({
  /** Absent: `public` of the application's database. Spreadsheets stand in the content database. */
  schema: z.literal('sheets').optional(),
  table: z.string(),
  columns: z.array(z.string()).min(1),
  /** The types of a spreadsheet's columns: no migration creates its table. */
  types: z
    .array(z.enum(['numeric', 'bigint', 'date', 'timestamp without time zone', 'boolean', 'text']))
    .optional(),
});
export type TableLine = z.infer<typeof TableLine>;

const SHEETS = 'sheets.';
/** The name of a table in the sums at the end of the file. */
export const countedName = ({ schema, table }: Pick<TableLine, 'schema' | 'table'>): string =>
  schema ? SHEETS + table : table;
export const isSheetName = (name: string): boolean => name.startsWith(SHEETS);

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
  /** HMAC-SHA256 with a key that is kept apart from the database; files of release 1.0 have none. */
  seal: z.object({ key_id: z.string(), hmac: z.string() }).optional(),
});
export type End = z.infer<typeof End>;

/** Covers the sums and, by the SHA-256, every byte before them. */
export const sealOf = (key: SealingKey, { end, sha256 }: Pick<End, 'end' | 'sha256'>) => ({
  key_id: key.id,
  hmac: sealWith(key, 'backup', JSON.stringify({ end, sha256 })),
});

export class DamagedCopy extends StartRefused {
  constructor(file: string, why: string, cause?: unknown) {
    super(
      `A cópia ${file} não pode ser usada: ${why}. Nada foi alterado no banco; use outra cópia.`,
      cause === undefined ? {} : { cause },
    );
  }
}
