/** The fonts of a PDF, and which of them has a character: Inter, then DejaVu, then an empty box. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Run } from '../file-blocks.ts';

type Pdf = PDFKit.PDFDocument;
export type FontName = 'regular' | 'bold' | 'italic' | 'code' | 'other';

const inter = (name: string) =>
  createRequire(import.meta.url).resolve(`@fontsource/inter/files/inter-latin-${name}.woff`);
const dejavu = (name: string) => fileURLToPath(new URL(`../fonts/${name}.ttf`, import.meta.url));

/** Static files: the variable font of the web cannot be cut down to the letters that are used. */
const FILES: Record<FontName, () => string> = {
  regular: () => inter('400-normal'),
  bold: () => inter('600-normal'),
  italic: () => inter('400-italic'),
  code: () => dejavu('DejaVuSansMono'),
  other: () => dejavu('DejaVuSans'),
};

const MISSING = '▯';
/** Letters that every font here has. */
const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u00ff]*$/;
/** These join what stands around them, and are drawn by no font alone. */
const JOINING = /^(?:\p{M}|\u200c|\u200d|\ufe0e|\ufe0f)$/u;
/** Glyphs are measured once, at this size. */
const MEASURED_AT = 1_000;

/** pdfkit keeps the opened font to itself. */
type Opened = { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };

export type Piece = { text: string; font: FontName };

export class Fonts {
  /** Characters that no font has. */
  missing = 0;
  readonly #pdf: Pdf;
  readonly #widths = new Map<string, number>();
  readonly #has = new Map<string, boolean>();
  readonly #graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
    for (const [name, file] of Object.entries(FILES)) pdf.registerFont(name, file());
  }

  /** Parts of a text that one font draws. */
  split(text: string, wanted: FontName): Piece[] {
    if (PLAIN.test(text)) return text ? [{ text, font: wanted }] : [];
    const pieces: Piece[] = [];
    for (const { segment } of this.#graphemes.segment(text)) {
      const piece = this.#pieceOf(segment, wanted);
      const last = pieces.at(-1);
      if (last && last.font === piece.font) last.text += piece.text;
      else pieces.push(piece);
    }
    return pieces;
  }

  characters(text: string): string[] {
    return Array.from(this.#graphemes.segment(text), ({ segment }) => segment);
  }

  width({ text, font }: Piece, size: number): number {
    const key = `${font} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = this.#pdf.font(font).fontSize(MEASURED_AT).widthOfString(text);
      this.#widths.set(key, width);
    }
    return (width * size) / MEASURED_AT;
  }

  #pieceOf(grapheme: string, wanted: FontName): Piece {
    const drawn = Array.from(grapheme).filter((character) => !JOINING.test(character));
    const font = [wanted, 'other' as const].find((name) =>
      drawn.every((character) => this.#hasGlyph(name, character)),
    );
    if (font) return { text: grapheme, font };
    this.missing += 1;
    return { text: MISSING, font: 'other' };
  }

  #hasGlyph(font: FontName, character: string): boolean {
    const key = `${font} ${character}`;
    let has = this.#has.get(key);
    if (has === undefined) {
      this.#pdf.font(font);
      has = (this.#pdf as unknown as Opened)._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
      this.#has.set(key, has);
    }
    return has;
  }
}

export function fontOf({ code, bold, italic }: Run): FontName {
  if (code) return 'code';
  if (bold) return 'bold';
  return italic ? 'italic' : 'regular';
}
