/** Sentences on what was looked for and not found, or not worked out: for whoever writes the answer, who has to say them. */
import { fold, wordsOf } from '../knowledge/words.ts';
import { singular } from './forms.ts';
import type { Profile } from './profile.ts';
import { filterWords } from './row-words.ts';

type Found = {
  rows: unknown[];
  /** No row passed the filters: what was found is only related. */
  relaxed: boolean;
  /** Rows passed the filters, and none mentions these words. */
  unmentioned: string;
};

/** `about`: the words, folded and in the singular, with which the source itself says what it holds. */
export function notesOf(question: string, about: Set<string>, profile: Profile, found: Found): string[] {
  const notes: string[] = [];
  const asked = filterWords(profile.filters);
  if (found.relaxed) {
    const wanted = askedFor(question, about);
    const none = wanted ? `Não há ${wanted}: nenhum` : 'Nenhum';
    const related = found.rows.length ? ' Os registros abaixo são apenas relacionados.' : '';
    notes.push(`${none} registro atende a ${asked}.${related}`);
  }
  if (found.unmentioned)
    notes.push(
      `Nenhum registro de ${asked} menciona «${found.unmentioned}». Os abaixo atendem só aos filtros.`,
    );
  for (const { parameter, asked: name, values } of profile.near)
    notes.push(`Não há ${parameter} «${name}». Você quis dizer ${alternatives(values)}?`);
  return [...notes, ...profile.impossible];
}

const alternatives = (values: string[]) =>
  new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(values);

const ASKED_MAX = 120;
/** What leads to the thing that is asked for: "Quais são as …", "Há …", "Me mostre …". */
const LEAD =
  /^(?:(?:quais|que)\s+(?:(?:sao|eram|foram)\s+)?(?:as|os)?\s*|(?:ha|existem?|tem|houve)\s+(?:alguma?s?|alguns)?\s*|(?:me\s+)?(?:mostre|liste|traga|procure|busque|encontre)(?:-me)?\s+(?:todas|todos)?\s*(?:as|os|uma?)?\s*|(?:as|os)\s+)/;
const LINKING = /\s(?:estao|esta|estavam|sao|foram|que estao|que foram|que sao)(?=\s)/g;
/** With these a question asks for more than a thing; said back, it would make no sentence. */
const MORE =
  /\b(?:quem|quando|onde|como|por ?que|quanto|quantos|quantas|quanta|qual|quais|o que|se|eu|voce|nos|tudo|algo)\b|[?!.;:\n]|\w(?:aram|eram|iram|avam|ou|eu|iu)\b/;

/** The thing that a question asks for, in its own words: "licitações homologadas de merenda em Olinda". Else empty. */
function askedFor(question: string, about: Set<string>): string {
  const said = question
    .trim()
    .replace(/[?!.\s]+$/, '')
    .replace(/\s+/g, ' ');
  const folded = fold(said);
  // Folding keeps every letter's place, unless marks stand alone.
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
