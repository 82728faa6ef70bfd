/** Whether an answer is what a check expects, and the sentence that says so to an administrator. */
import type { Expectation } from '#contract/agents.ts';
import { fold } from '../../language/words.ts';
import { withoutMarkers } from '../chat/compose/answer-text.ts';
import { isRefusal } from './refusal.ts';

export type Answered = {
  answer: string;
  /** Titles of what it cites, each once. */
  cited: string[];
};

export type Verdict = { outcome: 'holds' | 'fails'; reason: string };

const SHOWN_LENGTH = 120;

export function judge(expectation: Expectation, answered: Answered): Verdict {
  if (expectation.kind === 'contains') return judgeText(expectation.value, answered);
  if (expectation.kind === 'cites') return judgeCitation(expectation.value, answered);
  if (expectation.kind === 'all') return judgeAll(expectation.value, answered);
  return judgeRefusal(answered);
}

function judgeText(value: string, { answer }: Answered): Verdict {
  // A marker may stand between two words of what is expected, or be part of it.
  const isThere = [answer, withoutMarkers(answer)].some((text) =>
    comparable(text).includes(comparable(value)),
  );
  return isThere
    ? holds(`A resposta contém ${quoted(value)}, como esperado.`)
    : fails(`Esperava-se ${quoted(value)} na resposta, mas esse texto não aparece nela.`);
}

function judgeCitation(value: string, { cited }: Answered): Verdict {
  if (cited.some((title) => comparable(title) === comparable(value)))
    return holds(`A resposta cita ${quoted(value)}, como esperado.`);
  return fails(`Esperava-se a citação de ${quoted(value)}, mas a resposta ${citesWhat(cited)}.`);
}

/** The first part that fails is the reason. */
function judgeAll({ cites, contains }: { cites: string; contains: string[] }, answered: Answered): Verdict {
  const verdicts = [judgeCitation(cites, answered), ...contains.map((text) => judgeText(text, answered))];
  const failed = verdicts.find(({ outcome }) => outcome === 'fails');
  const texts = new Intl.ListFormat('pt-BR').format(contains.map(quoted));
  return failed ?? holds(`A resposta cita ${quoted(cites)} e contém ${texts}, como esperado.`);
}

function judgeRefusal({ answer, cited }: Answered): Verdict {
  if (cited.length) return fails(`Esperava-se uma recusa, mas a resposta ${citesWhat(cited)}.`);
  return isRefusal(answer)
    ? holds('O agente recusou e não citou nenhuma fonte, como esperado.')
    : fails('Esperava-se uma recusa, mas o agente respondeu sem dizer que não sabe ou que não pode.');
}

const holds = (reason: string): Verdict => ({ outcome: 'holds', reason });
const fails = (reason: string): Verdict => ({ outcome: 'fails', reason });

/** Without case, accents, marks of emphasis and what cannot be seen; any run of blanks is one. */
function comparable(text: string): string {
  return fold(text.replace(/[*`\p{Cf}]/gu, ''))
    .replace(/\s+/g, ' ')
    .trim();
}

function citesWhat(cited: string[]): string {
  const [first, ...others] = cited;
  if (first === undefined) return 'não cita nenhuma fonte';
  if (!others.length) return `cita ${quoted(first)}`;
  const more = others.length === 1 ? 'mais uma fonte' : `mais ${others.length} fontes`;
  return `cita ${quoted(first)} e ${more}`;
}

/** On one line; a long text with its beginning only. */
function quoted(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim());
  const shown =
    characters.length > SHOWN_LENGTH
      ? `${characters.slice(0, SHOWN_LENGTH).join('').trimEnd()}…`
      : characters.join('');
  return `«${shown}»`;
}
