/** Web pages: headings, lists, tables row by row; without menus, scripts and what is hidden. Nothing is fetched. */
import { Parser } from 'htmlparser2';
import { type Extracted, notesOf } from '../extracted.ts';
import { withHandMadeHeadings } from '../markup/hand-made-headings.ts';
import { MarkupBuilder } from '../markup/markup-builder.ts';
import { writeMarkup } from '../markup/write-markup.ts';
import { decodeText } from '../text/encoding.ts';
import { withoutPages } from '../text/plain-text.ts';

/** Elements whose text is no part of the document. */
const LEFT_OUT = new Set(
  'script style noscript template svg math iframe object canvas audio video select button textarea nav footer head'.split(
    ' ',
  ),
);
/** Elements of the tree that is written, under the tags that it knows. */
const TAGS: Record<string, string> = {
  ...Object.fromEntries(
    'h1 h2 h3 h4 h5 h6 p ul ol li table thead tr td th pre strong'.split(' ').map((tag) => [tag, tag]),
  ),
  b: 'strong',
  u: 'strong',
  menu: 'ul',
  caption: 'p',
  dt: 'p',
  dd: 'p',
  figcaption: 'p',
};
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd label mark q ruby samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

const HEADING = /^h[1-6]$/;
/** A page with so many marked headings marks them all; what stands in bold besides are the heads of boxes. */
const MARKED_MIN = 2;

export function readHtml(bytes: Buffer): Extracted {
  const { text, struck } = textOfHtml(decodeText(bytes));
  return withoutPages(text, notesOf({ struck }));
}

/** The title of the page stands in front where no heading of the first level does. `struck`: passages that were left out. */
export function textOfHtml(html: string): { text: string; struck: number } {
  const reader = new HtmlReader();
  const parser = new Parser(
    { onopentag: reader.open, onclosetag: reader.close, ontext: reader.text },
    { decodeEntities: true },
  );
  parser.end(html);
  const text = writeMarkup(
    reader.headings >= MARKED_MIN ? reader.markup.body : withHandMadeHeadings(reader.markup.body),
  );
  const title = reader.title.replace(/\s+/g, ' ').trim();
  return {
    text: title && text && !reader.hasHeading ? `# ${title}\n\n${text}` : text,
    struck: reader.struck,
  };
}

class HtmlReader {
  readonly markup = new MarkupBuilder();
  title = '';
  /** Whether the page has a heading of the first level. */
  hasHeading = false;
  /** Headings that the page marks. */
  headings = 0;
  struck = 0;
  #isTitle = false;
  #skipped = 0;

  readonly open = (name: string, attributes: Record<string, string>): void => {
    if (name === 'title' && !this.title) this.#isTitle = true;
    const isStruck = isCrossedOut(name, attributes);
    if (this.#skipped === 0 && isStruck) this.struck += 1;
    if (this.#skipped > 0 || isStruck || isLeftOut(name, attributes)) {
      this.#skipped += 1;
      return;
    }
    if (name === 'h1') this.hasHeading = true;
    if (HEADING.test(name)) this.headings += 1;
    const tag = TAGS[name];
    if (name === 'br') this.markup.lineBreak();
    else if (tag) this.markup.begin(tag, spans(attributes));
    else if (!INLINE.has(name)) this.markup.breakParagraph();
  };

  readonly close = (name: string): void => {
    if (name === 'title') this.#isTitle = false;
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    const tag = TAGS[name];
    if (tag) this.markup.end(tag);
    else if (!INLINE.has(name) && name !== 'br') this.markup.breakParagraph();
  };

  readonly text = (piece: string): void => {
    if (this.#isTitle) this.title += piece;
    if (this.#skipped > 0) return;
    this.markup.text(this.markup.isWithin('pre') ? piece : piece.replace(/\s+/g, ' '));
  };
}

/** Struck wording is the former one: compiled laws keep it beside the one in force. */
const isCrossedOut = (name: string, { style = '' }: Record<string, string>): boolean =>
  name === 's' ||
  name === 'strike' ||
  name === 'del' ||
  /text-decoration(?:-line)?:[^;]*line-through/i.test(style);

const isLeftOut = (name: string, attributes: Record<string, string>): boolean =>
  LEFT_OUT.has(name) ||
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  /display:\s*none/i.test(attributes.style ?? '');

const spans = ({ colspan = '1', rowspan = '1' }: Record<string, string>): string =>
  `colspan="${colspan.replace(/\D/g, '')}" rowspan="${rowspan.replace(/\D/g, '')}"`;
