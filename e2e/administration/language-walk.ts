/** The words that a person or their screen reader meets on a page. */
import type { Page, Response } from '@playwright/test';
import { wordsFoundIn } from '../../tests/support/words-of-a-language.ts';

/** Texts outside of code and of what is marked as of another language or as written by people. */
async function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said: string[] = [document.title];
    const other = document.documentElement.lang === 'en' ? 'pt-BR' : 'en';
    const walk = (element: Element) => {
      if (element.closest(`code, pre, .cm-editor, textarea, svg, [lang="${other}"], [data-written]`)) return;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        said.push(element.getAttribute(name) ?? '');
      for (const child of element.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) said.push(child.textContent ?? '');
        else if (child instanceof Element) walk(child);
      }
    };
    walk(document.body);
    return said;
  });
}

const hasWordOf = (words: Set<string>, text: string) => wordsFoundIn(words, text).length > 0;

/** Texts with one of the words. */
export async function textsWith(words: Set<string>, page: Page): Promise<string[]> {
  return (await textsOn(page)).filter((text) => hasWordOf(words, text));
}

/** Words that a screen in English quotes as they stand in files and lists. */
const LITERAL = [
  'nome (name)',
  'telefone (phone)',
  'grupo (group)',
  'ficheiro/arquivo',
  'palavra-passe/senha',
];

/** Every text of the API's replies is content, in the language in which people wrote it. */
export function listenToContents(page: Page) {
  const contents = new Set<string>(LITERAL);
  const keep = (value: unknown) => {
    if (typeof value === 'string') {
      if (value.length > 2) contents.add(value.replace(/\s+/g, ' ').trim());
    } else if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) keep(each);
  };
  const reading = new Set<Promise<void>>();
  const read = async (response: Response) => {
    const text = await response.text().catch(() => '');
    // A stream has an event in each of its lines.
    for (const line of text.startsWith('{') ? [text] : text.split('\n'))
      keep(jsonOf(line.replace(/^data: /, '')));
  };
  page.on('response', (response) => {
    if (!response.url().includes('/api/v1/')) return;
    const under_way = read(response);
    // A stream may go on for as long as the page is open.
    if (response.headers()['content-type']?.includes('text/event-stream')) return;
    reading.add(under_way);
    void under_way.finally(() => reading.delete(under_way));
  });
  /** Texts with one of the words besides those of contents. */
  return async (words: Set<string>): Promise<string[]> => {
    const texts = await textsOn(page);
    // A reply that the page already shows may not have been read here yet.
    await Promise.all(reading);
    return texts.filter((text) => {
      if (!hasWordOf(words, text)) return false;
      // A part of a longer text, such as a paragraph of an answer.
      if ([...contents].some((content) => content.includes(text.trim()))) return false;
      let rest = text;
      // The longest first: a short one may be a part of it.
      for (const content of [...contents].sort((a, b) => b.length - a.length))
        if (rest.includes(content)) rest = rest.replaceAll(content, ' ');
      return hasWordOf(words, rest);
    });
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
