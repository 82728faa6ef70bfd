/**
 * The demo of a first start: the product's own manual as a knowledge base, an agent that answers from it, one that
 * answers from a table of tenders, a draft.
 * A new release renews the manual; what administrators removed or changed stays as they left it.
 */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { NEW_AGENT } from '#contract/agent-models.ts';
import type { PromptSections } from '#contract/agent-prompt.ts';
import type { AppContext } from '../app-context.ts';
import type { Queryable } from '../db/client.ts';
import {
  agent_data_sources,
  agent_knowledge_bases,
  agent_tags,
  agents,
  group_agents,
} from '../db/tables/agents.ts';
import { installation } from '../db/tables/installation.ts';
import { documents, knowledge_bases } from '../db/tables/knowledge.ts';
import { user_groups } from '../db/tables/people.ts';
import { createKnowledgeBase } from '../features/knowledge/documents/store.ts';
import { ingestText } from '../features/knowledge/ingest/replace-passages.ts';
import { createTenderSource, hasSample, tenderAgent } from './seed-tenders.ts';

const manualFolder = fileURLToPath(new URL('../../../docs/manual', import.meta.url));

type Demo = { knowledge_base_id: number; agent_ids: number[]; manual_hash: string };

export async function seedDemo(context: AppContext): Promise<void> {
  const { db } = context;
  const manual = await readManual();
  const [row] = await db.select().from(installation).where(eq(installation.key, 'demo'));
  const demo = row?.value as Demo | undefined;
  if (!demo) return createDemo(context, manual);
  await keepDemoAnswering(context, demo);
  if (demo.manual_hash === manual.hash) return;
  // A new release brings a new manual; an administrator who removed the base is not given it again.
  const [base] = await db
    .select()
    .from(knowledge_bases)
    .where(eq(knowledge_bases.id, demo.knowledge_base_id));
  if (base) await ingestManual(context, demo.knowledge_base_id, manual);
  await remember(db, { ...demo, manual_hash: manual.hash });
}

async function createDemo(context: AppContext, manual: Manual): Promise<void> {
  const base = await createKnowledgeBase(context.db, {
    name: 'Manual do Prosa',
    description: 'O manual deste produto: contas, conversas, fontes, planos e instalação.',
  });
  await ingestManual(context, base.id, manual);
  const withTenders = await hasSample(context);
  await context.db.transaction(async (tx) => {
    const helper = await createAgent(tx, {
      name: 'Ajuda do Prosa',
      description: 'Tira dúvidas sobre o uso e a instalação do Prosa, com base no manual.',
      deploy_status: true,
      model: NEW_AGENT.model,
      sections: {
        identity:
          'Você é o agente de ajuda do Prosa, uma plataforma de conversas com agentes que citam suas fontes.',
        goal: 'Responder dúvidas de usuários e administradores sobre o Prosa com base no manual.',
        response_style: 'Português do Brasil, frases curtas, passos numerados quando houver um procedimento.',
        constraints: 'Responda só com o que está nas fontes. Quando não houver resposta nelas, diga isso.',
      },
      tags: ['ajuda', 'manual'],
      scope_note:
        'Pergunte sobre o uso e a instalação do Prosa: agentes, documentos, contas, tokens e modelos.',
      openers: ['Como crio um agente?', 'Quais formatos de arquivo o Prosa lê?', 'O que é o modo local?'],
    });
    await tx.insert(agent_knowledge_bases).values({ agent_id: helper, knowledge_base_id: base.id });
    const writer = await createAgent(tx, {
      name: 'Redator de Ofícios',
      description: 'Rascunho de um agente que escreve ofícios e memorandos no padrão da casa.',
      deploy_status: false,
      model: NEW_AGENT.model,
      sections: {
        identity: 'Você redige documentos oficiais em português do Brasil.',
        goal: 'Transformar um pedido informal em um ofício claro, formal e curto.',
        response_style: 'Linguagem formal e direta, sem latinismos.',
      },
      tags: ['redação'],
      scope_note: null,
      openers: [
        'Escreva um ofício que convida para uma reunião.',
        'Transforme este pedido em um memorando.',
        'Resuma este ofício em um parágrafo.',
      ],
    });
    const tenders = withTenders ? [await createTenderAgent(tx)] : [];
    await remember(tx, {
      knowledge_base_id: base.id,
      agent_ids: [helper, writer, ...tenders],
      manual_hash: manual.hash,
    });
  });
}

