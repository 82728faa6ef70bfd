/** The checks of an agent as a CSV file, written so that reading it back adds nothing. */
import { readFile } from 'node:fs/promises';
import type { ImportedCheck } from '#contract/agent-checks.ts';
import type { Download } from '#contract/endpoint.ts';
import { Expectation } from '#contract/expectations.ts';
import type { ReceivedFile } from '#contract/files.ts';
import { QUESTION_MAX } from '#contract/limits.ts';
import { decodeText } from '../../adapters/extraction/text/encoding.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, filledError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { fold } from '../../language/words.ts';
import { type CsvRecord, isFilled, recordsOf } from '../../text/csv-reader.ts';
import { restoredCell, roundTripHeader, roundTripLine } from '../../text/csv-round-trip.ts';
import { cleanFilename } from '../../text/filename.ts';
import { auditLabel, lockAgent, requireAgent } from '../agents/store.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { type Asked, cleanAsked, insertChecks, listChecks } from './store.ts';

const COLUMNS = ['pergunta', 'tipo', 'valor', 'pagina', 'nota'] as const;
type Column = (typeof COLUMNS)[number];

/** Files with more lines are no lists of checks. */
const LINES_MAX = 1_000;

export async function exportChecks(db: Queryable, agent_id: number): Promise<Download> {
  const agent = await requireAgent(db, agent_id);
  const checks = await listChecks(db, agent_id);
  const lines = checks.map(({ question, expectation }) => roundTripLine(cellsOf(question, expectation)));
  return {
    filename: cleanFilename(`${agent.name.replaceAll(/[/\\]/g, '-')} - verificações.csv`),
    content: roundTripHeader([...COLUMNS]) + lines.join(''),
  };
}

/** The value of a kind that has several parts is JSON, so that each comes back as it was. */
function cellsOf(question: string, expectation: Expectation): string[] {
  const { kind } = expectation;
  const row = (value: string, page = '', mark = '') => [question, kind, value, page, mark];
  switch (kind) {
    case 'refuses':
      return row('');
    case 'max_tokens':
    case 'max_ms':
      return row(String(expectation.n));
    case 'verified':
      return row(String(expectation.id));
    case 'cites_page':
      return row(
        JSON.stringify({ document: expectation.document, page: expectation.page }),
        String(expectation.page),
      );
    case 'rubric':
      return row(
        JSON.stringify({ text: expectation.text, pass: expectation.pass }),
        '',
        String(expectation.pass),
      );
    case 'all':
      return row(JSON.stringify(expectation.of));
    default:
      return row(expectation.value);
  }
}

type Imported = { lines: ImportedCheck[]; added: number };

/** A dry run adds nothing. All new checks are added in one transaction; lines that are wrong are left out. */
export async function importChecks(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  agent_id: number,
  { file, dry_run }: { file: ReceivedFile; dry_run: boolean },
): Promise<Imported> {
  const read = readLines(decoded(await readFile(file.path)));
  const now = clock.now();
  return db.transaction(async (tx) => {
    const agent = await lockAgent(tx, agent_id);
    const lines = compared(read, await listChecks(tx, agent_id));
    const fresh = lines.flatMap(({ question, expectation, state }) =>
      state === 'new' && expectation ? { question, expectation } : [],
    );
    if (dry_run || !fresh.length) return { lines, added: fresh.length };
    await insertChecks(tx, agent_id, fresh, { now, source: 'csv' });
    const label = { ...auditLabel(agent), object_type: 'check' as const };
    await recordChange(tx, by, { action: 'check.imported', ...label, after: { added: fresh.length } }, now);
    return { lines, added: fresh.length };
  });
}

const unreadable = (reason: string): AppError => filledError('csv_unreadable', { reason });

function decoded(bytes: Buffer): string {
  try {
    return decodeText(bytes);
  } catch {
    throw unreadable('não é um arquivo de texto.');
  }
}

