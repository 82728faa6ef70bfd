/** Words that the description of a source gives to codes: «tp_atend: C consulta, R retorno», «situação (A=ativa, I=inativa)». */
import type { ColumnKind } from '#contract/table-plan.ts';

type CodedColumn = { name: string; kind: ColumnKind; values: string[] };

export type DescribedCode = { column: string; code: string; text: string };

/** Longer values are words themselves. */
const CODE_LETTERS = 3;
/** One code alone may be a letter of the sentence by chance. */
const CODES_MIN = 2;

/** The codes of each column that holds codes only; none where two columns have the same codes and neither is named before them. */
export function describedCodes(description: string, columns: CodedColumn[]): DescribedCode[] {
  const found = columns
    .filter(({ kind, values }) => kind === 'category' && values.length >= CODES_MIN && values.every(isCode))
    .map((column) => ({ column, codes: codesOf(description, column) }))
    .filter(({ codes }) => codes.length >= CODES_MIN);
  return found
    .filter(({ column, codes }) =>
      found.every(
        (other) =>
          other.column === column ||
          !other.codes.some(({ code }) => codes.some((one) => one.code === code)) ||
          (isNamedIn(description, column) && !isNamedIn(description, other.column)),
      ),
    )
    .flatMap(({ codes }) => codes);
}

const isCode = (value: string): boolean =>
  value.length <= CODE_LETTERS && /^[\p{Lu}\d]+$/u.test(value) && !/^(?:S|N|SIM)$/.test(value);

const isNamedIn = (description: string, { name }: CodedColumn): boolean =>
  description.toLowerCase().includes(name.toLowerCase());

function codesOf(description: string, { name, values }: CodedColumn): DescribedCode[] {
  return values.flatMap((code) => {
    // The code is a word of its own; its meaning ends with the punctuation, or before the next code.
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}])${code}\\s*(?:[=:–-]|\\))?\\s+?(?:é\\s+)?((?:\\p{Ll}+)(?:\\s\\p{Ll}+){0,3})`,
      'u',
    );
    const glued = new RegExp(
      `(?<![\\p{L}\\p{N}])${code}\\s*[=:–-]\\s*((?:\\p{Ll}+)(?:\\s\\p{Ll}+){0,3})`,
      'iu',
    );
    const text = (glued.exec(description) ?? pattern.exec(description))?.[1];
    return text ? [{ column: name, code, text }] : [];
  });
}

/** The beginning of a description says what all rows are; the rest says what is noted down of each. */
export const firstClause = (description: string): string => description.split(/[:;(]|, com |\. |, /)[0] ?? '';
