/** Passages of the documents that an agent reads, in which an administrator marks what a verified answer cites. */
import { eq } from 'drizzle-orm';
import { QUOTABLE_PASSAGES } from '#contract/limits.ts';
import type { QuotablePassage } from '#contract/verified-answers.ts';
import type { AppContext } from '../../app-context.ts';
import { agent_knowledge_bases } from '../../db/tables/agents.ts';
import { requireAgent } from '../agents/store.ts';
import { callRule, ruleOf } from '../guard/rule.ts';
import { findPassages } from '../knowledge/search/find-passages.ts';

export async function quotablePassages(
  context: Pick<AppContext, 'db' | 'models' | 'log'>,
  agent_id: number,
  question: string,
): Promise<QuotablePassage[]> {
  const agent = await requireAgent(context.db, agent_id);
  const links = await context.db
    .select({ id: agent_knowledge_bases.knowledge_base_id })
    .from(agent_knowledge_bases)
    .where(eq(agent_knowledge_bases.agent_id, agent_id));
  if (!links.length) return [];
  const knowledge_base_ids = links.map(({ id }) => id);
  const { residency_max } = agent;
  const rule = callRule(ruleOf(context.models, agent), 'mask');
  const masked_kinds = rule.is_sent ? [] : rule.kinds;
  const search = { knowledge_base_ids, question, residency_max, masked_kinds, limit: QUOTABLE_PASSAGES };
  const { passages } = await findPassages(context, search);
  return passages.map(({ document_id, knowledge_base_id, title, section, page, content, start, end }) => ({
    document_id,
    knowledge_base_id,
    title,
    section,
    page,
    text: content,
    start,
    end,
  }));
}