type Line = { line: number; asked: Asked | null; question: string; problem: string | null };

function readLines(text: string): Line[] {
  const delimiter = /^\ufeff?"?pergunta"?\s*([;,\t])/i.exec(text)?.[1];
  if (!delimiter) throw unreadable('a primeira linha precisa ter as colunas pergunta;tipo;valor.');
  const [head, ...records] = [...recordsOf(text, delimiter)].filter(isFilled);
  const unclosed = [...(head ? [head] : []), ...records].find((record) => record.is_unclosed);
  if (unclosed) throw unreadable(`as aspas abertas na linha ${unclosed.line} não fecham.`);
  const columns = (head?.cells ?? []).map((cell) => fold(cell.replace('\ufeff', '')).trim());
  const missing = (['pergunta', 'tipo', 'valor'] as const).filter((column) => !columns.includes(column));
  if (missing.length) throw unreadable(`falta a coluna ${missing.join(', ')}.`);
  if (records.length > LINES_MAX)
    throw unreadable(`ele tem mais de ${LINES_MAX.toLocaleString('pt-BR')} linhas.`);
  return records.map((record) => lineOf(record, columns));
}

function lineOf({ line, cells }: CsvRecord, columns: string[]): Line {
  const cell = (column: Column) => restoredCell(cells[columns.indexOf(column)] ?? '');
  const question = cell('pergunta').trim();
  const wrong = (problem: string): Line => ({ line, asked: null, question, problem });
  if (question.length > QUESTION_MAX) return wrong('A pergunta deve ter no máximo 20.000 caracteres.');
  const given = Expectation.safeParse(givenExpectation(cell));
  if (!given.success) {
    const [issue] = given.error.issues;
    return wrong(
      issue?.code === 'invalid_union' ? `Tipo desconhecido: ${cell('tipo').trim()}` : (issue?.message ?? ''),
    );
  }
  try {
    return { line, question, asked: cleanAsked({ question, expectation: given.data }), problem: null };
  } catch (error) {
    if (error instanceof AppError) return wrong(error.detail);
    throw error;
  }
}

/** The expectation of a line, not validated yet. By hand, a page and a mark may stand in columns of their own. */
function givenExpectation(cell: (column: Column) => string): Record<string, unknown> {
  const kind = cell('tipo').trim().toLowerCase();
  const value = cell('valor').trim();
  const json = kind === 'all' || kind === 'cites_page' || kind === 'rubric' ? parsed(value) : undefined;
  if (kind === 'refuses') return { kind, value: null };
  if (kind === 'max_tokens' || kind === 'max_ms') return { kind, n: numberIn(value) };
  if (kind === 'verified') return { kind, id: numberIn(value) };
  if (kind === 'all') return { kind, of: json };
  if (kind === 'cites_page')
    return { kind, ...(isObject(json) ? json : { document: value, page: numberIn(cell('pagina')) }) };
  if (kind === 'rubric')
    return {
      kind,
      ...(isObject(json)
        ? json
        : { text: value, ...(cell('nota').trim() && { pass: numberIn(cell('nota')) }) }),
    };
  return { kind, value };
}

const numberIn = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A question with an expectation that is there already, or stands in the file twice, is the same. */
function compared(read: Line[], known: Asked[]): ImportedCheck[] {
  const keys = new Set(known.map(keyOf));
  return read.map(({ line, asked, question, problem }) => {
    if (!asked) return { line, question, expectation: null, state: 'wrong', problem };
    const key = keyOf(asked);
    const state = keys.has(key) ? 'same' : 'new';
    keys.add(key);
    return { line, ...asked, state, problem: null };
  });
}

/** Files do not keep the kind of line ends. */
const keyOf = ({ question, expectation }: Asked): string =>
  JSON.stringify([question, sorted(expectation)])
    .replaceAll('\\r\\n', '\\n')
    .replaceAll('\\r', '\\n');

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
