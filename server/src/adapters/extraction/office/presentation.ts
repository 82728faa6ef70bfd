/** PowerPoint presentations: a page for each slide, its title as a heading, and the speaker's notes behind it. */
import { type Extracted, notesOf, Unreadable } from '../extracted.ts';
import { MarkupBuilder } from '../markup/markup-builder.ts';
import { writeMarkup } from '../markup/write-markup.ts';
import { type Attributes, readXml } from '../packed/xml.ts';
import { readZip } from '../packed/zip.ts';
import { chartText, diagramText } from './slide-drawings.ts';

const PARTS =
  /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|slides\/[^/]+\.xml|slides\/_rels\/[^/]+\.rels|notesSlides\/[^/]+\.xml|charts\/chart[^/]*\.xml|diagrams\/data[^/]*\.xml)$/;

type Parts = Map<string, Buffer>;

/** Pictures give their alternative texts, charts and diagrams their stored words and values; hidden slides are left out. */
export function readPptx(bytes: Buffer): Extracted {
  const parts = readZip(bytes, (name) => PARTS.test(name));
  let struck = 0;
  const slides = slidesOf(parts).flatMap((name) => {
    const slide = readShapes(parts.get(name));
    if (!slide || slide.isHidden) return [];
    const notes = readShapes(parts.get(speakerNotesOf(parts, name) ?? ''));
    struck += slide.struck + (notes?.struck ?? 0);
    return [slideText(slide, drawingsOf(parts, name), notes)];
  });
  return {
    text: slides.join('\f'),
    pages: slides.length,
    pages_without_text: slides.filter((text) => !text).length,
    notes: notesOf({ struck }),
  };
}

/** The parts of the slides in the order in which they are shown. */
function slidesOf(parts: Parts): string[] {
  const presentation = parts.get('ppt/presentation.xml');
  if (!presentation) throw new Unreadable('file_corrupt');
  const targets = relationsOf(parts, 'ppt/_rels/presentation.xml.rels');
  const order: string[] = [];
  readXml(presentation, {
    open(name, { id = '' }) {
      const target = name === 'sldId' ? targets.get(id)?.target : undefined;
      if (target) order.push(`ppt/${target.replace(/^\/ppt\//, '')}`);
    },
  });
  return order;
}

function speakerNotesOf(parts: Parts, slide: string): string | null {
  const relations = relationsOf(parts, relationsPart(slide));
  const notes = [...relations.values()].find(({ type }) => type.endsWith('/notesSlide'));
  return notes ? `ppt/${notes.target.replace(/^(?:\.\.|\/ppt)\//, '')}` : null;
}

/** The charts and diagrams of a slide. */
function drawingsOf(parts: Parts, slide: string): string[] {
  return [...relationsOf(parts, relationsPart(slide)).values()].flatMap(({ type, target }) => {
    const part = parts.get(`ppt/${target.replace(/^(?:\.\.|\/ppt)\//, '')}`);
    if (part && type.endsWith('/chart')) return [chartText(part)];
    return part && type.endsWith('/diagramData') ? [diagramText(part)] : [];
  });
}

const relationsPart = (slide: string): string => slide.replace(/([^/]+)$/, '_rels/$1.rels');

function relationsOf(parts: Parts, name: string): Map<string, { type: string; target: string }> {
  const relations = new Map<string, { type: string; target: string }>();
  const part = parts.get(name);
  if (part)
    readXml(part, {
      open(element, { Id = '', Type = '', Target = '' }) {
        if (element === 'Relationship') relations.set(Id, { type: Type, target: Target });
      },
    });
  return relations;
}

type Shapes = { title: string; body: string; pictures: string[]; isHidden: boolean; struck: number };

function slideText(slide: Shapes, drawings: string[], notes: Shapes | null): string {
  const title = slide.title && `## ${slide.title}`;
  const spoken = notes?.body && `Notas:\n\n${notes.body}`;
  return [title, slide.body, ...slide.pictures, ...drawings, spoken].filter(Boolean).join('\n\n');
}

