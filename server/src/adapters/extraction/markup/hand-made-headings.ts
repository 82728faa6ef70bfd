/**
 * Headings that their writer made by hand: a short paragraph all in bold, underlined or in capitals, before text. Which
 * level they have follows from the headings that are marked, and from the look that is the strongest.
 */
import {
  isGreeting,
  isInCapitals,
  isLawPart,
  isRule,
  isSentence,
  looksLikeTitle,
  readsAsText,
} from '../text/title-looks.ts';
import { type Element, isElement, type Node, within } from './markup-tree.ts';
import { plain } from './write-markup.ts';

/** Bold or underlined letters that are more than this share of a text say nothing. */
const USUAL = 0.4;
const LEVEL_MAX = 6;
/** Blocks between the end of a letter and the names below it. */
const SIGNATURE_REACH = 3;
/** From so many on, parts of a law have levels of their own. */
const LAW_PARTS_MIN = 2;

/** `shout`: in capitals. `strong`: bold or underlined. */
type Look = 'shout' | 'strong';
type Paragraph = { node: Element; text: string; look: Look | null };

export function withHandMadeHeadings(body: Element): Element {
  const nodes = body.children.filter((node) => !isElement(node) || plain(node) || node.tag === 'table');
  const paragraphs = nodes.map((node) => paragraphOf(node));
  if (paragraphs.filter((paragraph) => paragraph && isLawPart(paragraph.text)).length >= LAW_PARTS_MIN)
    return body;
  if (shareOf(paragraphs, (node) => lettersIn(within(node, ...EMPHASIS))) > USUAL) return body;
  const titles = new Map<Node, Look>();
  for (const [index, paragraph] of [...paragraphs.entries()].reverse()) {
    const look = paragraph?.look;
    if (paragraph && look && !isSigned(paragraphs, index) && isFollowed(nodes, paragraphs, index, titles))
      titles.set(paragraph.node, look);
  }
  return { ...body, children: withLevels(body.children, titles) };
}

const EMPHASIS = ['strong', 'u'];

function paragraphOf(node: Node): Paragraph | null {
  if (!isElement(node, 'p')) return null;
  const text = plain(node);
  return { node, text, look: lookOf(node, text) };
}

function lookOf(node: Element, text: string): Look | null {
  if (!looksLikeTitle(text) || [...within(node, 'br')].length || isLink(node, text)) return null;
  if (isInCapitals(text.replace(/\([^)]*\)/g, ''))) return 'shout';
  return isEmphasised(node, text) ? 'strong' : null;
}

const isLink = (node: Element, text: string): boolean =>
  lettersIn(within(node, 'a')) >= text.replace(/\s/g, '').length / 2;

const isEmphasised = (node: Element, text: string): boolean =>
  lettersIn(within(node, ...EMPHASIS)) === text.replace(/\s/g, '').length;

function lettersIn(elements: Iterable<Element>): number {
  let letters = 0;
  for (const element of elements) letters += plain(element).replace(/\s/g, '').length;
  return letters;
}

function shareOf(paragraphs: (Paragraph | null)[], lettersOf: (node: Element) => number): number {
  let [some, all] = [0, 0];
  for (const paragraph of paragraphs) {
    if (!paragraph) continue;
    all += paragraph.text.replace(/\s/g, '').length;
    some += lettersOf(paragraph.node);
  }
  return all ? some / all : 0;
}

/** Below the end of a letter, or the line for a signature, stand names and offices. */
const isSigned = (paragraphs: (Paragraph | null)[], index: number): boolean =>
  paragraphs
    .slice(Math.max(0, index - SIGNATURE_REACH), index)
    .some((before) => before && (isRule(before.text) || isGreeting(before.text)));

/** Before text, a list or a table; or before a title that is weaker and stands before them. */
function isFollowed(
  nodes: Node[],
  paragraphs: (Paragraph | null)[],
  index: number,
  titles: Map<Node, Look>,
): boolean {
  const [own, after] = [paragraphs[index], paragraphs[index + 1]];
  const next = nodes[index + 1];
  if (next === undefined || !own) return false;
  if (isElement(next, 'ul', 'ol', 'table', 'pre')) return true;
  if (!after) return false;
  const look = titles.get(after.node);
  if (look) return own.look === 'shout' && look === 'strong';
  const isBelowTitle = index === 1 && levelOf(nodes[0] ?? '') > 0;
  return after.look === null && (isBelowTitle ? isSentence(after.text) : readsAsText(after.text));
}

/**
 * The children with the titles as headings of their levels. Bold titles stand under the sections among which they are;
 * where they come only after the last one, they may head sections of their own, and claim no more.
 */
function withLevels(children: Node[], titles: Map<Node, Look>): Node[] {
  const base = sectionLevel(children);
  const isSection = (node: Node) => titles.get(node) === 'shout' || levelOf(node) >= base;
  const isAmongSections =
    children.findLastIndex(isSection) > children.findIndex((node) => titles.get(node) === 'strong');
  /** The level of the last heading that is not of the weaker look. */
  let open = base - 1;
  return children.map((node) => {
    if (isSection(node)) open = levelOf(node) || base;
    const look = titles.get(node);
    if (!look || !isElement(node)) return node;
    const level = look === 'strong' && isAmongSections ? open + 1 : base;
    return { ...node, tag: `h${Math.min(LEVEL_MAX, level + depthOf(plain(node)))}` };
  });
}

/** The level at which sections begin: below the title of the document, if it has one. */
function sectionLevel(children: Node[]): number {
  const levels = children.map(levelOf).filter((level) => level > 0);
  const highest = Math.min(...levels);
  if (!levels.length) return 1;
  const isTitle = levels.filter((level) => level === highest).length === 1 && levels[0] === highest;
  const below = levels.filter((level) => level > highest);
  return isTitle ? Math.min(highest + 1, ...below) : highest;
}

const levelOf = (node: Node): number =>
  isElement(node, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6') ? Number(node.tag[1]) : 0;

/** How many numbers stand before the last one: 1 in «2.1 Prazos». */
const depthOf = (text: string): number =>
  (/^\d{1,2}(?:\.\d{1,2}){1,3}/.exec(text)?.[0].split('.').length ?? 1) - 1;
