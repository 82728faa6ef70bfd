/** Proposals found in the documents of a base are listed, and accepted, changed or rejected by administrators. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { ValidityProposal } from '#contract/validity.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { validity_proposals } from '../../db/tables/validity.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { documentAuditLabel } from '../knowledge/documents/store.ts';
import { acceptProposal, type ProposalChanges } from './accept-proposal.ts';
import { applyChanged, changing, type ValidityContext } from './document-days.ts';
import { type BaseFacts, dayOf, factsOf, otherOf, type ProposalRow } from './proposal-facts.ts';

type ShownProposal = Omit<ValidityProposal, 'updated_at'> & { updated_at: Date };

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

function shown(row: ProposalRow, facts: BaseFacts): ShownProposal {
  const { norm = null, provisions = [], until = null } = row.facts;
  const day = dayOf(row, facts);
  return {
    id: row.id,
    kind: row.kind,
    document_id: row.document_id,
    document_name: facts.names.get(row.document_id) ?? '',
    clause: row.clause,
    clause_start: row.clause_start,
    clause_end: row.clause_end,
    norm,
    day: day?.day ?? null,
    is_presumed: day?.isPresumed ?? false,
    ...sidesOf(row, facts),
    provisions,
    until,
    updated_at: row.updated_at,
  };
}

/** The names of the document that does something and of the one that it is done to; null where nothing is done. */
function sidesOf(
  row: ProposalRow,
  facts: BaseFacts,
): Pick<ShownProposal, 'by' | 'target' | 'is_consolidated'> {
  if (row.kind === 'norm' || row.kind === 'starts') return { by: null, target: null, is_consolidated: false };
  const own = facts.names.get(row.document_id) ?? '';
  const other = otherOf(row, facts).name;
  return row.facts.isPassive
    ? { by: other, target: own, is_consolidated: row.kind === 'amends' }
    : { by: own, target: other, is_consolidated: false };
}

export type Decision = {
  action: 'accept' | 'reject';
  updated_at: string;
  changes?: ProposalChanges | undefined;
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
    const places = action === 'accept' ? await acceptProposal(tx, { by, clock, row, changes }) : [place];
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
