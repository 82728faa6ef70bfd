/** Names, days and norms of a base, from which a proposal gets its day and its other document. */
import { and, eq } from 'drizzle-orm';
import { normName } from '#contract/validity.ts';
import type { Queryable } from '../../db/client.ts';
import { validity_proposals } from '../../db/tables/validity.ts';
import {
  documentOfNorm,
  type KnownNorm,
  knownNorms,
  readValidity,
  type ValidityRow,
} from '../knowledge/validity/apply-validity.ts';
import { namesOf } from './document-days.ts';

export type ProposalRow = typeof validity_proposals.$inferSelect;

export type BaseFacts = {
  stated: ValidityRow[];
  known: KnownNorm[];
  names: Map<number, string>;
  starts: Map<number, Start>;
};
type Start = { day: string; isPresumed: boolean };

export async function factsOf(db: Queryable, knowledge_base_id: number): Promise<BaseFacts> {
  const stated = await readValidity(db, knowledge_base_id);
  const known = await knownNorms(db, knowledge_base_id, stated);
  const names = await namesOf(db, knowledge_base_id, known);
  const proposed = await db
    .select({ document_id: validity_proposals.document_id, facts: validity_proposals.facts })
    .from(validity_proposals)
    .where(
      and(
        eq(validity_proposals.knowledge_base_id, knowledge_base_id),
        eq(validity_proposals.kind, 'starts'),
        eq(validity_proposals.state, 'open'),
      ),
    );
  const starts = new Map<number, Start>();
  for (const { document_id, facts } of proposed)
    if (facts.from) starts.set(document_id, { day: facts.from, isPresumed: facts.isPresumed ?? false });
  for (const { document_id, in_force_from, from_presumed } of stated)
    if (in_force_from) starts.set(document_id, { day: in_force_from, isPresumed: from_presumed });
  return { stated, known, names, starts };
}

/** The document at the other end of a relation, and its name. */
export function otherOf(
  { facts: { other } }: ProposalRow,
  { known, names }: BaseFacts,
): { id: number | null; name: string } {
  if (!other) return { id: null, name: '' };
  const id = 'document_id' in other ? other.document_id : documentOfNorm(other.norm, known);
  const name = id === null ? undefined : names.get(id);
  return { id, name: name ?? ('norm' in other ? normName(other.norm) : 'documento excluído') };
}

/** The effect begins when the norm that does it begins to hold; else on the day of its act, which is a guess. */
export function dayOf(row: ProposalRow, facts: BaseFacts): Start | null {
  if (row.kind === 'starts') return { day: row.facts.from ?? '', isPresumed: row.facts.isPresumed ?? false };
  if (row.kind === 'norm') return null;
  const by = row.facts.isPassive ? otherOf(row, facts).id : row.document_id;
  const start = by === null ? undefined : facts.starts.get(by);
  if (start) return start;
  return row.facts.day ? { day: row.facts.day, isPresumed: true } : null;
}
