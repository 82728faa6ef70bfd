/** The search preview for administrators: the passages that are found for a question, with their matching words. */
import { sql } from 'drizzle-orm';
import type { PassageHit } from '#contract/knowledge.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { today } from '../../../language/values/calendar.ts';
import { weakPlaces } from '../documents/scanned-pages.ts';
import { listKnowledgeBases } from '../documents/store.ts';
import { validityOfTexts } from '../validity/validity-of-texts.ts';
import { findPassages } from './find-passages.ts';

/** Without `on_date`, a dated base is searched as of today. */
type Preview = { q: string; limit: number; synonyms: 'true' | 'false'; on_date?: string | undefined };
type SearchPreview = { hits: PassageHit[]; relevant: boolean };

const WORD = /[\p{L}\p{N}]+/gu;

export async function searchBase(
  context: Pick<AppContext, 'db' | 'models' | 'log' | 'clock'>,
  id: number,
  { q, limit, synonyms, on_date }: Preview,
): Promise<SearchPreview> {
  const now = context.clock.now();
  const [base] = await listKnowledgeBases(context.db, now, [id]);
  if (!base) throw new AppError('knowledge_base_not_found');
  const day = on_date ?? today(now);
  const days = { first: day, last: day };
  const with_synonyms = synonyms === 'true';
  const search = {
    knowledge_base_ids: [id],
    question: q,
    limit,
    with_synonyms,
    ...(base.validity ? { days } : {}),
  };
  const { passages, searched, isRelevant } = await findPassages(context, search);
  const weak = await weakPlaces(context.db, passages);
  const dated = base.validity ? await validityOfTexts(context.db, passages, days) : [];
  const words = passages.flatMap(({ content }) => content.match(WORD) ?? []);
  const matching = await formsOf(context.db, [...new Set(words)], searched);
  return {
    hits: passages.map((found, at) => {
      const { id: passage_id, title, knowledge_base_id: _, coverage: __, scores: ___, ...passage } = found;
      return {
        ...passage,
        passage_id,
        original_filename: title,
        weak: weak.has(found),
        matches: matchesIn(passage.content, matching),
        validity: dated[at]?.validity ?? null,
      };
    }),
    relevant: isRelevant,
  };
}

/** Keeps the words that the index takes for one of the words searched for: other forms, or the repair of a typo. */
async function formsOf(db: Queryable, words: string[], searched: string[]): Promise<Set<string>> {
  if (!words.length) return new Set();
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from unnest(${sql.param(words)}::text[]) word
    where exists (
      select from unnest(to_tsvector('public.pt_ua', word)) found where found.lexeme = any (${sql.param(searched)}::text[]))`);
  return new Set(rows.map(({ word }) => word));
}

function matchesIn(content: string, matching: Set<string>): PassageHit['matches'] {
  return [...content.matchAll(WORD)]
    .filter(([word]) => matching.has(word))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}
