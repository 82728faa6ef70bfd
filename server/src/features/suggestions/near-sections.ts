/** The sections that lie around those which an answer cites. */
import { sql } from 'drizzle-orm';
import type { Source } from '#contract/citations.ts';
import type { Queryable } from '../../db/client.ts';

/** A document with the headings that are cited of it. */
type CitedDocument = { document_id: number; sections: string[] };

export type NearSection = {
  document: string;
  /** Its path of headings. */
  heading: string;
  /** The beginning of its text. */
  content: string;
};

type Row = NearSection & { document_id: number };

const SECTIONS_READ = 400;
const CONTENT_READ = 1_000;

/**
 * First the sections after the cited ones, then those before them, then others under the same heading; none that this
 * conversation has cited. Of documents that the agent still reads.
 */
export async function nearSections(
  db: Queryable,
  agent_id: number,
  sources: Source[],
  citedBefore: Set<string>,
): Promise<NearSection[]> {
  const cited = citedDocuments(sources);
  if (!cited.length) return [];
  const { rows } = await db.execute<Row>(sql`
    select d.id document_id, d.original_filename document, found.section heading, found.content
    from documents d
    join agent_knowledge_bases l on l.knowledge_base_id = d.knowledge_base_id and l.agent_id = ${agent_id}
    cross join lateral (
      select section, (array_agg(left(content, ${CONTENT_READ}) order by ordinal))[1] content, min(ordinal) first
      from passages p where p.knowledge_base_id = d.knowledge_base_id and p.document_id = d.id and section <> ''
      group by section order by first limit ${SECTIONS_READ}
    ) found
    where d.id = any (${sql.param(cited.map(({ document_id }) => document_id))}::int[]) and d.status = 'ready'
    order by d.id, found.first`);
  const near = cited.map((one) =>
    around(
      rows.filter(({ document_id }) => document_id === one.document_id),
      one,
    ),
  );
  const inTurn = [0, 1, 2].flatMap((ring) => near.flatMap((rings) => rings[ring] ?? []));
  const fresh = inTurn.filter(({ document_id, heading }) => !citedBefore.has(keyOf(document_id, heading)));
  return [...new Map(fresh.map((row) => [keyOf(row.document_id, row.heading), row])).values()];
}

export const keyOf = (document_id: number, section: string): string => `${document_id} ${section}`;

/** The keys of all sections that these sources cite. */
export const citedKeys = (sources: Source[]): Set<string> =>
  new Set(
    sources.flatMap(({ document_id, section }) =>
      document_id && section ? [keyOf(document_id, section)] : [],
    ),
  );

function citedDocuments(sources: Source[]): CitedDocument[] {
  const documents = new Map<number, CitedDocument>();
  for (const { document_id, section } of sources) {
    if (document_id === undefined || !section) continue;
    const known = documents.get(document_id) ?? { document_id, sections: [] };
    documents.set(document_id, { ...known, sections: [...known.sections, section] });
  }
  return [...documents.values()];
}

/** Those after, those before, and those under the same parent. */
function around(rows: Row[], { sections }: CitedDocument): [Row[], Row[], Row[]] {
  const places = sections
    .map((section) => rows.findIndex(({ heading }) => heading === section))
    .filter((place) => place >= 0);
  const at = (step: number) => places.flatMap((place) => rows[place + step] ?? []);
  const parents = new Set(sections.map(parentOf));
  return [at(1), at(-1), rows.filter(({ heading }) => parents.has(parentOf(heading)))];
}

const parentOf = (section: string): string => section.split(' › ').slice(0, -1).join(' › ');
