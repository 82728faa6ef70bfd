/** Proposals found in the documents of a base are listed, and accepted, changed or rejected by administrators. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { type Norm, normName, type ValidityProposal } from '#contract/validity.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { document_relations, document_validity, validity_proposals } from '../../db/tables/validity.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { type DocumentPlace, documentAuditLabel } from '../knowledge/documents/store.ts';
import {
  documentOfNorm,
  type KnownNorm,
  knownNorms,
  readRelations,
  readValidity,
  type ValidityRow,
} from '../knowledge/validity/apply-validity.ts';
import {
  applyChanged,
  changing,
  namesOf,
  normColumns,
  refuseTaken,
  type ValidityContext,
} from './document-days.ts';
import { placesOf, refuseCycle } from './relations.ts';

type ShownProposal = Omit<ValidityProposal, 'updated_at'> & { updated_at: Date };

type ProposalRow = typeof validity_proposals.$inferSelect;

/** More than anybody decides on in one sitting; the first ones of each document come first. */
const LISTED_MAX = 500;

export async function listProposals(
  db: Queryable,
  knowledge_base_id: number,
  document_id?: number,
): Promise<ShownProposal[]> {
  const [base] = await db
    .select({ id: knowledge_bases.id })
    .from(knowledge_bases)
    .where(eq(knowledge_bases.id, knowledge_base_id));
  if (!base) throw new AppError('knowledge_base_not_found');
  const rows = await db
    .select()
    .from(validity_proposals)
    .where(
      and(
        eq(validity_proposals.knowledge_base_id, knowledge_base_id),
        eq(validity_proposals.state, 'open'),
        document_id === undefined ? undefined : eq(validity_proposals.document_id, document_id),
      ),
    )
    // The norm itself first, then when it begins to hold: the days of its relations follow from it.
    .orderBy(
      asc(validity_proposals.document_id),
      sql`array_position(array['norm', 'starts'], ${validity_proposals.kind})`,
      asc(validity_proposals.clause_start),
      asc(validity_proposals.id),
    )
    .limit(LISTED_MAX);
  const facts = await factsOf(db, knowledge_base_id);
  return rows.map((row) => shown(row, facts));
}

type Facts = {
  stated: ValidityRow[];
  known: KnownNorm[];
  names: Map<number, string>;
  starts: Map<number, Start>;
};
type Start = { day: string; isPresumed: boolean };

