// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { Button } from '../controls/button.tsx';
import { Alert } from './alert.tsx';

async function drawn(node: React.ReactNode) {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const draw = (next: React.ReactNode) => act(async () => root.render(next));
  await draw(node);
  const click = (detail: number) =>
    act(async () => {
      place
        .querySelector('button')
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
    });
  return { place, draw, click, close: () => act(async () => root.unmount()) };
}

test('a form is sent by the first click of a double one only', async () => {
  let sent = 0;
  const { click, close } = await drawn(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent += 1;
      }}
    >
      <Button type="submit">Enviar</Button>
    </form>,
  );
  await click(1);
  await click(2);
  expect(sent).toBe(1);
  // The Enter key.
  await click(0);
  expect(sent).toBe(2);
  await close();
});

test('an alert is busy while the next try is under way, and its words are put up anew when that has failed alike', async () => {
  const { place, draw, close } = await drawn(<Alert title="Código inválido" />);
  const words = () => place.querySelector('p');
  const first = words();
  await draw(<Alert title="Código inválido" retrying />);
  expect(place.querySelector('[role="alert"]')?.getAttribute('aria-busy')).toBe('true');
  expect(words()).toBe(first);
  await draw(<Alert title="Código inválido" retrying={false} />);
  expect(place.querySelector('[role="alert"]')?.hasAttribute('aria-busy')).toBe(false);
  expect(words()?.textContent).toBe('Código inválido');
  expect(words()).not.toBe(first);
  await close();
});
