/** The words of a question as the index knows them, with how rare each is in the bases that are asked. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { isMistypedStem } from '../../../../language/edit-distance.ts';
import { isContentWord, isLightWord, isSubjectWord } from '../../../../language/stop-words.ts';
import { type AskedSynonym, isKnownWord } from '../../../../language/synonyms/asked-synonyms.ts';
import { fold, namesWithin, wordsOf } from '../../../../language/words.ts';
import type { SearchScope } from '../passage.ts';
import { relatedTerms } from './question-synonyms.ts';
import { rarestFirst, type Term } from './term.ts';

/** A word of the question, whether the bases have it or not. */
export type AskedWord = {
  lexeme: string;
  /** As it was typed, in each of its forms; empty for what is more than a word, such as an address. */
  forms: string[];
  /** 0: no passage has it. */
  document_frequency: number;
  /** How many passages have the word that a misspelt one is likely meant to be. */
  meant_frequency?: number;
  /** Other words for it, each as its folded words. */
  alternatives?: string[][];
};

export type QuestionTerms = {
  /** Rarest first. */
  searched: Term[];
  /** Synonyms of the question's words, none of them typed. */
  related: Term[];
  asked: AskedWord[];
  /** How many passages the bases have. */
  passages: number;
  /** The average length of these passages, in lexemes. */
  average_length: number;
};

/** Stems of words that ask and tell nothing; PostgreSQL's Portuguese stop list lacks them. */
const ASKING = ['onde', 'quant', 'qua', 'porqu', 'sobr', 'ond', 'quai'];
/** A page pasted as a question is searched by its most telling words. */
const SEARCHED_MAX = 48;
const FORMS_MAX = 100;
/** Each unknown word costs a look through the vocabulary's trigrams. */
const REPAIRED_MAX = 16;
const STAND_INS = 3;
const ALIKE = 0.4;
/** Two neighbouring letters in the wrong order leave a short word hardly a trigram. */
const SWAPPED = 0.8;
/** «Pegar» and «antes» go with any subject. */
const LIGHT = 0.5;

type Row = {
  lexeme: string;
  forms: string[] | null;
  document_frequency: number | null;
  stand_ins: Term[] | null;
  passages: number;
  lexemes: number;
  /** Null for a word that was typed. */
  related_weight: number | null;
};

export async function termsOf(
  db: Queryable,
  question: string,
  scope: SearchScope,
  synonyms: readonly AskedSynonym[] = [],
): Promise<QuestionTerms> {
  const rows = await lookedUp(db, { question, scope, synonyms });
  const related = rows.filter(isRelated);
  const typed = rows.filter((row) => !isRelated(row));
  const alternativesOf = alternativesIn(synonyms);
  const { passages, lexemes } = typed[0] ?? { passages: 0, lexemes: 0 };
  return {
    searched: searchedIn(tellingOf(typed, question)),
    related: related.map(({ lexeme, related_weight, document_frequency }) => ({
      lexeme,
      weight: related_weight ?? 0,
      document_frequency: document_frequency ?? 0,
    })),
    asked: typed.map(({ lexeme, forms, document_frequency, stand_ins }) => ({
      lexeme,
      forms: forms ?? [],
      document_frequency: document_frequency ?? 0,
      ...meantBy(lexeme, stand_ins),
      alternatives: alternativesOf(forms ?? []),
    })),
    passages,
    average_length: Math.max(1, lexemes / Math.max(1, passages)),
  };
}

/** The likeliest of the words that a misspelt one stands for, where it is no more than a slip away. */
function meantBy(lexeme: string, stand_ins: Term[] | null): Pick<AskedWord, 'meant_frequency'> {
  const meant = stand_ins?.find((stand_in) => isMistypedStem(lexeme, stand_in.lexeme));
  return meant ? { meant_frequency: meant.document_frequency } : {};
}

type Search = { question: string; scope: SearchScope; synonyms: readonly AskedSynonym[] };

