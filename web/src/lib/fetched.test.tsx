// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { fetched } from './fetched.tsx';

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
