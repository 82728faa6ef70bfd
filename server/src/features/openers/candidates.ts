/** Candidates for openers, made of the headings of documents and the columns of tables; nothing is tried here. */
import { sql } from 'drizzle-orm';
import type { ComputedProfile } from '#contract/table-profile.ts';
import type { Queryable } from '../../db/client.ts';
import { isNatural, lastHeading, questionOf, subjectOf, withoutCapitals } from './heading-questions.ts';
import { sentenceQuestions } from './sentence-questions.ts';

/** A question with the document or the data source that it was read from. */
export type Candidate = { text: string; from: string };

export type Section = { document: string; heading: string; content: string };

/** Sections that are looked at in one document, and documents that are looked at. */
const SECTIONS_PER_DOCUMENT = 40;
const DOCUMENTS_MAX = 60;
const PER_DOCUMENT = 3;
const CONTENT_READ = 2_000;

/** The sections of the largest documents, evenly spread; those of one document one after another. */
export async function sectionsOf(db: Queryable, knowledge_base_ids: number[]): Promise<Section[]> {
  if (!knowledge_base_ids.length) return [];
  const { rows } = await db.execute<Section>(sql`
    with largest as (
      select d.knowledge_base_id, d.id, d.original_filename, count(*) passages
      from documents d join passages p on p.knowledge_base_id = d.knowledge_base_id and p.document_id = d.id
      where d.knowledge_base_id = any (${sql.param(knowledge_base_ids)}::int[]) and d.status = 'ready' and p.section <> ''
      group by 1, 2, 3 order by passages desc, d.id limit ${DOCUMENTS_MAX}
    )
    select l.original_filename document, found.section heading, found.content
    from largest l cross join lateral (
      select section, left(string_agg(content, ' ' order by ordinal), ${CONTENT_READ}) content, min(ordinal) first
      from passages p where p.knowledge_base_id = l.knowledge_base_id and p.document_id = l.id and section <> ''
      group by section order by first limit ${SECTIONS_PER_DOCUMENT}
    ) found
    order by l.passages desc, l.id, found.first`);
  return [...rows, ...(await plainSectionsOf(db, knowledge_base_ids))];
}

/** A line that begins a part of a plain text: short, in front of others, and no sentence. */
const PLAIN_HEADING = /^(?:\d{1,2}(?:\.\d{1,2})*[.)]?\s+|[IVXLC]{1,5}\s*[-–—.]\s*)?\p{Lu}[^.!?;:,]{3,60}$/u;
/** Passages that are read of one document without headings. */
const PLAIN_PASSAGES = 20;

/** Documents in whose text no heading was recognised, as text files and scans. */
async function plainSectionsOf(db: Queryable, knowledge_base_ids: number[]): Promise<Section[]> {
  const { rows } = await db.execute<{ document: string; content: string }>(sql`
    select d.original_filename document, string_agg(p.content, E'\n' order by p.ordinal) content
    from documents d join passages p on p.knowledge_base_id = d.knowledge_base_id and p.document_id = d.id
    where d.knowledge_base_id = any (${sql.param(knowledge_base_ids)}::int[]) and d.status = 'ready'
      and p.ordinal < ${PLAIN_PASSAGES} and not exists (select from passages s
        where s.knowledge_base_id = d.knowledge_base_id and s.document_id = d.id and s.section <> '')
    group by d.id, d.original_filename order by d.id limit ${DOCUMENTS_MAX}`);
  return rows.flatMap(({ document, content }) =>
    plainSections(content)
      .slice(0, SECTIONS_PER_DOCUMENT)
      .map((section) => ({ document, ...section })),
  );
}

/** The text before the first heading has an empty one; a heading with nothing below it is no part. */
function plainSections(text: string): Omit<Section, 'document'>[] {
  const found = new Map<string, string>();
  let heading = '';
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (PLAIN_HEADING.test(line)) heading = line;
    else if (line) found.set(heading, `${found.get(heading) ?? ''}\n${line}`.trim());
  }
  return [...found].map(([each, content]) => ({ heading: each, content: content.slice(0, CONTENT_READ) }));
}

/**
 * At most three of a document, spread over it; first one of each document, then the second of each, and so on. Headings
 * that are asked for in their own words come first, then sentences, then headings in a frame that fits everything.
 */
export function headingCandidates(sections: Section[]): Candidate[] {
  const byDocument = Map.groupBy(sections, ({ document }) => document);
  const chosen = [...byDocument.values()].map((all) => {
    const sentences = all.flatMap(askedBySentence);
    const headings = all.flatMap(askedByHeading).filter(({ text }) => !isSaidWholly(text, sentences));
    const ranks = [
      headings.filter(({ text }) => isNatural(text)),
      sentences,
      headings.filter(({ text }) => !isNatural(text)),
    ];
    return ranks.flatMap((rank) => spread(rank, PER_DOCUMENT)).slice(0, PER_DOCUMENT);
  });
  return Array.from({ length: PER_DOCUMENT }, (_, round) =>
    chosen.flatMap((some) => some[round] ?? []),
  ).flat();
}

/** «Qual é o horário?» says less than «Qual é o horário da biblioteca?». */
const isSaidWholly = (question: string, others: Candidate[]): boolean =>
  others.some(({ text }) => text.startsWith(`${question.slice(0, -1)} `));

function askedByHeading({ document, heading, content }: Section): Candidate[] {
  const subject = subjectOf(lastHeading(heading));
  const question = subject && questionOf(withoutCapitals(subject, content));
  return question && (isNatural(question) || TELLS.test(content)) ? [{ text: question, from: document }] : [];
}

/** A sentence or an item of a list; the lines of a title page, with a name and a date, have none. */
const TELLS = /\p{L}{2,}[)»”]?[.;!?](?:\s|$)|^\s*(?:[-•*]|\d+[.)])\s/mu;

const askedBySentence = ({ document, content }: Section): Candidate[] =>
  sentenceQuestions(content).map((text) => ({ text, from: document }));

function spread<T>(all: T[], count: number): T[] {
  if (all.length <= count) return all;
  return Array.from({ length: count }, (_, place) => all[Math.floor((place * all.length) / count)] as T);
}

/** The rows of the commonest value of a category, and the total of a column of numbers. */
export async function tableCandidates(db: Queryable, data_source_ids: number[]): Promise<Candidate[]> {
  if (!data_source_ids.length) return [];
  const { rows } = await db.execute<{
    name: string;
    computed: ComputedProfile | null;
    many: string | null;
  }>(sql`
    select s.name, p.computed, p.rows_word ->> 'many' many from data_sources s
    join data_source_profiles p on p.data_source_id = s.id
    where s.id = any (${sql.param(data_source_ids)}::int[]) order by s.id`);
  return rows.flatMap(({ name, computed, many }) => {
    const columns = computed?.columns ?? [];
    const category = columns.find(({ kind, values }) => kind === 'category' && values.length > 1);
    const amount =
      columns.find(({ kind }) => kind === 'money') ?? columns.find(({ kind }) => kind === 'number');
    const value = category?.values[0]?.value.trim();
    return [
      ...(value ? [{ text: `Quantos registros há em ${value}?`, from: name }] : []),
      ...(amount ? [{ text: `Qual é o total de ${amount.label.toLowerCase()}?`, from: name }] : []),
      ...(many && !value ? [{ text: `Quantos registros de ${many} há?`, from: name }] : []),
    ];
  });
}
