/** Writes lines down the pages of a tagged PDF: what is drawn belongs to an element of the structure, or is an artifact. */
import { Fonts } from './fonts.ts';
import type { TextLine } from './text-lines.ts';

type Pdf = PDFKit.PDFDocument;
export type Element = PDFKit.PDFStructureElement;

/** Points. */
export const MARGIN = 56;
const FOOT = 64;
export const INK = '#1f2328';
export const QUIET = '#57606a';
export const LINE_COLOUR = '#d0d7de';
const LINK_COLOUR = '#0b5cad';

/** Where blocks stand: below which element, and between which edges. */
export type Place = { parent: Element; x: number; width: number; colour?: string };

export type Drawn = {
  element: Element;
  x: number;
  size: number;
  colour?: string;
  /** The height of a line, in sizes. */
  leading?: number;
};

export class PageWriter {
  readonly pdf: Pdf;
  readonly fonts: Fonts;
  /** The top of the next line. */
  y = MARGIN;
  #isOpen = false;

  constructor(pdf: Pdf) {
    this.pdf = pdf;
    this.fonts = new Fonts(pdf);
  }

  get width(): number {
    return this.pdf.page.width - 2 * MARGIN;
  }

  get bottom(): number {
    return this.pdf.page.height - FOOT;
  }

  /** True where a page was added. */
  require(height: number): boolean {
    if (this.y + height <= this.bottom || this.y === MARGIN) return false;
    this.pdf.addPage();
    this.y = MARGIN;
    return true;
  }

  space(height: number): void {
    this.y = Math.min(this.y + height, this.bottom);
  }

  lines(lines: TextLine[], { element, x, size, colour = INK, leading = 1.45 }: Drawn): void {
    const height = size * leading;
    for (const line of lines) {
      if (this.y + height > this.bottom) this.#close();
      this.require(height);
      this.#line(line, { element, x, size, colour, baseline: this.y + height * 0.72 });
      this.y += height;
    }
    this.#close();
  }

  /** Lines and areas say nothing to somebody who listens. */
  artifact(draw: (pdf: Pdf) => void): void {
    this.pdf.markContent('Artifact', { type: 'Layout' });
    draw(this.pdf);
    this.pdf.endMarkedContent();
  }

  child(parent: Element, type: string, options: { alt?: string } = {}): Element {
    const element = this.pdf.struct(type, options as never);
    parent.add(element);
    return element;
  }

  figure(parent: Element, alt: string, draw: (pdf: Pdf) => void): void {
    const element = this.child(parent, 'Figure', { alt });
    element.add(this.pdf.markStructureContent('Figure'));
    draw(this.pdf);
    this.pdf.endMarkedContent();
    element.end();
  }

  #line(
    line: TextLine,
    { element, x, size, colour, baseline }: Omit<Required<Drawn>, 'leading'> & { baseline: number },
  ): void {
    let at = x;
    for (const fragment of line) {
      if (fragment.url) this.#link(fragment.url, fragment, { element, x: at, size, baseline });
      else {
        if (!this.#isOpen) element.add(this.pdf.markStructureContent('P'));
        this.#isOpen = true;
        this.#text(fragment, at, { size, colour, baseline });
      }
      at += fragment.width;
    }
  }

  #link(
    url: string,
    fragment: TextLine[number],
    { element, x, size, baseline }: { element: Element; x: number; size: number; baseline: number },
  ): void {
    this.#close();
    const link = this.child(element, 'Link');
    link.add(this.pdf.markStructureContent('Link'));
    this.#text(fragment, x, { size, colour: LINK_COLOUR, baseline });
    this.pdf.endMarkedContent();
    this.pdf.link(x, baseline - size, fragment.width, size * 1.3, url, {
      structParent: link,
      Contents: new String(fragment.text),
    } as never);
    link.end();
  }

  #text(
    { text, font, width, strike }: TextLine[number],
    x: number,
    { size, colour, baseline }: { size: number; colour: string; baseline: number },
  ): void {
    this.pdf
      .font(font)
      .fontSize(size)
      .fillColor(colour)
      .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
    if (!strike) return;
    const y = baseline - size * 0.3;
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(size / 16)
      .stroke(colour);
  }

  #close(): void {
    if (this.#isOpen) this.pdf.endMarkedContent();
    this.#isOpen = false;
  }
}
