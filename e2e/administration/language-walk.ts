/** The words that a person or their screen reader meets on a page. */
import type { Page } from '@playwright/test';

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

const hasWordOf = (words: Set<string>, text: string) =>
  text
    // Addresses of pages are no words.
    .replaceAll(/(?:^|\s)\/\S*/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}'@._-]+/u)
    .some((word) => words.has(word.replace(/[.]+$/, '')));

/** Texts with one of the words. */
export async function textsWith(words: Set<string>, page: Page): Promise<string[]> {
  return (await textsOn(page)).filter((text) => hasWordOf(words, text));
}
