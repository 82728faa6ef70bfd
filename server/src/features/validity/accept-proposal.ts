/** An accepted proposal is stated: as the norm that its document is, as its first day, or as a relation to another norm. */
import { sql } from 'drizzle-orm';
import type { Norm, RelationKind } from '#contract/validity.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { document_relations, document_validity } from '../../db/tables/validity.ts';
import type { Actor } from '../audit/record.ts';
import type { DocumentPlace } from '../knowledge/documents/store.ts';
import { readRelations } from '../knowledge/validity/apply-validity.ts';
import { normColumns, refuseTaken } from './document-days.ts';
import { type BaseFacts, dayOf, factsOf, otherOf, type ProposalRow } from './proposal-facts.ts';
import { placesOf, refuseCycle } from './relations.ts';

export type ProposalChanges = { norm?: Norm; day?: string; provisions?: string[]; until?: string | null };

type Accepted = { by: Actor; clock: AppContext['clock']; row: ProposalRow; changes: ProposalChanges };

/** Gives the documents whose passages it may cut. */
export async function acceptProposal(tx: Transaction, accepted: Accepted): Promise<DocumentPlace[]> {
  const { by, row, changes } = accepted;
  const { knowledge_base_id, document_id } = row;
  const place = { knowledge_base_id, document_id };
  const facts = await factsOf(tx, knowledge_base_id);
  if (row.kind === 'norm') {
    const norm = changes.norm ?? row.facts.norm;
    if (!norm) throw new AppError('proposal_not_found');
    await refuseTaken(tx, place, norm, facts.stated);
    await state(tx, place, by, normColumns(norm));
    return [place];
  }
  const day = changes.day ?? dayOf(row, facts)?.day;
  if (!day) throw new AppError('proposal_day_missing');
  if (row.kind !== 'starts') return stateRelation(tx, accepted, { kind: row.kind, day, facts });
  const until = facts.stated.find((one) => one.document_id === document_id)?.in_force_until ?? null;
  requireOrder(day, until);
  const isPresumed = changes.day === undefined && (row.facts.isPresumed ?? false);
  await state(tx, place, by, { in_force_from: day, from_presumed: isPresumed });
  return [place];
}

function requireOrder(from: string, until: string | null): void {
  if (until !== null && until < from) throw new AppError('validity_order');
}

async function stateRelation(
  tx: Transaction,
  { by, clock, row, changes }: Accepted,
  { kind: found, day, facts }: { kind: RelationKind; day: string; facts: BaseFacts },
): Promise<DocumentPlace[]> {
  const { knowledge_base_id, document_id } = row;
  const { isPassive = false } = row.facts;
  const provisions = changes.provisions ?? row.facts.provisions ?? [];
  const until = changes.until === undefined ? (row.facts.until ?? null) : changes.until;
  requireOrder(day, until);
  const kind = kindFor(found, provisions);
  const other = otherOf(row, facts);
  const [from, to] = isPassive ? [other.id, document_id] : [document_id, other.id];
  if (kind === 'repeals') refuseCycle(from, to, await readRelations(tx, knowledge_base_id), facts.known);
  await tx.insert(document_relations).values({
    knowledge_base_id,
    kind,
    document_id: from,
    by: isPassive ? other.name : (facts.names.get(document_id) ?? ''),
    ...(isPassive ? { target_document_id: document_id } : targetColumns(row, other.id)),
    is_consolidated: isPassive && kind === 'amends',
    provisions,
    effective_on: day,
    until: kind === 'suspends' ? until : null,
    decided_by: by.user_id,
    decided_at: clock.now(),
  });
  return placesOf({ knowledge_base_id, document_id }, other.id);
}

/** Administrators may name provisions, or take them all away. */
function kindFor(kind: RelationKind, provisions: string[]): RelationKind {
  if (kind === 'repeals' || kind === 'repeals_in_part')
    return provisions.length ? 'repeals_in_part' : 'repeals';
  if ((kind === 'suspends' || kind === 'revives') && provisions.length)
    throw new AppError('suspension_whole_only');
  return kind;
}

/** A norm stays a norm: the document that is it may be replaced by another one. */
function targetColumns({ facts: { other } }: ProposalRow, id: number | null) {
  return other && 'norm' in other ? { target_norm: other.norm } : { target_document_id: id };
}

async function state(
  tx: Transaction,
  place: DocumentPlace,
  by: Actor,
  stated: Partial<typeof document_validity.$inferInsert>,
): Promise<void> {
  const set = {
    ...stated,
    updated_by: by.user_id,
    updated_at: sql`greatest(date_trunc('milliseconds', clock_timestamp()),
      document_validity.updated_at + interval '1 millisecond')`,
  };
  await tx
    .insert(document_validity)
    .values({
      ...place,
      ...stated,
      updated_by: by.user_id,
      updated_at: sql`date_trunc('milliseconds', clock_timestamp())`,
    })
    .onConflictDoUpdate({
      target: [document_validity.knowledge_base_id, document_validity.document_id],
      set,
    });
}
