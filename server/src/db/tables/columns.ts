/** Column kinds that tables share. */
import { bigint, customType, integer, text, timestamp } from 'drizzle-orm/pg-core';

export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const createdAt = () => time('created_at').notNull().defaultNow();
export const updatedAt = () => time('updated_at').notNull().defaultNow();
export const identity = () => integer('id').generatedByDefaultAsIdentity();

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
export const datemultirange = customType<{ data: string }>({ dataType: () => 'datemultirange' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A passage as search reads it, whether it is of a document or of a file of a conversation. */
export const passageText = () => ({
  /** Position in the document, from 0. */
  ordinal: integer().notNull(),
  /** The same for the same text of a document, whenever and wherever it was uploaded: search puts equal scores in this order. */
  document_hash: bigint({ mode: 'bigint' }).notNull(),
  /** Heading path, "Contas › Senha temporária"; empty where there is none. */
  section: text().notNull().default(''),
  page: integer(),
  /** A literal span of the document's content_text, in UTF-16 code units. */
  content: text().notNull(),
  start_offset: integer().notNull(),
  end_offset: integer().notNull(),
  /** The words of section and content; the insert counts them as well, so that they are computed once. */
  tsv: tsvector().notNull(),
  /** Length in lexeme occurrences, what BM25 calls the document length. */
  lexeme_count: integer().notNull(),
});
