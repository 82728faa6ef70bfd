/** Word documents: headings, lists, tables row by row, notes where they are called. */
import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { type Extracted, notesOf, Unreadable } from '../extracted.ts';
import { withHandMadeHeadings } from '../markup/hand-made-headings.ts';
import { type Element, isElement, readHtml } from '../markup/markup-tree.ts';
import { writeMarkup } from '../markup/write-markup.ts';
import { readZip } from '../packed/zip.ts';
import { withoutPages } from '../text/plain-text.ts';
import { OUTLINE_STYLES, withOutlineStyles } from './outline-levels.ts';

/** Text, styles and how they hang together; pictures and what is embedded stay packed. */
const PARTS = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/[^/]+\.rels|[^/]+\.xml))$/;
/** An entity of somebody's own could unfold without end; Word writes none. */
const OWN_ENTITIES = /<!(?:DOCTYPE|ENTITY)/i;

const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h2:fresh",
  'br[type="page"] => br',
  'u => u',
  ...OUTLINE_STYLES,
];

export async function readDocx(bytes: Buffer): Promise<Extracted> {
  const parts = readZip(bytes, (name) => PARTS.test(name));
  if (![...parts.keys()].some((name) => name.startsWith('word/document')))
    throw new Unreadable('file_corrupt');
  for (const part of parts.values())
    if (OWN_ENTITIES.test(part.toString('latin1', 0, 10_000))) throw new Unreadable('file_corrupt');
  const struckStyles = stylesThatStrike(parts);
  const strongStyles = stylesOfStrongParagraphs(parts);
  for (const [name, part] of parts)
    if (name.startsWith('word/'))
      parts.set(name, Buffer.from(part.toString('latin1').replace(/<w:dstrike\b/g, '<w:strike'), 'latin1'));
  withOutlineStyles(parts);
  const unpacked = zipSync(Object.fromEntries(parts), { level: 0 });
  const { value } = await mammoth
    .convertToHtml(
      { buffer: Buffer.from(unpacked) },
      {
        styleMap: [...STYLES, ...struckStyles, ...strongStyles],
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    )
    .catch((cause) => {
      throw new Unreadable('file_corrupt', { cause });
    });
  const body = readHtml(value);
  const struck = withoutStruck(body);
  return withoutPages(writeMarkup(withHandMadeHeadings(body)), notesOf({ struck }));
}

const STYLE = /<w:style\b[^>]*>.*?<\/w:style>/gs;
const STRIKES = /<w:d?strike(?:\s*\/|\s+w:val="(?:true|1|on)"\s*\/)>/;

/** Character styles whose letters are struck, as rules for the reader. */
function stylesThatStrike(parts: Map<string, Buffer>): string[] {
  const styles = parts.get('word/styles.xml')?.toString() ?? '';
  return [...styles.matchAll(STYLE)].flatMap(([style]) => {
    const id = /w:styleId="([\w-]+)"/.exec(style)?.[1];
    return id && style.includes('w:type="character"') && STRIKES.test(style) ? [`r.${id} => s`] : [];
  });
}

const STRONG = /<w:b(?:\s*\/|\s+w:val="(?:true|1|on)"\s*\/)>|<w:u\s[^>]*w:val="(?!none)/;
/** Styles that the reader knows by their names. */
const KNOWN_STYLE = /<w:name w:val="(?:heading|t[íi]tulo|title|subtitle|subt[íi]tulo|list|normal)/i;

/** Styles of somebody's own whose paragraphs are bold or underlined throughout, as rules for the reader. */
function stylesOfStrongParagraphs(parts: Map<string, Buffer>): string[] {
  const styles = parts.get('word/styles.xml')?.toString() ?? '';
  return [...styles.matchAll(STYLE)].flatMap(([style]) => {
    const id = /w:styleId="([\w-]+)"/.exec(style)?.[1];
    const isOwn =
      style.includes('w:type="paragraph"') && !KNOWN_STYLE.test(style) && !style.includes('<w:numPr');
    return id && isOwn && STRONG.test(style) ? [`p.${id} => p:fresh > strong:fresh`] : [];
  });
}

/** Takes struck wording, which is the former one, out of the tree; returns how many passages of it there were. */
function withoutStruck(element: Element): number {
  const kept = element.children.filter((child) => !isElement(child, 's'));
  const struck = element.children.length - kept.length;
  element.children = kept;
  return kept.reduce((sum, child) => sum + (isElement(child) ? withoutStruck(child) : 0), struck);
}
