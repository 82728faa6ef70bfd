/** Agents, their tags, who may use them and what they read. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, identity, updatedAt } from './columns.ts';
import { knowledge_bases } from './knowledge.ts';
import { user_groups } from './people.ts';

export type PromptSections = {
  identity: string;
  goal: string;
  response_style: string;
  constraints: string;
  custom_instructions: string;
};

export const agents = pgTable(
  'agents',
  {
    id: identity().primaryKey(),
    name: text().notNull(),
    description: text(),
    deploy_status: boolean().notNull().default(false),
    /** Catalogue id; null runs on the fallback. */
    model: text(),
    temperature: real(),
    use_guided_prompt: boolean().notNull().default(true),
    use_security_prompt: boolean().notNull().default(true),
    prompt_sections: jsonb()
      .$type<PromptSections>()
      .notNull()
      .default({ identity: '', goal: '', response_style: '', constraints: '', custom_instructions: '' }),
    custom_prompt: text(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index('agents_updated').on(table.updated_at.desc().nullsFirst(), table.id)],
);

/** One name however it is typed: case and accents do not make another tag. */
export const tags = pgTable(
  'tags',
  {
    id: identity().primaryKey(),
    name: text().notNull(),
  },
  (table) => [uniqueIndex('tags_name').on(sql`fold_text(${table.name})`)],
);

export const agent_tags = pgTable(
  'agent_tags',
  {
    agent_id: integer()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    tag_id: integer()
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.agent_id, table.tag_id] }),
    index('agent_tags_tag').on(table.tag_id),
  ],
);

/** Which groups may use an agent. */
export const group_agents = pgTable(
  'group_agents',
  {
    user_group_id: integer()
      .notNull()
      .references(() => user_groups.id, { onDelete: 'cascade' }),
    agent_id: integer()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.user_group_id, table.agent_id] }),
    index('group_agents_agent').on(table.agent_id),
  ],
);

export const agent_knowledge_bases = pgTable(
  'agent_knowledge_bases',
  {
    agent_id: integer()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    knowledge_base_id: integer()
      .notNull()
      .references(() => knowledge_bases.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.agent_id, table.knowledge_base_id] }),
    index('agent_knowledge_bases_base').on(table.knowledge_base_id),
  ],
);
