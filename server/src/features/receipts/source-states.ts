/** Whether documents still have the words that a receipt cites. Tells nothing of them but that. */
import { sql } from 'drizzle-orm';
import type { ReceiptContent, ReceiptSourceState } from '#contract/receipts.ts';
import type { Queryable } from '../../db/client.ts';
import type { ReceiptPlace } from '../../db/tables/receipts.ts';

export type CitedSpan = ReceiptPlace & { text: string };
type Seen = { n: number; state: ReceiptSourceState; file_sha256: string | null };

/** A document that was withdrawn counts as removed. Texts of receipts are composed; those of documents may not be. */
export async function lookAtDocuments(db: Queryable, spans: CitedSpan[]): Promise<Seen[]> {
  if (!spans.length) return [];
  const list = JSON.stringify(spans);
  const { rows } = await db.execute<Seen>(sql`
    select s.n,
      case when d.id is null then 'removed'
        when s.text = '' then 'changed'
        when strpos(d.content_text, s.text) > 0 or strpos(normalize(d.content_text, nfc), s.text) > 0 then 'same'
        else 'changed' end state,
      encode(f.sha256, 'hex') file_sha256
    from jsonb_to_recordset(${list}::jsonb) s (n int, knowledge_base_id int, document_id int, text text)
    left join documents d on d.knowledge_base_id = s.knowledge_base_id and d.id = s.document_id
      and d.withdrawn_at is null
    left join document_files f on f.knowledge_base_id = d.knowledge_base_id and f.id = d.indexed_file_id`);
  return rows;
}

/** The states of all sources of a receipt, in its order. */
export async function sourceStates(
  db: Queryable,
  { sources }: Pick<ReceiptContent, 'sources'>,
  places: ReceiptPlace[],
): Promise<{ n: number; state: ReceiptSourceState }[]> {
  const spans = places.flatMap((place) => {
    const text = sources.find(({ n }) => n === place.n)?.text;
    return text === undefined ? [] : [{ ...place, text }];
  });
  const states = new Map((await lookAtDocuments(db, spans)).map(({ n, state }) => [n, state]));
  return sources.map(({ n }) => ({ n, state: states.get(n) ?? 'unchecked' }));
}
