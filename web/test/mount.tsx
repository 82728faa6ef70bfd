/** Puts a component on a page of its own, for tests. */
import { act, type ReactNode } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

export function mount(what: ReactNode, options: RootOptions = {}) {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place, options);
  act(() => root.render(what));
  return {
    place,
    show: (next: ReactNode) => act(() => root.render(next)),
    leave: () => {
      act(() => root.unmount());
      place.remove();
    },
  };
}
