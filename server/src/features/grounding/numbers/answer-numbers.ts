/** Holds what the numbers of one answer may rest on; only answers from tables are checked. */
import type { Source } from '#contract/citations.ts';
import type { TableResult, UncheckedNumber } from '#contract/table-result.ts';
import type { PromptPassage } from '../../../adapters/models/model.ts';
import type { Day } from '../../../language/values/calendar.ts';
import { uncheckedNumbers } from './check-numbers.ts';
import { KnownNumbers } from './known-numbers.ts';
import { SentenceFilter } from './refuse-sentences.ts';

type Grounded = {
  passages: PromptPassage[];
  sources: Source[];
  results: TableResult[];
  notes: string[];
};

const CITED = /\[(\d{1,3}(?:, ?\d{1,3}){0,5})\]/g;

export class AnswerNumbers {
  readonly #known = new KnownNumbers();
  readonly #passages: Map<number, string>;

  /** Rows were given to the model as what is asked about; a passage of a document counts once it is cited. */
  constructor({ passages, sources, results, notes }: Grounded, question: string, today: Day) {
    this.#known.addText(question);
    this.#known.addCell(today, { kind: 'date' });
    for (const result of results) this.#known.addResult(result);
    for (const note of notes) this.#known.addText(note);
    for (const { row = {}, columns = [] } of sources)
      for (const [name, cell] of Object.entries(row)) {
        const { kind } = columns.find((column) => column.name === name) ?? {};
        this.#known.addCell(cellText(cell), { name, ...(kind === 'money' ? { kind } : {}) });
      }
    for (const { row = {} } of passages)
      for (const [name, words] of Object.entries(row)) this.#known.addCell(words, { name });
    this.#passages = new Map(sources.map(({ index, snippet }) => [index, snippet]));
    for (const { index, row, title, section, text } of passages)
      if (!row) this.#passages.set(index, `${title}\n${section}\n${text}`);
  }

  /** `cited`: by their numbers in the prompt. */
  uncheckedIn(text: string, cited: readonly number[]): UncheckedNumber[] {
    this.#cite(cited);
    return uncheckedNumbers(text, this.#known);
  }

  /** Takes the sentences with unchecked numbers out of a text whose markers have the numbers of the prompt. */
  sentenceFilter(): SentenceFilter {
    return new SentenceFilter((piece, counted) => {
      this.#cite([...piece.matchAll(CITED)].flatMap(([, numbers = '']) => numbers.split(',').map(Number)));
      return uncheckedNumbers(piece, this.#known, counted).length > 0;
    });
  }

  #cite(numbers: readonly number[]): void {
    for (const number of numbers) {
      const text = this.#passages.get(number);
      if (text !== undefined) this.#known.addText(text);
      this.#passages.delete(number);
    }
  }
}

/** Null where the answer rests on no table. */
export function answerNumbers(found: Grounded | null, question: string, today: Day): AnswerNumbers | null {
  const isFromTable = found?.sources.some(({ kind }) => kind === 'row' || kind === 'result');
  return found && isFromTable ? new AnswerNumbers(found, question, today) : null;
}

function cellText(cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}
