/** Proposes the days and the relations of a document from its words; administrators decide. */
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Norm, ProposalFacts, ProposalKind } from '#contract/validity.ts';
import type { Transaction } from '../../../db/client.ts';
import { document_relations, document_validity, validity_proposals } from '../../../db/tables/validity.ts';
import {
  documentOfNorm,
  knownNorms,
  normOf,
  type RelationRow,
  readRelations,
  readValidity,
  targetOf,
} from './apply-validity.ts';
import { notesIn } from './clauses/compiled-notes.ts';
import { epigraphOf, normOfMention } from './clauses/norm-mentions.ts';
import { type FoundRelation, relationsIn } from './clauses/relation-clauses.ts';
import { publicationOf, startOf } from './clauses/start-clauses.ts';
import { isSameNorm } from './norms.ts';
import { provisionsOf } from './provisions.ts';

export type FoundProposal = {
  kind: ProposalKind;
  facts: ProposalFacts;
  start: number | null;
  end: number | null;
};

/** A compiled law has hundreds of notes; a text with more clauses than this is a collection of laws. */
const PROPOSALS_MAX = 1_000;
const CLAUSE_LETTERS = 600;

/** `documentNamed` finds the one document of the base with this type and number, for clauses that name no year. */
export function proposalsIn(
  text: string,
  documentNamed: (named: FoundRelation['named']) => number | null,
): FoundProposal[] {
  const epigraph = epigraphOf(text);
  const norm = epigraph && normOfMention(epigraph);
  const own = epigraph && norm ? ownProposals(text, epigraph, norm) : [];
  return [...own, ...relationProposals(text, norm, documentNamed), ...noteProposals(text)].slice(
    0,
    PROPOSALS_MAX,
  );
}

/** The norm that the text is, and the day from which it holds. */
function ownProposals(
  text: string,
  epigraph: NonNullable<ReturnType<typeof epigraphOf>>,
  norm: Norm,
): FoundProposal[] {
  const named = { kind: 'norm', facts: { norm }, start: epigraph.start, end: epigraph.end } as const;
  const found = startOf(text, { published: publicationOf(text), signed: epigraph.day });
  if (!found) return [named];
  const { from, isPresumed, clause } = found;
  const { start, end } = clause ?? { start: null, end: null };
  return [named, { kind: 'starts', facts: { from, isPresumed }, start, end }];
}

/** The clauses by which the norm changes others. */
const relationProposals = (
  text: string,
  norm: Norm | null,
  documentNamed: (named: FoundRelation['named']) => number | null,
): FoundProposal[] =>
  relationsIn(text).flatMap(({ kind, norm: other, named, provisions, until, start, end }) => {
    if (norm && other && isSameNorm(norm, other)) return [];
    const document_id = other ? null : documentNamed(named);
    const aim = other ? { norm: other } : document_id === null ? null : { document_id };
    return aim ? [{ kind, facts: { other: aim, provisions, until }, start, end }] : [];
  });

/** The notes of a compiled text say by which norms it was changed. */
const noteProposals = (text: string): FoundProposal[] =>
  notesIn(text, provisionsOf(text)).map(({ kind, norm: other, provisions, day, start, end }) => ({
    kind,
    facts: { other: { norm: other }, isPassive: true, provisions, day },
    start,
    end,
  }));

/** Under the lock of the base, whenever a document of a dated base has a new text. */
export async function propose(
  tx: Transaction,
  { knowledge_base_id, document_id }: { knowledge_base_id: number; document_id: number },
  text: string,
): Promise<void> {
  const stated = await readValidity(tx, knowledge_base_id);
  const own = stated.find((row) => row.document_id === document_id);
  const norms = await knownNorms(tx, knowledge_base_id, stated);
  const documentNamed = ({ type, number }: FoundRelation['named']): number | null => {
    const same = norms.filter(
      ({ norm, document_id: id }) => id !== document_id && norm.type === type && norm.number === number,
    );
    return same.length === 1 ? (same[0]?.document_id ?? null) : null;
  };
  const found = proposalsIn(text, documentNamed);
  const norm = own ? normOf(own) : null;
  const said = found.find(({ kind }) => kind === 'norm')?.facts.norm;
  const returned =
    norm && said && !isSameNorm(norm, said)
      ? await takeBack(tx, { knowledge_base_id, document_id }, norm)
      : [];
  const isStated = returned.length === 0 && norm !== null;
  const relations = (await readRelations(tx, knowledge_base_id)).map((row) => ({
    ...row,
    target: targetOf(row, norms),
  }));
  const open = [...found, ...returned].filter(({ kind, facts }) => {
    if (kind === 'norm') return !isStated || returned.length > 0;
    if (kind === 'starts') return !(isStated && own?.in_force_from);
    return !relations.some((row) =>
      saysTheSame(row, document_id, { kind, facts }, (other) => documentOfNorm(other, norms)),
    );
  });
  await write(tx, { knowledge_base_id, document_id }, open, text);
}

