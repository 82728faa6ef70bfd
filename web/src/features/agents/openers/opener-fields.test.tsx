import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OPENERS_MAX } from '#contract/limits.ts';
import { OpenerFields } from './opener-fields.tsx';

const fieldsFor = (...written: string[]) => {
  const openers = [...written, ...Array<string>(OPENERS_MAX - written.length).fill('')];
  const html = renderToStaticMarkup(
    <OpenerFields openers={openers} disabled={false} empty={[]} onChange={() => undefined} />,
  );
  return html.match(/<input/g)?.length;
};

test('example questions begin with three fields, and below the last written one there is always another, up to the limit', () => {
  expect(fieldsFor()).toBe(3);
  expect(fieldsFor('Qual é o prazo?')).toBe(3);
  expect(fieldsFor('Qual é o prazo?', '', 'Quem assina?')).toBe(4);
  expect(fieldsFor('a', 'b', 'c', 'd', 'e', 'f')).toBe(OPENERS_MAX);
});
