/** The addresses of web pages that documents were read from: a citation leads to the page. */
import { and, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import type { Findings } from '../source-kind.ts';

export async function withAddresses(db: Queryable, findings: Findings): Promise<Findings> {
  const cited = findings.found.flatMap(({ source }) => source.document_id ?? []);
  if (!cited.length) return findings;
  const { knowledge_base_id, id, source_url } = documents;
  const bases = findings.found.flatMap(({ source }) => source.knowledge_base_id ?? []);
  const rows = await db
    .select({ knowledge_base_id, id, source_url })
    .from(documents)
    .where(
      and(
        sql`${knowledge_base_id} = any (${sql.param([...new Set(bases)])}::int[])`,
        sql`${id} = any (${sql.param([...new Set(cited)])}::int[])`,
        isNotNull(source_url),
      ),
    );
  if (!rows.length) return findings;
  const found = findings.found.map((finding) => {
    const { source } = finding;
    const page = rows.find(
      (row) => row.id === source.document_id && row.knowledge_base_id === source.knowledge_base_id,
    );
    return page?.source_url ? { ...finding, source: { ...source, url: page.source_url } } : finding;
  });
  return { ...findings, found };
}
