/** Goes on with an answer that was cut off: the prompt that asks for it, the numbers it keeps, and the joint. */
import type { Source } from '#contract/citations.ts';
import type { Prompt } from '../../../adapters/models/model.ts';
import type { Grounding } from '../../grounding/retrieve.ts';

/** An answer as it was cut off, with what it cites. */
export type CutAnswer = { answer: string; sources: Source[] };

/** How much of the end a model repeats, so that it can be seen where it goes on. */
const TAIL_LENGTH = 60;

/** The question and the unfinished answer stand as a turn; what is asked for is the rest of it. */
export const continuedPrompt = (prompt: Prompt, answer: string): Prompt => ({
  ...prompt,
  history: [...prompt.history, { question: prompt.question, answer }],
  question: `Sua resposta anterior foi interrompida antes do fim. Continue-a exatamente de onde parou, com os mesmos números de trechos: comece repetindo as últimas palavras dela, «${tailOf(answer)}», e siga daí. Não recomece, não se desculpe e não comente a interrupção.`,
});

/** The end of a text, from the beginning of a word where there is one. */
export function tailOf(answer: string): string {
  if (answer.length <= TAIL_LENGTH) return answer;
  const tail = answer.slice(-TAIL_LENGTH);
  return tail.slice(tail.search(/\s\S/) + 1).toWellFormed();
}

/** Cited sources keep their numbers, and stay citable where they are not found any more; others follow. */
export function withNumbersOf(cited: Source[], found: Grounding): Grounding {
  const left = new Map(cited.map((source) => [identityOf(source), source]));
  let last = Math.max(0, ...cited.map(({ index }) => index));
  const numbers = found.sources.map((source) => {
    const identity = identityOf(source);
    const known = left.get(identity);
    left.delete(identity);
    if (known) return known.index;
    last += 1;
    return last;
  });
  const numbered = <T extends { index: number }>(one: T, place: number): T => ({
    ...one,
    index: numbers[place] ?? one.index,
  });
  return {
    ...found,
    passages: found.passages.map(numbered),
    sources: [...found.sources.map(numbered), ...left.values()],
    results: found.results.map((result) => ({ ...result, index: numbers[result.index - 1] ?? result.index })),
  };
}

const identityOf = ({ kind, document_id, start, end, data_source_id, title, snippet }: Source) =>
  JSON.stringify([kind, document_id, start, end, data_source_id, title, snippet]);

/** Takes from what a model writes the words that repeat the text before it. */
export class RepeatedWords {
  readonly #repeated: string;
  readonly #otherwise: string;
  #pending: string | null = '';

  /** `otherwise` goes before what a model writes that does not repeat it. */
  constructor(repeated: string, otherwise = '') {
    this.#repeated = repeated;
    this.#otherwise = otherwise;
  }

  take(words: string): string {
    if (this.#pending === null) return words;
    this.#pending += words;
    const pending = this.#pending.trimStart();
    if (pending.length < this.#repeated.length && this.#repeated.startsWith(pending)) return '';
    return this.end();
  }

  /** Returns the words that are still kept back. */
  end(): string {
    const pending = this.#pending ?? '';
    this.#pending = null;
    const begun = pending.trimStart();
    if (begun.startsWith(this.#repeated)) return begun.slice(this.#repeated.length);
    return pending && this.#otherwise + pending;
  }
}
