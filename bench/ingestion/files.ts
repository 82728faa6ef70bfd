/** Large uploads as people send them: a long text, a book, a table. */
import { linesAt, pdfOf } from '../../tests/fixtures/pdf.ts';
import { seeded } from '../../trials/support/seeded-random.ts';
import { type Invented, inventLanguage } from '../retrieval/invented.ts';

export type BenchFile = { name: string; content: Buffer<ArrayBuffer> };
type Sizes = { text_mb: number; pages: number; rows: number };

/** Words that one writer uses in a book. */
const VOCABULARY = 15_000;
const LINES = 42;
const WORDS_PER_LINE = 11;

export function filesOf({ text_mb, pages, rows }: Sizes): BenchFile[] {
  const language = inventLanguage(seeded(7), VOCABULARY);
  return [
    { name: 'texto.txt', content: longText(language, text_mb * 1_000_000) },
    { name: 'livro.pdf', content: book(language, pages) },
    { name: 'tabela.csv', content: table(language, rows) },
  ];
}

function longText(language: Invented, bytes: number): Buffer<ArrayBuffer> {
  const paragraphs: string[] = [];
  for (let size = 0; size < bytes; size += Buffer.byteLength(paragraphs.at(-1) ?? '') + 2)
    paragraphs.push(language.paragraph());
  return Buffer.from(paragraphs.join('\n\n')).subarray(0, bytes) as Buffer<ArrayBuffer>;
}

function book(language: Invented, pages: number): Buffer<ArrayBuffer> {
  return pdfOf(
    Array.from({ length: pages }, () => {
      const words = Array.from({ length: 4 }, () => language.paragraph())
        .join(' ')
        .split(' ');
      const lines = Array.from({ length: LINES }, (_, line) =>
        words.slice(line * WORDS_PER_LINE, (line + 1) * WORDS_PER_LINE).join(' '),
      );
      return linesAt(lines.filter(Boolean));
    }),
  );
}

function table(language: Invented, rows: number): Buffer<ArrayBuffer> {
  const lines = ['Matrícula;Nome;Cargo;Lotação;Início;Remuneração'];
  const word = () => language.question().split(' ', 2).join(' ');
  for (let row = 0; row < rows; row += 1)
    lines.push(
      `${100_000 + row};${word()};${word()};${word()};${1990 + (row % 35)};${1_500 + (row % 900)},00`,
    );
  return Buffer.from(lines.join('\n')) as Buffer<ArrayBuffer>;
}
