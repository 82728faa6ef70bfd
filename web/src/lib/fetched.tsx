/**
 * A component whose code comes when it is first wanted. React's own `lazy` waits at its first drawing even when
 * the code is already here, and each such wait costs 300 ms: React spaces out what a fallback gives way to.
 */
import { type ComponentType, use } from 'react';

export type Fetched<P> = {
  Component: ComponentType<P>;
  /** Fetches the code now; the same promise while it is under way and when it is here. */
  fetch: () => Promise<unknown>;
};

export function fetched<P extends object>(load: () => Promise<ComponentType<P>>): Fetched<P> {
  let coming: Promise<ComponentType<P>> | undefined;
  const fetch = () => {
    coming ??= asked();
    return coming;
  };
  function asked(): Promise<ComponentType<P>> {
    const read = load();
    read.then(
      // Where these stand React takes the value at once, without waiting a turn for it.
      (value) => Object.assign(read, { status: 'fulfilled', value }),
      () => {
        // The next one who wants it asks again.
        coming = undefined;
      },
    );
    return read;
  }
  // Called once a module, as `lazy` is: `use` returns the same component at every rendering.
  function Whole(props: P) {
    const Component = use(fetch());
    // oxlint-disable-next-line react/static-components
    return <Component {...props} />;
  }
  return { Component: Whole, fetch };
}
