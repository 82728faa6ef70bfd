// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest';
import { attacks } from '../../../../test/markdown-attacks.ts';
import { mount } from '../../../../test/mount.tsx';
import { Markdown } from './markdown.tsx';

const ELEMENTS = new Set(
  'a blockquote br button code del div em h2 h3 h4 h5 h6 hr li ol p pre section span strong sup table tbody td th thead tr ul'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'aria-label class data-align data-caret data-code data-source disabled href rel role start tabindex target title type'.split(
    ' ',
  ),
);

/** Lists elements and attributes that are not allowed above. Our own icons are left out. */
function strange(place: Element): string[] {
  const found: string[] = [];
  for (const element of place.querySelectorAll('*')) {
    if (element.closest('button > svg.lucide')) continue;
    const name = element.tagName.toLowerCase();
    if (!ELEMENTS.has(name)) found.push(`<${name}>`);
    for (const { name: attribute, value } of element.attributes) {
      if (!ATTRIBUTES.has(attribute)) found.push(`${name} ${attribute}=${value}`);
      if (attribute === 'href' && !/^(?:https?:\/\/|mailto:)/i.test(value))
        found.push(`${name} href=${value}`);
    }
    if (name === 'a' && element.getAttribute('rel') !== 'noopener noreferrer') found.push(element.outerHTML);
  }
  return found;
}

let leave = () => {};
afterEach(() => leave());

test('there are enough attacks, none of them twice', () => {
  expect(new Set(attacks).size).toBe(attacks.length);
  expect(attacks.length).toBeGreaterThanOrEqual(80);
});

describe('O-49 only what we draw ourselves is on the page, whatever was written, whole and cut anywhere', () => {
  test.each(attacks)('%j', (attack) => {
    const page = mount(null);
    leave = page.leave;
    for (let end = 1; end <= attack.length; end++) {
      const cut = attack.slice(0, end);
      page.show(<Markdown key="growing" text={cut} growing />);
      expect(strange(page.place), `growing: ${cut}`).toEqual([]);
      page.show(<Markdown key="whole" text={`Antes.\n\n${cut}`} />);
      expect(strange(page.place), `whole: ${cut}`).toEqual([]);
    }
  });

  test('all of them in one answer, and each inside of a list in a quote', () => {
    const page = mount(<Markdown text={attacks.join('\n\n')} />);
    leave = page.leave;
    expect(strange(page.place)).toEqual([]);
    for (const attack of attacks) {
      page.show(<Markdown text={attack.replace(/^/gm, '> - ')} />);
      expect(strange(page.place), attack).toEqual([]);
    }
  });
});

test('the watch of these tests sees what it should not let through', () => {
  const page = mount(
    <p id="x">
      <a href="/admin">a</a>
      <img src="x" alt="" />
    </p>,
  );
  leave = page.leave;
  expect(strange(page.place).join()).toMatch(/p id=x.*a href=\/admin.*rel|<img>/);
  expect(strange(page.place).length).toBeGreaterThanOrEqual(5);
});
