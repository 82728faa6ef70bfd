// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { mount } from '../../../../test/mount.tsx';
import { texts } from '../texts.ts';
import { MessageBoundary } from './message-boundary.tsx';

let leave = () => {};
afterEach(() => leave());

/** Stands for what nobody has thought of. */
function Words({ text }: { text: string }) {
  if (text.includes('!')) throw new RangeError('Maximum call stack size exceeded');
  return <strong>{text}</strong>;
}

const message = (text: string, growing = false) => (
  <MessageBoundary text={text} attempt={growing || text}>
    <Words text={text} />
  </MessageBoundary>
);

function shown(what: React.ReactNode) {
  const caught: unknown[] = [];
  const page = mount(what, { onCaughtError: (cause) => caught.push(cause) });
  leave = page.leave;
  return { ...page, caught };
}

test('a message that cannot be drawn is read as it was written; those beside it stay as they are', () => {
  const { place, caught } = shown(
    <>
      {message('antes')}
      {message('**quebra**\n!')}
      {message('depois')}
    </>,
  );
  expect([...place.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual([
    'antes',
    'depois',
  ]);
  expect(place.textContent).toBe(`antes${texts.notDrawn}**quebra**\n!depois`);
  expect(caught).toHaveLength(1);
});

test('while it grows its plain text grows, and at its end it is drawn if it can be', () => {
  const { place, show, caught } = shown(message('Uma', true));
  show(message('Uma !', true));
  expect(place.textContent).toBe(`${texts.notDrawn}Uma !`);
  show(message('Uma ! resposta', true));
  show(message('Uma ! resposta inteira', true));
  expect(place.textContent).toBe(`${texts.notDrawn}Uma ! resposta inteira`);
  // It was not tried again with every word.
  expect(caught).toHaveLength(1);
  show(message('Uma resposta inteira'));
  expect(place.innerHTML).toBe('<strong>Uma resposta inteira</strong>');
});