/** The file is another norm now: what was accepted for the former one is proposed again, and holds no more. */
async function takeBack(
  tx: Transaction,
  place: { knowledge_base_id: number; document_id: number },
  norm: Norm,
): Promise<FoundProposal[]> {
  const { knowledge_base_id, document_id } = place;
  const mine = and(
    eq(document_relations.knowledge_base_id, knowledge_base_id),
    eq(document_relations.document_id, document_id),
  );
  const gone = await tx.delete(document_relations).where(mine).returning();
  // Relations that aim at the former norm stay with it, wherever its text is.
  await tx
    .update(document_relations)
    .set({ target_document_id: null, target_norm: norm })
    .where(
      and(
        eq(document_relations.knowledge_base_id, knowledge_base_id),
        eq(document_relations.target_document_id, document_id),
      ),
    );
  await tx
    .update(document_validity)
    .set({
      ...{ norm_type: null, norm_number: null, norm_year: null, issuer: '' },
      ...{ in_force_from: null, in_force_until: null, from_presumed: false },
    })
    .where(
      and(
        eq(document_validity.knowledge_base_id, knowledge_base_id),
        eq(document_validity.document_id, document_id),
      ),
    );
  return gone.flatMap(({ kind, target_document_id, target_norm, provisions, until, effective_on }) => {
    const other = target_norm
      ? { norm: target_norm }
      : target_document_id !== null
        ? { document_id: target_document_id }
        : null;
    return other
      ? [{ kind, facts: { other, provisions, until, day: effective_on }, start: null, end: null }]
      : [];
  });
}

/** Whether a relation that was stated or accepted already says what is proposed. */
function saysTheSame(
  row: RelationRow & { target: number | null },
  document_id: number,
  { kind, facts }: Pick<FoundProposal, 'kind' | 'facts'>,
  documentOf: (norm: Norm) => number | null,
): boolean {
  const { other, isPassive = false, provisions = [] } = facts;
  if (!other || row.kind !== kind || provisions.join() !== row.provisions.join()) return false;
  const meant = 'document_id' in other ? other.document_id : documentOf(other.norm);
  if (isPassive) return row.target === document_id && (row.document_id === meant || row.is_consolidated);
  if (row.document_id !== document_id) return false;
  if (meant !== null) return row.target === meant;
  return 'norm' in other && row.target_norm !== null && isSameNorm(other.norm, row.target_norm);
}

async function write(
  tx: Transaction,
  place: { knowledge_base_id: number; document_id: number },
  found: FoundProposal[],
  text: string,
): Promise<void> {
  const rows = new Map(
    found.map(({ kind, facts, start, end }) => {
      const key = keyOf(kind, facts);
      const clause =
        start === null || end === null ? '' : text.slice(start, Math.min(end, start + CLAUSE_LETTERS));
      return [key, { ...place, kind, facts, key, clause, clause_start: start, clause_end: end }];
    }),
  );
  const ofDocument = and(
    eq(validity_proposals.knowledge_base_id, place.knowledge_base_id),
    eq(validity_proposals.document_id, place.document_id),
  );
  await tx
    .delete(validity_proposals)
    .where(and(ofDocument, rows.size ? notInArray(validity_proposals.key, [...rows.keys()]) : undefined));
  const before = await tx
    .select({ key: validity_proposals.key })
    .from(validity_proposals)
    .where(and(ofDocument, inArray(validity_proposals.key, [...rows.keys()])));
  // A decision stays; only the place of its words may have moved.
  for (const { key } of before) {
    const row = rows.get(key);
    rows.delete(key);
    if (row)
      await tx
        .update(validity_proposals)
        .set({ clause: row.clause, clause_start: row.clause_start, clause_end: row.clause_end })
        .where(and(ofDocument, eq(validity_proposals.key, key)));
  }
  if (rows.size) await tx.insert(validity_proposals).values([...rows.values()]);
}

const keyOf = (
  kind: ProposalKind,
  { norm, from, other, isPassive, provisions, until }: ProposalFacts,
): string =>
  JSON.stringify([
    kind,
    norm ?? null,
    from ?? null,
    other ?? null,
    isPassive ?? false,
    provisions ?? [],
    until ?? null,
  ]);
