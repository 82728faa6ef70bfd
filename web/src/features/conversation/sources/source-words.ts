/** Formats sources as text: location of a passage, counts, lists for copying. */
import type { Source } from '#contract/citations.ts';
import type { TableResult } from '#contract/table-result.ts';
import { formatNumber } from '../../../lib/format.ts';
import { texts } from '../texts.ts';

const words = texts.read;

/** «p. 14», «Contas › Senha temporária», both, or neither; a weakly read page and a file of the reader are called so. */
export function sourceLocation({ kind, page, section, weak }: Source): string {
  const own = kind === 'file' ? texts.ownFile : undefined;
  const parts = [section, page === undefined ? undefined : `p. ${page}`, weak && texts.weakPage, own];
  return parts.filter(Boolean).join(', ');
}

/** The snippet on one line, as an excerpt in quotes; of a result it is what was understood, in words of our own. */
export function quoteOf({ kind, snippet }: Source): string {
  // An answer that people wrote is Markdown; of documents the headings are.
  const plain = snippet.replace(kind === 'verified' ? /[*_`#]+|^[ \t]*[-+>] /gm : /^#+ /gm, '');
  // The bars of a table and its line of dashes are left out.
  const line = plain
    .replace(/[\s|:-]*\|\s*/g, ' · ')
    .replace(/^ · | · $/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return kind === 'result' || kind === 'link' ? line : `“…${line}…”`;
}

/** «4 trechos lidos em 2 documentos». Of the rows of a table only the first are cited: its results tell how many were read. */
export function readSummary(sources: Source[], results: TableResult[] = []): string {
  const documents = sources.filter(isText);
  const written = sources.filter(({ kind }) => kind === 'verified');
  const rows = sources.filter((source) => !isText(source) && !written.includes(source));
  const places = [
    ...counted(distinct(documents), ...words.documents),
    ...counted(distinct(rows), ...words.dataSources),
    ...counted(distinct(written), ...words.verified),
  ];
  const nouns = nounsOf(sources);
  const [one, many] = nouns;
  // A result beside its rows is the table that holds them: five rows are five registers.
  const cited = sources.filter(({ kind }) => kind !== 'result').length || sources.length;
  const read = nouns === words.records ? Math.max(cited, rowsOf(results)) : cited;
  return `${formatNumber(read)} ${read === 1 ? one : many} ${words.in} ${places.join(` ${words.and} `)}`;
}

const rowsOf = (results: TableResult[]): number =>
  results.reduce((sum, { plan, rows_considered }) => (plan.rows ? sum + rows_considered : sum), 0);

function nounsOf(sources: Source[]): readonly [one: string, many: string] {
  if (sources.every(({ kind }) => kind === 'result')) return words.results;
  const hasText = sources.some((source) => isText(source) || source.kind === 'verified');
  return hasText ? words.passages : words.records;
}

/** The answer with the list of its sources below it, as Markdown. */
export function withSources(answer: string, sources: Source[]): string {
  if (sources.length === 0) return answer;
  return `${answer.trimEnd()}\n\n${texts.sources}\n${sourceLines(sources).join('\n')}\n`;
}

/** «[1] manual.pdf, p. 14» */
export const sourceLines = (sources: Source[]): string[] =>
  sources.map((source) => {
    const place = [sourceLocation(source), source.validity_label].filter(Boolean).join(', ');
    const title = source.kind === 'verified' ? `${texts.verifiedSource}: ${source.title}` : source.title;
    return `[${source.index}] ${title}${place && `, ${place}`}`;
  });

/** Sources cited by markers of the answer, and the others that were read. */
export function citedFirst(answer: string, sources: Source[]): { cited: Source[]; others: Source[] } {
  const named = new Set<number>();
  for (const [, numbers = ''] of answer.matchAll(/\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]/g))
    for (const number of numbers.split(/[,;]/)) named.add(Number(number));
  const cited = sources.filter((source) => named.has(source.index));
  return { cited, others: sources.filter((source) => !named.has(source.index)) };
}

/** Read from a text: of a base, or of a file of the conversation. */
export const isText = ({ kind }: Source): boolean =>
  kind === 'document' || kind === 'file' || kind === 'link';

const counted = (count: number, one: string, many: string) =>
  count ? [`${count} ${count === 1 ? one : many}`] : [];

function distinct(sources: Source[]): number {
  return new Set(
    sources.map((source) => source.file_id ?? source.document_id ?? source.data_source_id ?? source.title),
  ).size;
}
