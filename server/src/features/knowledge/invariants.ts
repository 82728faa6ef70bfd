/** Invariants of bases and documents that hold whenever no transaction is open, whatever failed before. */
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { Queryable } from '../../db/client.ts';

export type Broken = { what: string; subject: string };

/** Only cheap checks, since the metrics run them. Foreign keys enforce everything that is missing here. */
const leftovers = sql`
  select 'nobody reads a document that waits to be read' what, id::text subject from documents
  where status in ('queued', 'extracting', 'indexing') and ocr_state not in ('queued', 'running', 'paused')
    and coalesce(lease_until, updated_at) < now() - interval '15 minutes'
  union all
  select 'nobody recognises a document that waits for it', id::text from documents
  where ocr_state in ('queued', 'running') and coalesce(ocr_lease_until, updated_at) < now() - interval '15 minutes'
  union all
  select 'a document is recognised whose file is gone', id::text from documents
  where ocr_state in ('queued', 'running', 'paused') and file_id is null
  union all
  select 'a file belongs to nothing', f.id::text from document_files f
  join documents d on d.knowledge_base_id = f.knowledge_base_id and d.id = f.document_id
  where d.status in ('ready', 'failed') and f.id is distinct from d.file_id and f.id is distinct from d.indexed_file_id
  union all
  select 'a document lacks its file', d.id::text from documents d
  where d.file_id is not null and not exists (
    select from document_files f where f.knowledge_base_id = d.knowledge_base_id and f.id = d.file_id)`;

/** Also what takes long to find out. For tests. */
export async function brokenDocuments(db: Queryable): Promise<Broken[]> {
  const { rows } = await db.execute<Broken>(sql`
    ${leftovers}
    union all
    select 'a file is not whole', f.id::text from document_files f
    where f.stored_in <> 'bucket' and f.file_size <> (select coalesce(sum(length(content)), 0) from document_file_parts p
      where p.knowledge_base_id = f.knowledge_base_id and p.file_id = f.id)
    union all
    select 'a ready document is leased, unfinished or without a sentence for its failure', id::text from documents
    where (status = 'ready' and (progress <> 1 or error is not null or lease_until is not null))
      or (status = 'failed' and error is null)
    union all
    select 'the scanned pages of a document do not add up', d.id::text from documents d
    cross join lateral (
      select count(*) pages, count(*) filter (where p.state <> 'waiting') done from document_pages p
      where p.knowledge_base_id = d.knowledge_base_id and p.file_id = d.file_id) found
    where d.ocr_state <> 'none' and (d.ocr_pages is distinct from found.pages or d.ocr_done is distinct from found.done)
    union all
    select 'a document that was never read has passages', d.id::text from documents d
    where d.content_text = '' and exists (
      select from passages p where p.knowledge_base_id = d.knowledge_base_id and p.document_id = d.id)
    union all
    select 'a passage is not in the text', p.id::text from passages p
    join documents d on d.knowledge_base_id = p.knowledge_base_id and d.id = p.document_id
    where strpos(d.content_text, p.content) = 0
    union all
    select 'a passage has other words than its text', id::text from passages
    where tsv <> to_tsvector('public.pt_ua', section || ' ' || content)
    union all
    select 'a passage has another length than its words', id::text from passages
    where lexeme_count <> (select coalesce(sum(cardinality(positions)), 0) from unnest(tsv))
    union all
    select 'the words of a base do not add up', coalesce(kept.knowledge_base_id, found.knowledge_base_id)::text
    from passage_terms kept full join (
      select knowledge_base_id, lexeme, count(*)::int document_frequency
      from passages cross join lateral unnest(tsv) word group by 1, 2
    ) found using (knowledge_base_id, lexeme)
    where kept.document_frequency is distinct from found.document_frequency
    union all
    select 'the size of a base does not add up', b.id::text
    from knowledge_bases b left join passages p on p.knowledge_base_id = b.id
    group by b.id having b.passage_count <> count(p.id) or b.lexeme_sum <> coalesce(sum(p.lexeme_count), 0)
    union all
    select 'a passage has another hash than its document', p.id::text from passages p
    join documents d on d.knowledge_base_id = p.knowledge_base_id and d.id = p.document_id
    where p.document_hash <> ('x' || left(encode(sha256(convert_to(d.content_text, 'UTF8')), 'hex'), 16))::bit(64)::bigint`);
  return rows;
}

/** A metric for alerts: it must be 0. */
export function measureLeftovers({ db }: { db: Queryable }, registry: Registry): void {
  new Gauge({
    name: 'prosa_documents_left',
    help: 'Documents that nobody reads on, and files that belong to none. Must be 0.',
    registers: [registry],
    async collect() {
      // A database that is away must not take the other figures with it.
      this.set(Number.NaN);
      const { rows } = await db
        .execute<{ count: number }>(sql`select count(*)::int count from (${leftovers}) left_over`)
        .catch(() => ({ rows: [] }));
      if (rows[0]) this.set(rows[0].count);
    },
  });
}