function readShapes(part: Buffer | undefined): Shapes | null {
  if (!part) return null;
  const reader = new ShapeReader();
  readXml(part, reader);
  return {
    title: reader.title.replace(/\s+/g, ' ').trim(),
    body: writeMarkup(reader.markup.body),
    pictures: reader.pictures,
    isHidden: reader.isHidden,
    struck: reader.struck,
  };
}

/** Placeholders that every slide repeats, and on a page of notes the picture of its slide. */
const REPEATED = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);
const TITLES = new Set(['title', 'ctrTitle']);

class ShapeReader {
  readonly markup = new MarkupBuilder();
  title = '';
  /** The alternative texts of its pictures. */
  readonly pictures: string[] = [];
  isHidden = false;
  /** Runs of text that are struck through, and left out. */
  struck = 0;
  /** The kind of placeholder of the open shape; null for a text box. */
  #placeholder: string | null = null;
  #isText = false;
  #isPicture = false;
  #isStruck = false;
  #covered = 0;

  readonly open = (name: string, attributes: Attributes): void => {
    switch (name) {
      case 'sld':
        this.isHidden = attributes.show === '0';
        return;
      case 'sp':
        this.#placeholder = null;
        return;
      case 'ph':
        this.#placeholder = attributes.type ?? 'body';
        return;
      case 'pic':
        this.#isPicture = true;
        return;
      case 'cNvPr':
        this.#describe(attributes.descr);
        return;
      case 'rPr':
        this.#isStruck = (attributes.strike ?? 'noStrike') !== 'noStrike';
        if (this.#isStruck) this.struck += 1;
        return;
      case 't':
        this.#isText = true;
        return;
      case 'br':
        if (this.#isTitle) this.title += ' ';
        else this.markup.lineBreak();
        return;
      default:
        this.#begin(name, attributes);
    }
  };

  readonly close = (name: string): void => {
    if (name === 't') this.#isText = false;
    if (name === 'r' || name === 'fld') this.#isStruck = false;
    if (name === 'tc' && this.#covered > 0) this.#covered -= 1;
    else if (name === 'tc') this.markup.end('td');
    if (name === 'tr') this.markup.end('tr');
    if (name === 'tbl') this.markup.end('table');
    if (name === 'p') this.#endParagraph();
    if (name === 'txBody') this.markup.end('ul');
    if (name === 'sp') this.#placeholder = null;
    if (name === 'pic') this.#isPicture = false;
  };

  readonly text = (piece: string): void => {
    if (!this.#isText || this.#isStruck || this.#covered > 0 || REPEATED.has(this.#placeholder ?? '')) return;
    if (this.#isTitle) this.title += piece;
    else this.markup.text(piece);
  };

  /** PowerPoint says below a text of its own that nobody has written it. */
  #describe(description = ''): void {
    const text = description.replace(/\n\s*\n[^\n]*(?:automaticamente|automatically)[^\n]*$/, '');
    if (this.#isPicture && text.trim()) this.pictures.push(`Imagem: ${text.replace(/\s+/g, ' ').trim()}`);
  }

  get #isTitle(): boolean {
    return TITLES.has(this.#placeholder ?? '');
  }

  get #isList(): boolean {
    return this.#placeholder === 'body' && !this.markup.isWithin('td');
  }

  #begin(name: string, attributes: Attributes): void {
    if (name === 'tbl') this.markup.begin('table');
    if (name === 'tblPr' && attributes.firstRow === '1') this.markup.begin('thead');
    if (name === 'tr') this.markup.begin('tr');
    if (name === 'tc') {
      if (attributes.hMerge === '1' || attributes.vMerge === '1') this.#covered += 1;
      else
        this.markup.begin('td', `colspan="${attributes.gridSpan ?? 1}" rowspan="${attributes.rowSpan ?? 1}"`);
    }
    if (name === 'p' && !this.#isTitle) this.#beginParagraph();
  }

  #beginParagraph(): void {
    if (this.#isList && !this.markup.isWithin('ul')) this.markup.begin('ul');
    this.markup.begin(this.#isList ? 'li' : 'p');
  }

  #endParagraph(): void {
    if (this.#isTitle) this.title += ' ';
    else this.markup.end(this.#isList ? 'li' : 'p');
  }
}
