/** Invariants of syncs that hold whenever no transaction is open, whatever failed before. For tests and trials. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import type { Broken } from '../knowledge/invariants.ts';

export async function brokenSyncs(db: Queryable): Promise<Broken[]> {
  const { rows } = await db.execute<Broken>(sql`
    select 'a document of a sync has no item' what, d.id::text subject from documents d
    where d.sync_id is not null and not exists (
      select from sync_items i where i.knowledge_base_id = d.knowledge_base_id and i.document_id = d.id
        and i.sync_id = d.sync_id)
    union all
    select 'an item has lost its document', i.external_id from sync_items i
    where i.document_id is not null and not exists (
      select from documents d where d.knowledge_base_id = i.knowledge_base_id and d.id = i.document_id
        and d.sync_id = i.sync_id)
    union all
    select 'an item is kept without a document, or withdrawn beside one that is there', i.external_id
    from sync_items i left join documents d
      on d.knowledge_base_id = i.knowledge_base_id and d.id = i.document_id
    where (i.state in ('kept', 'withdrawn') and i.document_id is null)
      or (i.state = 'withdrawn') <> (d.withdrawn_at is not null)
    union all
    select 'a withdrawn document is found', d.id::text from documents d
    where d.withdrawn_at is not null and exists (
      select from passages p where p.knowledge_base_id = d.knowledge_base_id and p.document_id = d.id)
    union all
    select 'two runs of a sync are under way', sync_id::text from sync_runs
    where finished_at is null and kind = 'run' group by knowledge_base_id, sync_id having count(*) > 1`);
  return rows;
}
