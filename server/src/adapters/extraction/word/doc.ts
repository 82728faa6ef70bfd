/** Documents of Word before 2007. */
import WordExtractor from 'word-extractor';
import { type Extracted, Unreadable } from '../extracted.ts';
import { withoutPages } from '../text/plain-text.ts';
import { columnNames, rowSentence } from '../text/tables.ts';

/** The first bytes of the text's header, and where in it stands that the rest is scrambled. */
const WORD_HEADER = 0xa5ec;
const SECTOR = 512;
const FLAGS = 10;
const ENCRYPTED = 0x0100;

export async function readDoc(bytes: Buffer): Promise<Extracted> {
  if (isEncrypted(bytes)) throw new Unreadable('file_encrypted');
  const document = await new WordExtractor().extract(bytes).catch((cause: unknown) => {
    throw new Unreadable('file_corrupt', { cause });
  });
  const notes = [document.getFootnotes(), document.getEndnotes()].map((text) => text.trim()).filter(Boolean);
  return withoutPages([bodyOf(document.getBody()), ...notes].join('\n\n'));
}

function isEncrypted(bytes: Buffer): boolean {
  for (let at = SECTOR; at + FLAGS + 2 <= bytes.length; at += SECTOR)
    if (bytes.readUInt16LE(at) === WORD_HEADER) return (bytes.readUInt16LE(at + FLAGS) & ENCRYPTED) !== 0;
  return false;
}

/** Each paragraph is a line; rows of tables come with tabs between their cells. */
function bodyOf(body: string): string {
  const blocks: string[] = [];
  let rows: string[][] = [];
  const close = () => {
    if (rows.length) blocks.push(tableOf(rows));
    rows = [];
  };
  for (const line of body.split(/\r\n|[\n\r\f\v]/)) {
    if (line.includes('\t') && line.trim()) {
      rows.push(
        line
          .replace(/\t+$/, '')
          .split('\t')
          .map((cell) => cell.trim()),
      );
      continue;
    }
    close();
    if (line.trim()) blocks.push(line.trim());
  }
  close();
  return blocks.join('\n\n');
}

function tableOf(rows: string[][]): string {
  const isTable = rows.length > 1 && rows.every(({ length }) => length === rows[0]?.length);
  if (!isTable) return rows.map((row) => row.filter(Boolean).join(' ')).join('\n');
  const names = columnNames(
    rows,
    rows.map(() => false),
    false,
  );
  return (names ? rows.slice(1) : rows).map((row) => `- ${rowSentence(names ?? [], row)}`).join('\n');
}
