/**
 * «Quem é o presidente do Brasil?», «Qual é a senha do servidor?»: a question for one thing of another. What it is a thing
 * of covers most of so short a question, so passages that never speak of the thing itself pass for an answer. This only
 * ever turns an answer into a refusal.
 */
import { stemOf } from '../../../../language/stems.ts';
import { singular } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Passage } from '../passage.ts';
import { hasThing, type NamedThing } from './named-things.ts';
import type { AskedWord } from './question-terms.ts';

/** The word that is asked for and the name that it belongs to stand within so many words of each other. */
const NEAR = 40;
/** A longer beginning that two words share is a form of one word. */
const SHARED_LETTERS = 5;

const ROLE =
  /^[\s«"“(]*(?:quem|qual|quais|que)\s+(?:(?:é|e|são|sao|foi|foram|era|eram|será|sera)\s+)?(?:[oa]s?\s+)?(\p{Ll}{3,})(?:\s+\p{Ll}+)?\s+(?:d[eao]s?\s)?/iu;
/**
 * Offices and other things that a passage cannot state without their name. Most things it can: «aberta das 8h às 18h» has no
 * «horário», «Direção: Walter Salles» no «diretor».
 */
const ROLES = new Set(
  `bandeira campea campeao capital fabricante marca operadora delegada delegado deputada deputado governador governadora hino imperador juiz juiza
  ministra ministro moeda papa populacao prefeita prefeito pregoeira pregoeiro presidenta presidente rainha rei reitor reitora
  secretaria secretario senador senadora senha vereador vereadora`.split(/\s+/),
);

type Search = {
  question: string;
  asked: AskedWord[];
  things: NamedThing[];
  passages: Pick<Passage, 'title' | 'section' | 'content'>[];
};

/** The role and what it belongs to, as they stand in the question; null where a passage speaks of it, or none is asked for. */
export function missingRole({ question, asked, things, passages }: Search): string | null {
  const match = ROLE.exec(question);
  const role = match?.[1];
  if (!role || !ROLES.has(singular(fold(role)))) return null;
  const end = match[0].length;
  const owner = things.find(({ name }) =>
    /^(?:[oa]s?\s+)?$/iu.test(question.slice(end, question.indexOf(name, end))),
  );
  const forms = formsOf(role, asked);
  if (passages.some((passage) => speaksOf(passage, { forms, owner, asked }))) return null;
  const owned = owner ? question.indexOf(owner.name, end) + owner.name.length : end;
  return question
    .slice(question.indexOf(role), owned)
    .trim()
    .replace(/\s+d[eao]s?$/u, '');
}

/** The word and its alternatives, each as its words. */
function formsOf(role: string, asked: AskedWord[]): string[][] {
  const folded = fold(role);
  const word = asked.find(({ forms }) => forms.some((form) => fold(form) === folded));
  return [[folded], ...(word?.alternatives ?? [])];
}

function speaksOf(
  { title, section, content }: Search['passages'][number],
  { forms, owner, asked }: Pick<Search, 'asked'> & { forms: string[][]; owner: NamedThing | undefined },
): boolean {
  const head = `${title}\n${section}`;
  const words = content.split(/\s+/);
  const owns = (text: string) =>
    !owner || hasThing(`${head}\n${text}`, owner, (word) => formsOf(word, asked).slice(1));
  const has = (text: string, form: string[]) => {
    const said = wordsOf(text);
    return form.every((word) => said.some((other) => isSame(word, other)));
  };
  return forms.some(
    (form) =>
      (has(head, form) && owns(content)) ||
      words.some((word, place) => {
        const around = () => words.slice(Math.max(0, place - NEAR), place + NEAR).join(' ');
        return has(word, form.slice(0, 1)) && has(around(), form) && owns(around());
      }),
  );
}

const isSame = (one: string, other: string): boolean =>
  stemOf(one) === stemOf(other) ||
  (one.length > SHARED_LETTERS && other.startsWith(one.slice(0, Math.max(SHARED_LETTERS, one.length - 3))));
