// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoadNearEnd } from './load-near-end.tsx';

type Watching = { options: IntersectionObserverInit; see: (isIntersecting: boolean) => void; left: boolean };
let observers: Watching[] = [];
let root: Root;

beforeEach(() => {
  observers = [];
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly watching: Watching;
      constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit) {
        const see = (isIntersecting: boolean) =>
          callback([{ isIntersecting } as IntersectionObserverEntry], this as never);
        this.watching = { options, see, left: false };
        observers.push(this.watching);
      }
      observe() {}
      disconnect() {
        this.watching.left = true;
      }
    },
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function show(count: number, loading: boolean, onReach: () => void) {
  act(() => root.render(<LoadNearEnd count={count} loading={loading} onReach={onReach} />));
}

test('R-CONST-06 R-GRP-21 more is asked for 100 px before the end of what scrolls, once a tenth of the end is seen', () => {
  const scroller = document.createElement('div');
  scroller.style.overflowY = 'auto';
  const inner = scroller.appendChild(document.createElement('div'));
  document.body.append(scroller);
  root = createRoot(inner);
  const onReach = vi.fn();
  show(50, false, onReach);
  expect(observers.map(({ options }) => options)).toEqual([
    { root: scroller, rootMargin: '0px 0px 100px 0px', threshold: 0.1 },
  ]);
  observers[0]?.see(false);
  expect(onReach).not.toHaveBeenCalled();
  observers[0]?.see(true);
  expect(onReach).toHaveBeenCalledOnce();
});

test('nothing is asked for while a page is on its way; a page that left the end in sight is followed by the next', () => {
  const inner = document.body.appendChild(document.createElement('div'));
  root = createRoot(inner);
  const onReach = vi.fn();
  show(50, false, onReach);
  show(50, true, onReach);
  expect(observers.map(({ left }) => left)).toEqual([true]);
  expect(inner.querySelector('[role=status]')).not.toBeNull();
  show(100, false, onReach);
  expect(observers).toHaveLength(2);
  expect(observers[1]?.options.root).toBeNull();
  observers[1]?.see(true);
  expect(onReach).toHaveBeenCalledOnce();
});