async function createTenderAgent(tx: Queryable): Promise<number> {
  const agent_id = await createAgent(tx, { ...tenderAgent, model: NEW_AGENT.model });
  await tx.insert(agent_data_sources).values({ agent_id, data_source_id: await createTenderSource(tx) });
  return agent_id;
}

async function createAgent(
  db: Queryable,
  wishes: {
    name: string;
    description: string;
    deploy_status: boolean;
    model: string;
    sections: Partial<PromptSections>;
    tags: string[];
    scope_note: string | null;
    openers: string[];
  },
): Promise<number> {
  const { sections, tags: names, ...fields } = wishes;
  const [agent] = await db
    .insert(agents)
    .values({
      ...fields,
      temperature: NEW_AGENT.temperature,
      prompt_sections: {
        identity: '',
        goal: '',
        response_style: '',
        constraints: '',
        custom_instructions: '',
        ...sections,
      },
    })
    .returning({ id: agents.id });
  if (!agent) throw new Error('the agent was not stored');
  if (fields.deploy_status) {
    const groups = await db.select({ id: user_groups.id }).from(user_groups);
    await db.insert(group_agents).values(groups.map(({ id }) => ({ user_group_id: id, agent_id: agent.id })));
  }
  for (const name of names) {
    // Unique by fold_text(name), which the query builder cannot name as a target.
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into tags (name) values (${name})
      on conflict (fold_text(name)) do update set name = tags.name returning id`);
    const [tag] = rows;
    if (tag) await db.insert(agent_tags).values({ agent_id: agent.id, tag_id: tag.id });
  }
  return agent.id;
}

/** Agents that nobody has touched and whose model has no key any more get the model of a new agent. */
async function keepDemoAnswering({ db, models }: AppContext, demo: Demo): Promise<void> {
  const untouched = await db
    .select({ id: agents.id, model: agents.model })
    .from(agents)
    .where(and(inArray(agents.id, demo.agent_ids ?? []), eq(agents.updated_at, agents.created_at)));
  for (const { id, model } of untouched)
    if (model && models.open(model) === null)
      await db.update(agents).set({ model: NEW_AGENT.model }).where(eq(agents.id, id));
}

type Manual = { hash: string; documents: { name: string; text: string }[] };

async function readManual(): Promise<Manual> {
  const names = (await readdir(manualFolder)).filter((name) => name.endsWith('.md')).sort();
  const documents = await Promise.all(
    names.map(async (name) => ({
      name,
      text: withoutPictures(await readFile(`${manualFolder}/${name}`, 'utf8')),
    })),
  );
  const hash = createHash('sha256').update(JSON.stringify(documents)).digest('hex');
  return { hash, documents };
}

/** Images are removed: their addresses would stand in passages. */
const withoutPictures = (text: string) => text.replaceAll(/^!\[.*\]\(.*\)\n\n?/gm, '');

/** Chapters replace those of the same name; the document keeps its number, so that citations lead to the new text. */
async function ingestManual({ db }: AppContext, knowledgeBaseId: number, manual: Manual): Promise<void> {
  const present = await db
    .select({ id: documents.id, original_filename: documents.original_filename })
    .from(documents)
    .where(eq(documents.knowledge_base_id, knowledgeBaseId));
  for (const { name, text } of manual.documents) {
    const earlier = present.find(({ original_filename }) => original_filename === name);
    await ingestText(db, {
      knowledge_base_id: knowledgeBaseId,
      original_filename: name,
      file_type: 'md',
      file_size: Buffer.byteLength(text),
      text,
      ...(earlier ? { document_id: earlier.id } : {}),
    });
  }
}

async function remember(db: Queryable, value: Demo): Promise<void> {
  await db
    .insert(installation)
    .values({ key: 'demo', value })
    .onConflictDoUpdate({ target: installation.key, set: { value, updated_at: new Date() } });
}
