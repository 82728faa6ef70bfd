// @vitest-environment happy-dom
import { act, Component as BaseComponent, type ReactNode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { fetched, fetchedDialog } from './fetched.tsx';

const Hello = ({ name }: { name: string }) => <p>Olá, {name}</p>;

function Wait({ noted }: { noted: string[] }) {
  noted.push('waited');
  return null;
}

async function mounted() {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.createElement('div');
  const root = createRoot(place);
  return { place, draw: (node: React.ReactNode) => act(async () => root.render(node)) };
}

test('code that is here is drawn at once, without a moment of waiting', async () => {
  const { Component, fetch } = fetched(async () => Hello);
  await fetch();
  const { place, draw } = await mounted();
  const waits: string[] = [];
  await draw(
    <Suspense fallback={<Wait noted={waits} />}>
      <Component name="Ana" />
    </Suspense>,
  );
  expect([place.textContent, waits]).toEqual(['Olá, Ana', []]);
});

test('code that is not here yet is waited for, and fetched once', async () => {
  let asked = 0;
  const { Component, fetch } = fetched(async () => {
    asked += 1;
    return Hello;
  });
  const { place, draw } = await mounted();
  void fetch();
  await draw(
    <Suspense fallback="…">
      <Component name="Ana" />
    </Suspense>,
  );
  expect([place.textContent, asked]).toEqual(['Olá, Ana', 1]);
});

test('code that could not be fetched is asked for again', async () => {
  let asked = 0;
  const { fetch } = fetched(async () => {
    asked += 1;
    if (asked === 1) throw new Error('away');
    return Hello;
  });
  await expect(fetch()).rejects.toThrow('away');
  await expect(fetch()).resolves.toBe(Hello);
});

class Holds extends BaseComponent<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError = (cause: Error) => ({ message: cause.message });
  override render() {
    return this.state.message || this.props.children;
  }
}

test('code that cannot be fetched ends in the error boundary, and the next mount asks again', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const { Component } = fetched(async () => {
    asked += 1;
    if (asked === 1) throw new Error('away');
    return Hello;
  });
  const page = (key: string) => (
    <Holds key={key}>
      <Suspense fallback="…">
        <Component name="Ana" />
      </Suspense>
    </Holds>
  );
  const { place, draw } = await mounted();
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
  await draw(page('one'));
  expect([place.textContent, asked]).toEqual(['away', 1]);
  silent.mockRestore();
  await vi.advanceTimersByTimeAsync(5_000);
  await draw(page('two'));
  expect([place.textContent, asked]).toEqual(['Olá, Ana', 2]);
  vi.useRealTimers();
});

test('the code of a dialog is fetched before it is opened, and the dialog stays mounted once it is closed', async () => {
  let asked = 0;
  const Dialog = fetchedDialog(async () => {
    asked += 1;
    return ({ open }: { open: boolean }) => (open ? 'aberta' : 'fechada');
  });
  const { place, draw } = await mounted();
  await draw(<Dialog open={false} />);
  expect([place.textContent, asked]).toEqual(['', 1]);
  await draw(<Dialog open />);
  expect([place.textContent, asked]).toEqual(['aberta', 1]);
  await draw(<Dialog open={false} />);
  expect([place.textContent, asked]).toEqual(['fechada', 1]);
});