/** The words of the question and its synonyms in one statement, which costs less than two. */
async function lookedUp(db: Queryable, { question, scope, synonyms }: Search): Promise<Row[]> {
  const forms = [...new Set(question.match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, FORMS_MAX);
  // Words that are surely written right stand for no others, whether the bases have them or not.
  const sure = forms.filter((form) => isKnownWord(fold(form)));
  const { rows } = await db.execute<Row>(sql`
    with typed as materialized (
      select word.lexeme, array_agg(form order by form collate "C") forms
      from unnest(${sql.param(forms)}::text[]) form cross join lateral unnest(to_tsvector('public.pt_ua', form)) word
      group by 1
    ), known as materialized (
      select asked.lexeme, sum(t.document_frequency)::int document_frequency
      from unnest(to_tsvector('public.pt_ua', ${question})) asked left join ${scope.terms} t on t.lexeme = asked.lexeme
      where asked.lexeme <> all (${sql.param(ASKING)}::text[])
      group by 1
    ), strange as materialized (
      select lexeme, forms[1] form from known left join typed using (lexeme)
      where document_frequency is null and length(lexeme) between 4 and 40 and lexeme !~ '[0-9]'
        and lexeme not in (select lexeme from typed where forms && ${sql.param(sure)}::text[])
      order by length(lexeme) desc, lexeme collate "C" limit ${REPAIRED_MAX}
    ), repaired as materialized (
      select strange.lexeme, jsonb_agg(to_jsonb(stand_in) order by weight desc, document_frequency desc, stand_in.lexeme) stand_ins
      from strange cross join lateral (
        select alike.lexeme, sum(alike.document_frequency)::int document_frequency, max(alike.weight)::float8 weight
        from (
          select t.lexeme, t.document_frequency, similarity(t.lexeme, strange.lexeme) weight
          from ${scope.terms} t where t.lexeme % strange.lexeme
          union all
          select t.lexeme, t.document_frequency, ${SWAPPED}::float4
          from generate_series(1, length(strange.form) - 1) letter
            cross join lateral unnest(to_tsvector('public.pt_ua',
              overlay(strange.form placing reverse(substr(strange.form, letter, 2)) from letter for 2))) swapped
            join ${scope.terms} t on t.lexeme = swapped.lexeme
        ) alike
        group by 1 order by 3 desc, 2 desc, alike.lexeme collate "C" limit ${STAND_INS}
      ) stand_in
      where stand_in.weight >= ${ALIKE}
      group by 1
    )
    select *
    from (
      select lexeme, forms, document_frequency, stand_ins, passages, lexemes, null::float8 related_weight
      from known left join typed using (lexeme) left join repaired using (lexeme) cross join (${scope.size}) size
      union all
      select lexeme, null, document_frequency, null, 0, 0, weight
      from (${relatedTerms(synonyms, scope)}) related
      where document_frequency is not null and lexeme not in (select lexeme from known)
    ) found
    order by lexeme collate "C"`);
  return rows;
}

const isRelated = ({ related_weight }: Row): boolean => related_weight !== null;

/**
 * Without words that only turn to somebody or hold talk together: «pra», «a gente», «consigo» are rare in documents, so
 * that they would weigh most. A question of nothing else keeps them.
 */
function tellingOf(rows: Row[], question: string): Row[] {
  // «o plano Pro» is a name, and no «pro».
  const names = new Set(namesWithin(question));
  const telling = rows.filter(
    ({ forms }) => !forms || forms.some((form) => names.has(form) || isSubjectWord(fold(form))),
  );
  return telling.length ? telling : rows;
}

function searchedIn(rows: Row[]): Term[] {
  const terms = new Map<string, Term>();
  const add = (term: Term) => {
    if ((terms.get(term.lexeme)?.weight ?? 0) < term.weight) terms.set(term.lexeme, term);
  };
  for (const { lexeme, forms, document_frequency, stand_ins } of rows) {
    const weight = weightOf(forms);
    if (document_frequency !== null) add({ lexeme, document_frequency, weight });
    for (const stand_in of stand_ins ?? []) add({ ...stand_in, weight: weight * stand_in.weight });
  }
  return [...terms.values()].sort(rarestFirst).slice(0, SEARCHED_MAX);
}

export const weightOf = (forms: string[] | null): number =>
  forms?.length && forms.every((form) => isLightWord(fold(form))) ? LIGHT : 1;

/** The other words for a word of the question, each once, however often it stands there. */
function alternativesIn(synonyms: readonly AskedSynonym[]): (forms: string[]) => string[][] {
  const known = new Map<string, Set<AskedSynonym['alternatives']>>();
  for (const { forms, alternatives } of synonyms)
    for (const form of forms) known.set(form, (known.get(form) ?? new Set()).add(alternatives));
  return (forms) => {
    const lists = new Set(forms.flatMap((form) => [...(known.get(fold(form)) ?? [])]));
    const texts = new Set([...lists].flatMap((alternatives) => alternatives.map(({ text }) => text)));
    return [...texts].map((text) => wordsOf(text).filter(isContentWord));
  };
}
