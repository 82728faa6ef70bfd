/** Remarks that an answer has to include: what was not found, and what was not computed. */
import { fold, wordsOf } from '../../../language/words.ts';
import type { FigureResult } from '../search/figures.ts';
import { singular } from '../../../language/word-forms.ts';
import type { QueryPlan } from '../plan/query-plan.ts';
import { filterWords } from './row-text.ts';
import { neither } from '../search/missing-words.ts';

type Found = {
  rows: { rank: number }[];
  counted: Pick<FigureResult, 'words_left_out' | 'words_nowhere'>[];
  /** No row passed the filters: the rows are only related. */
  relaxed: boolean;
  /** Words that no row which passes the filters has, although rows were found. */
  unmentioned: string[];
};

/**
 * Missing values come first, so that a reader of the first line does not take other rows for the answer. `about` holds
 * the words of the source's name and description, folded and in the singular.
 */
export function notesOf(question: string, about: Set<string>, profile: QueryPlan, found: Found): string[] {
  const notes: string[] = [];
  const asked = filterWords(profile.filters);
  if (found.relaxed) {
    const wanted = askedFor(question, about);
    const none = wanted ? `Não há ${wanted}: nenhum` : 'Nenhum';
    const related = found.rows.length ? ' Os registros abaixo são apenas relacionados.' : '';
    notes.push(`${none} registro atende a ${asked}.${related}`);
  }
  const within = asked ? ` de ${asked}` : '';
  const leftOut = found.counted.find(({ words_left_out }) => words_left_out.length);
  if (leftOut) notes.push(`${whyLeftOut(leftOut, within)} ${withoutThem(leftOut.words_left_out)}`);
  else if (found.unmentioned.length) {
    const shown = found.rows.some(({ rank }) => rank > 0)
      ? 'Os abaixo têm só as outras palavras da pergunta.'
      : 'Os abaixo atendem só aos filtros.';
    notes.push(`Nenhum registro${within} menciona ${neither(found.unmentioned)}. ${shown}`);
  }
  for (const { parameter, asked: name, values } of profile.near)
    notes.push(`Não há ${parameter} «${name}». Você quis dizer ${alternatives(values)}?`);
  return [...notes, ...profile.impossible];
}

function whyLeftOut(
  { words_left_out: left, words_nowhere: nowhere }: Found['counted'][number],
  within: string,
) {
  if (nowhere.length) return `Nenhum registro${within} menciona ${neither(nowhere)}.`;
  if (left.length === 1) return `O texto de nenhum registro${within} menciona ${neither(left)}.`;
  const all = left.map((word) => `«${word}»`).join(' e ');
  return `O texto de nenhum registro${within} menciona ao mesmo tempo ${all}.`;
}

const withoutThem = (left: string[]) =>
  left.length === 1
    ? 'Sem essa palavra, o cálculo é o que segue.'
    : `Sem ${left.map((word) => `«${word}»`).join(' e ')}, o cálculo é o que segue.`;

const alternatives = (values: string[]) =>
  new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(values);

const ASKED_MAX = 120;
/** The opening of a question before its object: "Quais são as …", "Há …", "Me mostre …". */
const LEAD =
  /^(?:(?:quais|que)\s+(?:(?:sao|eram|foram)\s+)?(?:as|os)?\s*|(?:ha|existem?|tem|houve)\s+(?:alguma?s?|alguns)?\s*|(?:me\s+)?(?:mostre|liste|traga|procure|busque|encontre)(?:-me)?\s+(?:todas|todos)?\s*(?:as|os|uma?)?\s*|(?:as|os)\s+)/;
const LINKING = /\s(?:estao|esta|estavam|sao|foram|que estao|que foram|que sao)(?=\s)/g;
/** With these words a question asks for more than an object, and quoting it would make no sentence. */
const MORE =
  /\b(?:quem|quando|onde|como|por ?que|quanto|quantos|quantas|quanta|qual|quais|o que|se|eu|voce|nos|tudo|algo)\b|[?!.;:\n]|\w(?:aram|eram|iram|avam|ou|eu|iu)\b/;

/** The object of a question in its own words, "licitações homologadas de merenda em Olinda"; else empty. */
function askedFor(question: string, about: Set<string>): string {
  const said = question
    .trim()
    .replace(/[?!.\s]+$/, '')
    .replace(/\s+/g, ' ');
  const folded = fold(said);
  // Folding keeps the offset of every letter, except with combining marks.
  if (folded.length !== said.length) return '';
  const lead = LEAD.exec(folded)?.[0].length ?? 0;
  let wanted = said.slice(lead);
  for (const { index, 0: word } of [...fold(wanted).matchAll(LINKING)].toReversed())
    wanted = wanted.slice(0, index) + wanted.slice(index + word.length);
  const [first = '', ...others] = wordsOf(wanted);
  const isThing = lead > 0 || about.has(singular(first));
  if (!isThing || !others.length || wanted.length > ASKED_MAX || MORE.test(fold(wanted))) return '';
  return `${wanted.charAt(0).toLowerCase()}${wanted.slice(1)}`;
}
