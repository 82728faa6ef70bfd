/**
 * Headings whose style has a name of its own. Word knows them by their level in the outline, which stands in the paragraph
 * or in its style; writers of other programs number them besides, so that they would pass for items of a list.
 */
const PREFIX = 'ProsaOutline';
const LEVELS = [1, 2, 3, 4, 5, 6];
/** A longer paragraph has a level by mistake. */
const TITLE_MAX = 200;

const STYLE = /<w:style\b[^>]*w:type="paragraph"[^>]*>.*?<\/w:style>/gs;
/** Between the properties of a paragraph and its end are its runs. */
const PARAGRAPH = /<w:pPr>((?:(?!<\/w:pPr>).)*)<\/w:pPr>((?:(?!<\/w:p>).)*)/gs;
const LEVEL = /<w:outlineLvl w:val="([0-5])"\s*\/>/;
/** «heading 1», «Título 2»; other programs write blanks as «_20_». */
const NAME = /^(?:heading|t[íi]tulo)(?:\s|_20_)*([1-6])$/i;

/** Rules for the reader. */
export const OUTLINE_STYLES = LEVELS.map((level) => `p.${PREFIX}${level} => h${level}:fresh`);

/** Gives paragraphs with a level in the outline a style that the reader knows. */
export function withOutlineStyles(parts: Map<string, Buffer>): void {
  const styles = levelsOfStyles(parts.get('word/styles.xml')?.toString() ?? '');
  for (const [name, part] of parts) {
    if (!name.startsWith('word/document')) continue;
    const text = part.toString();
    if (!styles.size && !LEVEL.test(text)) continue;
    const styled = text.replace(PARAGRAPH, (whole, properties: string, runs: string) => {
      const level = LEVEL.exec(properties)?.[1];
      const style = /<w:pStyle w:val="([^"]+)"/.exec(properties)?.[1] ?? '';
      const outline = level === undefined ? styles.get(style) : Number(level) + 1;
      const letters = runs.replace(/<[^>]*>/g, '').trim().length;
      if (outline === undefined || letters === 0 || letters > TITLE_MAX) return whole;
      const rest = properties.replace(/<w:pStyle\b[^>]*>/, '');
      return `<w:pPr><w:pStyle w:val="${PREFIX}${outline}"/>${rest}</w:pPr>${runs}`;
    });
    parts.set(name, Buffer.from(styled));
  }
}

/** By the name of the style's identifier: of itself, or of the style that it is based on. */
function levelsOfStyles(xml: string): Map<string, number> {
  const own = new Map<string, { level: number | undefined; basis: string | undefined }>();
  for (const [style] of xml.matchAll(STYLE)) {
    const id = /w:styleId="([^"]+)"/.exec(style)?.[1];
    const named = NAME.exec(/<w:name w:val="([^"]+)"/.exec(style)?.[1] ?? '')?.[1];
    const outlined = LEVEL.exec(style)?.[1];
    const level = outlined === undefined ? Number(named) || undefined : Number(outlined) + 1;
    if (id) own.set(id, { level, basis: /<w:basedOn w:val="([^"]+)"/.exec(style)?.[1] });
  }
  const found = new Map<string, number>();
  for (const [id, { level, basis = '' }] of own) {
    const known = level ?? own.get(basis)?.level;
    if (known !== undefined) found.set(id, known);
  }
  return found;
}
