/** Books in EPUB: the chapters in the order in which they are read. */
import { posix } from 'node:path';
import { type Extracted, notesOf, Unreadable } from '../extracted.ts';
import { readXml } from '../packed/xml.ts';
import { readZip } from '../packed/zip.ts';
import { decodeText } from '../text/encoding.ts';
import { withoutPages } from '../text/plain-text.ts';
import { textOfHtml } from './html.ts';

const PARTS = /\.(?:x?html?|opf|xml)$/i;
/** Ways of hiding the letters of fonts, which are no protection of the text. */
const FONTS = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

export function readEpub(bytes: Buffer): Extracted {
  const parts = readZip(bytes, (name) => PARTS.test(name));
  if (isProtected(parts.get('META-INF/encryption.xml'))) throw new Unreadable('file_encrypted');
  const chapters = chaptersOf(parts).flatMap((name) => {
    const part = parts.get(name);
    return part ? [textOfHtml(decodeText(part))] : [];
  });
  const text = chapters
    .map((chapter) => chapter.text)
    .filter(Boolean)
    .join('\n\n');
  return withoutPages(text, notesOf({ struck: chapters.reduce((sum, { struck }) => sum + struck, 0) }));
}

function isProtected(part: Buffer | undefined): boolean {
  let isText = false;
  if (part)
    readXml(part, {
      open(name, { Algorithm = '' }) {
        if (name === 'EncryptionMethod' && !FONTS.test(Algorithm)) isText = true;
      },
    });
  return isText;
}

/** The parts of the chapters in the order of the spine; what stands outside of the reading order is left out. */
function chaptersOf(parts: Map<string, Buffer>): string[] {
  const root = packageOf(parts.get('META-INF/container.xml'));
  const part = parts.get(root);
  if (!part) throw new Unreadable('file_corrupt');
  const places = new Map<string, string>();
  const order: string[] = [];
  readXml(part, {
    open(name, { id = '', href = '', idref = '', linear = 'yes' }) {
      if (name === 'item') places.set(id, href);
      if (name === 'itemref' && linear !== 'no') order.push(idref);
    },
  });
  const folder = posix.dirname(root);
  return order.flatMap((id) => {
    const href = places.get(id);
    return href ? [posix.join(folder, decoded(href))] : [];
  });
}

function packageOf(container: Buffer | undefined): string {
  let path = '';
  if (container)
    readXml(container, {
      open(name, attributes) {
        if (name === 'rootfile') path ||= attributes['full-path'] ?? '';
      },
    });
  return path;
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
