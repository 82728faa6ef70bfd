/** Whether an answer is what a check expects, and the sentence that says so to an administrator. */
import { type Expectation, partsOf, type SingleExpectation } from '#contract/expectations.ts';
import { withoutMarkers } from '../../chat/compose/answer-text.ts';
import { judgeEquals } from './equals.ts';
import { isRefusal } from './refusal.ts';
import { comparable, fails, holds, quoted, type Verdict } from './verdict.ts';

export type Answered = {
  answer: string;
  /** Titles of what it cites, each once. */
  cited: string[];
  /** The page of each document that it cites; null where it has none. */
  pages: { title: string; page: number | null }[];
  /** Tokens that the model wrote. */
  output_tokens: number;
  total_ms: number;
  /** The verified answer that was given. */
  verified_id: number | null;
};

export type Rubric = Extract<SingleExpectation, { kind: 'rubric' }>;

/** The first part that does not hold is the reason. A model is asked last, and only where all else holds. */
export async function judge(
  expectation: Expectation,
  answered: Answered,
  judgeRubric: (rubric: Rubric) => Promise<Verdict>,
): Promise<Verdict> {
  const parts = partsOf(expectation);
  const isRubric = (part: SingleExpectation) => part.kind === 'rubric';
  const reasons: string[] = [];
  for (const part of [...parts.filter((part) => !isRubric(part)), ...parts.filter(isRubric)]) {
    const verdict = part.kind === 'rubric' ? await judgeRubric(part) : judgePart(part, answered);
    if (verdict.outcome !== 'holds') return verdict;
    reasons.push(verdict.reason);
  }
  return holds(reasons.join(' '));
}

function judgePart(part: Exclude<SingleExpectation, Rubric>, answered: Answered): Verdict {
  switch (part.kind) {
    case 'contains':
      return judgeText(part.value, answered);
    case 'equals':
      return judgeEquals(part.value, answered.answer);
    case 'cites':
      return judgeCitation(part.value, answered);
    case 'cites_page':
      return judgePage(part, answered);
    case 'refuses':
      return judgeRefusal(answered);
    case 'max_tokens':
      return judgeMost(part.n, answered.output_tokens, 'tokens');
    case 'max_ms':
      return judgeMost(part.n, Math.round(answered.total_ms), 'ms');
    case 'verified':
      return answered.verified_id === part.id
        ? holds('A resposta é a resposta verificada, como esperado.')
        : fails(
            answered.verified_id === null
              ? 'Esperava-se a resposta verificada, mas ela não foi dada.'
              : 'Esperava-se outra resposta verificada.',
          );
  }
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
  if (cited.some((title) => isTitle(title, value)))
    return holds(`A resposta cita ${quoted(value)}, como esperado.`);
  return fails(`Esperava-se a citação de ${quoted(value)}, mas a resposta ${citesWhat(cited)}.`);
}

const isTitle = (title: string, wanted: string) => comparable(title) === comparable(wanted);

function judgePage({ document, page }: { document: string; page: number }, answered: Answered): Verdict {
  const ofDocument = answered.pages.filter(({ title }) => isTitle(title, document));
  const wanted = `a página ${page} de ${quoted(document)}`;
  if (ofDocument.some((cited) => cited.page === page))
    return holds(`A resposta cita ${wanted}, como esperado.`);
  const others = ofDocument.flatMap((cited) => cited.page ?? []).toSorted((a, b) => a - b);
  const said = !ofDocument.length
    ? citesWhat(answered.cited)
    : others.length
      ? `cita ${others.length === 1 ? 'a página' : 'as páginas'} ${new Intl.ListFormat('pt-BR').format([...new Set(others)].map(String))}`
      : 'cita esse documento sem página';
  return fails(`Esperava-se ${wanted}, mas a resposta ${said}.`);
}

function judgeMost(most: number, took: number, unit: 'tokens' | 'ms'): Verdict {
  const words = (count: number) => `${count.toLocaleString('pt-BR')} ${unit}`;
  return took <= most
    ? holds(`A resposta levou ${words(took)}, dentro de ${words(most)}.`)
    : fails(`Esperava-se no máximo ${words(most)}, mas a resposta levou ${words(took)}.`);
}

function judgeRefusal({ answer, cited }: Answered): Verdict {
  if (cited.length) return fails(`Esperava-se uma recusa, mas a resposta ${citesWhat(cited)}.`);
  return isRefusal(answer)
    ? holds('O agente recusou e não citou nenhuma fonte, como esperado.')
    : fails('Esperava-se uma recusa, mas o agente respondeu sem dizer que não sabe ou que não pode.');
}

function citesWhat(cited: string[]): string {
  const [first, ...others] = cited;
  if (first === undefined) return 'não cita nenhuma fonte';
  if (!others.length) return `cita ${quoted(first)}`;
  const more = others.length === 1 ? 'mais uma fonte' : `mais ${others.length} fontes`;
  return `cita ${quoted(first)} e ${more}`;
}