async function factsOf(db: Queryable, knowledge_base_id: number): Promise<Facts> {
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
function otherOf(
  { facts: { other } }: ProposalRow,
  { known, names }: Facts,
): { id: number | null; name: string } {
  if (!other) return { id: null, name: '' };
  const id = 'document_id' in other ? other.document_id : documentOfNorm(other.norm, known);
  const name = id === null ? undefined : names.get(id);
  return { id, name: name ?? ('norm' in other ? normName(other.norm) : 'documento excluído') };
}

/** The effect begins when the norm that does it begins to hold; else on the day of its act, which is a guess. */
function dayOf(row: ProposalRow, facts: Facts): Start | null {
  if (row.kind === 'starts') return { day: row.facts.from ?? '', isPresumed: row.facts.isPresumed ?? false };
  if (row.kind === 'norm') return null;
  const by = row.facts.isPassive ? otherOf(row, facts).id : row.document_id;
  const start = by === null ? undefined : facts.starts.get(by);
  if (start) return start;
  return row.facts.day ? { day: row.facts.day, isPresumed: true } : null;
}

function shown(row: ProposalRow, facts: Facts): ShownProposal {
  const own = facts.names.get(row.document_id) ?? '';
  const other = otherOf(row, facts).name;
  const { isPassive = false, norm, provisions = [], until = null } = row.facts;
  const isRelation = row.kind !== 'norm' && row.kind !== 'starts';
  const day = dayOf(row, facts);
  return {
    id: row.id,
    kind: row.kind,
    document_id: row.document_id,
    document_name: own,
    clause: row.clause,
    clause_start: row.clause_start,
    clause_end: row.clause_end,
    norm: norm ?? null,
    day: day?.day ?? null,
    is_presumed: day?.isPresumed ?? false,
    by: isRelation ? (isPassive ? other : own) : null,
    target: isRelation ? (isPassive ? own : other) : null,
    provisions,
    until,
    is_consolidated: isPassive && row.kind === 'amends',
    updated_at: row.updated_at,
  };
}

export type Decision = {
  action: 'accept' | 'reject';
  updated_at: string;
  changes?: { norm?: Norm; day?: string; provisions?: string[]; until?: string | null } | undefined;
};

/** Throws `proposal_not_found`, `stale_change`, `proposal_day_missing`, and what stating the same by hand throws. */
export async function decideProposal(
  context: ValidityContext,
  by: Actor,
  { knowledge_base_id, proposal_id }: { knowledge_base_id: number; proposal_id: number },
  { action, updated_at, changes = {} }: Decision,
): Promise<null> {
  const { db, clock } = context;
  const one = and(
    eq(validity_proposals.knowledge_base_id, knowledge_base_id),
    eq(validity_proposals.id, proposal_id),
  );
  const [found] = await db
    .select({ document_id: validity_proposals.document_id })
    .from(validity_proposals)
    .where(one);
  if (!found) throw new AppError('proposal_not_found');
  const place = { knowledge_base_id, document_id: found.document_id };
  return changing(db, place, async (tx, document) => {
    const [row] = await tx.select().from(validity_proposals).where(one).for('update');
    if (!row) throw new AppError('proposal_not_found');
    if (row.state !== 'open' || row.updated_at.toISOString() !== updated_at)
      throw new AppError('stale_change');
    await tx
      .update(validity_proposals)
      .set({
        state: action === 'accept' ? 'accepted' : 'rejected',
        decided_by: by.user_id,
        decided_at: clock.now(),
        updated_at: sql`clock_timestamp()`,
      })
      .where(one);
    const places = action === 'accept' ? await accept(tx, by, { ...context, row, changes }) : [place];
    await applyChanged(context, tx, places);
    await recordChange(
      tx,
      by,
      {
        action: action === 'accept' ? 'validity.proposal_accepted' : 'validity.proposal_rejected',
        ...documentAuditLabel(document),
        after: { kind: row.kind, changed: Object.keys(changes) },
      },
      clock.now(),
    );
    return null;
  });
}

type Accepted = Pick<ValidityContext, 'clock'> & {
  row: ProposalRow;
  changes: NonNullable<Decision['changes']>;
};

/** Gives the documents whose passages it may cut. */
async function accept(
  tx: Transaction,
  by: Actor,
  { clock, row, changes }: Accepted,
): Promise<DocumentPlace[]> {
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
  if (row.kind === 'starts') {
    const until = facts.stated.find((one) => one.document_id === document_id)?.in_force_until;
    if (until && until < day) throw new AppError('validity_order');
    const isPresumed = changes.day === undefined && (row.facts.isPresumed ?? false);
    await state(tx, place, by, { in_force_from: day, from_presumed: isPresumed });
    return [place];
  }
  const { isPassive = false } = row.facts;
  const provisions = changes.provisions ?? row.facts.provisions ?? [];
  const until = changes.until === undefined ? (row.facts.until ?? null) : changes.until;
  if (until !== null && until < day) throw new AppError('validity_order');
  const other = otherOf(row, facts);
  const own = facts.names.get(document_id) ?? '';
  const [from, to] = isPassive ? [other.id, document_id] : [document_id, other.id];
  const isRepeal = row.kind === 'repeals' || row.kind === 'repeals_in_part';
  const kind = isRepeal ? (provisions.length ? 'repeals_in_part' : 'repeals') : row.kind;
  if ((kind === 'suspends' || kind === 'revives') && provisions.length)
    throw new AppError('suspension_whole_only');
  if (kind === 'repeals') refuseCycle(from, to, await readRelations(tx, knowledge_base_id), facts.known);
  await tx.insert(document_relations).values({
    knowledge_base_id,
    kind,
    document_id: from,
    by: isPassive ? other.name : own,
    ...(isPassive ? { target_document_id: document_id } : targetColumns(row, other.id)),
    is_consolidated: isPassive && kind === 'amends',
    provisions,
    effective_on: day,
    until: kind === 'suspends' ? until : null,
    decided_by: by.user_id,
    decided_at: clock.now(),
  });
  return placesOf(place, other.id);
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
