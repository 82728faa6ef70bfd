/** Reads a CSV of people: encoding, separator, columns, and the faults of single lines. Knows nobody. */
import { EMAIL_PATTERN, foldEmail, PersonName, Phone } from '#contract/account-fields.ts';
import { EMAIL_MAX, IMPORT_LINES_MAX, NAME_MAX } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import { type CsvRecord, isFilled, recordsOf } from '../../text/csv-reader.ts';

/** A field is null where the sheet says nothing of it: then it stays as it is. */
export type SheetLine = {
  line: number;
  email: string;
  name: string | null;
  phone: string | null;
  group_name: string | null;
  problem: string | null;
};

export type Sheet = { lines: SheetLine[]; ignored_columns: string[] };

const FIELDS = {
  email: 'email',
  'e-mail': 'email',
  nome: 'name',
  name: 'name',
  grupo: 'group',
  group: 'group',
  telefone: 'phone',
  phone: 'phone',
} as const;
type Field = (typeof FIELDS)[keyof typeof FIELDS];

const SEPARATORS = [';', ',', '\t'];
/** A spreadsheet would run it as a formula, and so might the next program that reads these people. */
const FORMULA = /^[=+\-@＝＋－＠]/;
const COLUMN_NAMES: Record<Field, string> = {
  email: 'e-mail',
  name: 'nome',
  phone: 'telefone',
  group: 'grupo',
};
/** Characters of a cell that is shown as it was typed. */
const SHOWN = 320;

export function readSheet(bytes: Uint8Array): Sheet {
  const text = textOf(bytes);
  const separator = separatorOf(text);
  const records = recordsOf(text, separator);
  const header = records.next().value;
  if (!header) throw unreadable('o arquivo está vazio.');
  const columns = header.cells.map(fieldOf);
  if (!columns.includes('email')) throw unreadable('a primeira linha não tem a coluna «e-mail».');
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at);
  if (twice) throw unreadable(`a coluna «${COLUMN_NAMES[twice]}» aparece duas vezes.`);
  const ignored_columns = header.cells
    .filter((cell, at) => cell.trim() && !columns[at])
    .map((cell) => cell.trim().slice(0, 100));
  const lines: SheetLine[] = [];
  const firstLines = new Map<string, number>();
  for (const record of records) {
    if (record.is_unclosed) throw unreadable(`há aspas que não fecham na linha ${record.line}.`);
    if (!isFilled(record) || record.cells.every((cell) => !cell.trim())) continue;
    if (lines.length >= IMPORT_LINES_MAX) throw new AppError('import_too_large');
    lines.push(lineOf(record, columns, firstLines));
  }
  return { lines, ignored_columns };
}

export const unreadable = (reason: string) =>
  new AppError('import_unreadable', { detail: `Não foi possível ler a planilha: ${reason}` });

/** UTF-8, and what is no UTF-8 as Windows-1252, which spreadsheets in Portuguese still write. */
function textOf(bytes: Uint8Array): string {
  if (bytes.includes(0)) throw unreadable('ela não está em UTF-8 nem em Windows-1252.');
  const decoded = decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252') ?? '';
  return decoded.replace(/\r\n?/g, '\n');
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** By the header: the separator that finds the most columns whose names are known. */
function separatorOf(text: string): string {
  const header = text.slice(0, 20_000);
  const known = (separator: string): number =>
    recordsOf(header, separator)
      .next()
      .value?.cells.filter((cell: string) => fieldOf(cell)).length ?? 0;
  return SEPARATORS.toSorted((a, b) => known(b) - known(a))[0] ?? ';';
}

const fieldOf = (header: string): Field | null => {
  const name = header.normalize('NFKC').trim().toLowerCase();
  return Object.hasOwn(FIELDS, name) ? FIELDS[name as keyof typeof FIELDS] : null;
};

function lineOf(
  { line, cells }: CsvRecord,
  columns: (Field | null)[],
  firstLines: Map<string, number>,
): SheetLine {
  const cell = (field: Field) => cells[columns.indexOf(field)]?.normalize('NFC').trim() || null;
  const typed = { email: cell('email'), name: cell('name'), phone: cell('phone'), group: cell('group') };
  const email = foldEmail(typed.email ?? '');
  const read = fieldsOf(typed);
  const raw = { name: cut(typed.name), phone: cut(typed.phone), group_name: cut(typed.group) };
  const wrong = (problem: string) => ({ line, email: email.slice(0, SHOWN), ...raw, problem });
  const formula = (['email', 'name', 'group'] as const).find((field) => FORMULA.test(typed[field] ?? ''));
  if (formula) return wrong(`A célula de «${COLUMN_NAMES[formula]}» começa com um sinal de fórmula.`);
  if (email.length > EMAIL_MAX || !EMAIL_PATTERN.test(email)) return wrong('O e-mail não é válido.');
  const first = firstLines.get(email);
  if (first !== undefined) return wrong(`O e-mail já está na linha ${first}.`);
  firstLines.set(email, line);
  if (read.problem !== undefined) return wrong(read.problem);
  return { line, email, ...read, problem: null };
}

type Typed = { name: string | null; phone: string | null; group: string | null };

function fieldsOf({ name, phone, group }: Typed) {
  const person = name === null ? null : PersonName.safeParse(name);
  if (person && !person.success) return { problem: 'O nome não é válido.' };
  const digits = Phone.safeParse(phone);
  if (!digits.success) return { problem: 'Informe um telefone com DDD, com 10 ou 11 dígitos.' };
  if (group && (group.length > NAME_MAX || /\p{Cc}/u.test(group)))
    return { problem: 'O nome do grupo não é válido.' };
  return { name: person?.data ?? null, phone: digits.data, group_name: group };
}

const cut = (text: string | null) => text?.slice(0, SHOWN) ?? null;
