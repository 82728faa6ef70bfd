/** When the documents of dated bases hold. Distributed by knowledge_base_id. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  type Norm,
  PROPOSAL_KINDS,
  PROPOSAL_STATES,
  type ProposalFacts,
  RELATION_KINDS,
  type ValidityStretch,
} from '#contract/validity.ts';
import { createdAt, datemultirange, identity, time, updatedAt } from './columns.ts';
import { documents, knowledge_bases } from './knowledge.ts';

export const document_validity = pgTable(
  'document_validity',
  {
    knowledge_base_id: integer().notNull(),
    document_id: integer().notNull(),
    /** The norm that the document is; all null where it is none. */
    norm_type: text(),
    norm_number: text(),
    norm_year: integer(),
    issuer: text().notNull().default(''),
    /** The first and the last day, as an administrator stated them. */
    in_force_from: date({ mode: 'string' }),
    in_force_until: date({ mode: 'string' }),
    /** The first day was taken from a proposal that was not sure of it. */
    from_presumed: boolean().notNull().default(false),
    review_on: date({ mode: 'string' }),
    /** Worked out from the days above and the relations: stretches without a gap, in order; null where nothing is known. */
    timeline: jsonb().$type<ValidityStretch[]>(),
    /** The days in force; only where they have a hole, which the passages' two days cannot say. */
    intervals: datemultirange(),
    updated_by: integer(),
    updated_at: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.document_id] }),
    foreignKey({
      columns: [table.knowledge_base_id, table.document_id],
      foreignColumns: [documents.knowledge_base_id, documents.id],
    }).onDelete('cascade'),
    uniqueIndex('document_validity_norm')
      .on(table.knowledge_base_id, table.norm_type, table.norm_number, table.norm_year, table.issuer)
      .where(sql`norm_number is not null`),
    index('document_validity_updated_by').on(table.updated_by).where(sql`updated_by is not null`),
  ],
);

/** A relation of one norm to another. It outlives both documents: a law stays repealed when the file that says so is deleted. */
export const document_relations = pgTable(
  'document_relations',
  {
    id: identity().notNull(),
    knowledge_base_id: integer()
      .notNull()
      .references(() => knowledge_bases.id, { onDelete: 'cascade' }),
    /** The document that repeals or amends; null where the norm that does it is not in the base. */
    document_id: integer(),
    kind: text({ enum: RELATION_KINDS }).notNull(),
    /** How citations name that document. */
    by: text().notNull(),
    target_document_id: integer(),
    /** The norm that is meant, where no document of the base is known to be it yet. */
    target_norm: jsonb().$type<Norm>(),
    /** The document that is that norm, as far as is known; kept by `applyValidity`. */
    matched_document_id: integer(),
    /** An amendment whose wording the target's text already has: it holds from that day on. */
    is_consolidated: boolean().notNull().default(false),
    /** Empty: the whole document. */
    provisions: text().array().notNull().default([]),
    effective_on: date({ mode: 'string' }).notNull(),
    /** The last day of a suspension. */
    until: date({ mode: 'string' }),
    decided_by: integer(),
    decided_at: time('decided_at').notNull(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.id] }),
    index('document_relations_target').on(table.knowledge_base_id, table.target_document_id),
    index('document_relations_decided_by').on(table.decided_by).where(sql`decided_by is not null`),
  ],
);

/** Facts found in the text of a document, for administrators to decide on; they change no answer by themselves. */
export const validity_proposals = pgTable(
  'validity_proposals',
  {
    id: identity().notNull(),
    knowledge_base_id: integer().notNull(),
    document_id: integer().notNull(),
    kind: text({ enum: PROPOSAL_KINDS }).notNull(),
    facts: jsonb().$type<ProposalFacts>().notNull(),
    /** Kind and facts, so that a text that is read again proposes nothing twice. */
    key: text().notNull(),
    /** The words that it rests on, and where they stand in the text; empty where a norm says nothing. */
    clause: text().notNull(),
    clause_start: integer(),
    clause_end: integer(),
    state: text({ enum: PROPOSAL_STATES }).notNull().default('open'),
    decided_by: integer(),
    decided_at: time('decided_at'),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.id] }),
    foreignKey({
      columns: [table.knowledge_base_id, table.document_id],
      foreignColumns: [documents.knowledge_base_id, documents.id],
    }).onDelete('cascade'),
    unique('validity_proposals_key').on(table.knowledge_base_id, table.document_id, table.key),
    index('validity_proposals_decided_by').on(table.decided_by).where(sql`decided_by is not null`),
  ],
);

/** How many answers cited a document on a day. No person stands in it. */
export const citation_days = pgTable(
  'citation_days',
  {
    knowledge_base_id: integer().notNull(),
    document_id: integer().notNull(),
    day: date({ mode: 'string' }).notNull(),
    answers: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledge_base_id, table.document_id, table.day] }),
    foreignKey({
      columns: [table.knowledge_base_id, table.document_id],
      foreignColumns: [documents.knowledge_base_id, documents.id],
    }).onDelete('cascade'),
  ],
);
