// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { focusAt, focusPlaceOf } from './focus-place.ts';

afterEach(() => document.body.replaceChildren());

const row = (name: string) =>
  `<li><a href="/${name}">${name}</a><button>Renomear ${name}</button><button>Excluir ${name}</button></li>`;
const show = (html: string) => {
  document.body.innerHTML = html;
};
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLElement;
const focused = () => document.activeElement?.textContent;

function remembered(name: string) {
  button(name).focus();
  return focusPlaceOf(button(name));
}

test('what is still there has the focus again', () => {
  show(`<main><div><div><ul>${row('a')}${row('b')}</ul></div></div></main>`);
  const place = remembered('Excluir a');
  (document.activeElement as HTMLElement).blur();
  focusAt(place);
  expect(focused()).toBe('Excluir a');
});

test('of a row that is gone the next one takes over at the same button, of the last the one before', () => {
  show(`<main><div><div><ul>${row('a')}${row('b')}${row('c')}</ul></div></div></main>`);
  const second = remembered('Excluir b');
  button('Excluir b').closest('li')?.remove();
  focusAt(second);
  expect(focused()).toBe('Excluir c');
  const last = remembered('Renomear c');
  button('Renomear c').closest('li')?.remove();
  focusAt(last);
  expect(focused()).toBe('Renomear a');
});

test('of a list that is gone the nearest thing outside of it takes over, never a box to write in', () => {
  show(
    `<main><div><div><section><input><button>Nova</button><ul>${row('a')}</ul></section></div></div></main>`,
  );
  const place = remembered('Excluir a');
  document.querySelector('ul')?.remove();
  focusAt(place);
  expect(focused()).toBe('Nova');
});

test('of a list that leaves nothing to press in its section the title takes over, where it can', () => {
  show(
    `<main><div><div><section><header><h3 tabindex="-1">Chaves</h3></header><ul>${row('a')}</ul><p>Nenhuma</p></section><button>Outra</button></div></div></main>`,
  );
  const place = remembered('Excluir a');
  document.querySelector('ul')?.remove();
  focusAt(place);
  expect(focused()).toBe('Chaves');
});

test('of a whole screen that is gone the room takes over, not the first thing of the next screen', () => {
  show('<main tabindex="-1"><div><div><button>Abrir</button></div></div></main>');
  const place = remembered('Abrir');
  const room = document.querySelector('main > div') as HTMLElement;
  room.innerHTML = '<div><button>Excluir tudo</button></div>';
  focusAt(place);
  expect(document.activeElement?.tagName).toBe('MAIN');
});
