/**
 * Questions about a folder of documents, in its `questions.txt`: one line each, `file | page | question | words that answer`.
 * The page is counted from 1 and left out where a document has none; with `-` as file no document answers. A question
 * whose answer stands in a table or in code begins with `[table]` or `[code]`.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const QUESTIONS = 'questions.txt';

export type DocumentQuestion = {
  text: string;
  /** Where the answer stands, unless in prose. */
  kind: 'table' | 'code' | null;
  /** Null: the documents do not answer. */
  gold: { file: string; page: number | null; words: string } | null;
  /** Questions of one half are looked at while search is mended, those of the other only afterwards. */
  half: 'read' | 'unread';
};

export async function readDocuments(
  folder: string,
): Promise<{ files: string[]; questions: DocumentQuestion[] }> {
  const names = await readdir(folder);
  const lines = (await readFile(join(folder, QUESTIONS), 'utf8'))
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'));
  return {
    files: names.filter((name) => name !== QUESTIONS).sort(),
    questions: lines.map((line, place) => ({ ...questionOf(line), half: place % 2 ? 'unread' : 'read' })),
  };
}

function questionOf(line: string): Omit<DocumentQuestion, 'half'> {
  const [file = '', page = '', asked = '', ...words] = line.split('|').map((cell) => cell.trim());
  const [, marked = '', text = ''] = /^(?:\[(table|code)\])?\s*(.*)$/.exec(asked) ?? [];
  if (!text) throw new Error(`No question in the line «${line}».`);
  const kind = marked === 'table' || marked === 'code' ? marked : null;
  if (file === '-') return { text, kind, gold: null };
  return { text, kind, gold: { file, page: page ? Number(page) : null, words: words.join('|') } };
}

/**
 * Whether a text holds the words that answer, whatever case, accents, hyphens at line ends and Markdown it has. Rows of
 * tables hold the cells as they stand beside each other in the document, without the names of the columns between them.
 */
export const holds = (text: string, words: string): boolean =>
  [text, cellsOf(text)].some((read) => compared(read).includes(compared(words)));

/** «- Prato: Sopa; Preço: 12,00» as «- Sopa 12,00». */
const cellsOf = (text: string): string =>
  text.replace(/^[-*] .*$/gmu, (row) =>
    row.replace(/(^[-*] |; )[^:;]{1,80}: /gu, (_, mark) => (mark === '; ' ? ' ' : mark)),
  );

const compared = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}´`¨¸ˆ˜]/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/[\s\\|-]/g, '');
