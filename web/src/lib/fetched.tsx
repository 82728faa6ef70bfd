/**
 * A component whose code is imported when it is first needed. React's own `lazy` suspends at its first rendering even
 * when the code is already here, and each suspension costs 300 ms, because React throttles the reveal of fallbacks.
 */
import { type ComponentType, Suspense, use, useEffect, useState } from 'react';

export type Fetched<P> = {
  Component: ComponentType<P>;
  /** Starts the import; returns the same promise while it is pending and once it has succeeded. */
  fetch: () => Promise<unknown>;
};

/** A failed import stays failed this long, so that React, which renders again, throws it to the error boundary. */
const FAILED_MS = 1_000;

export function fetched<P extends object>(load: () => Promise<ComponentType<P>>): Fetched<P> {
  let current: Promise<ComponentType<P>> | undefined;
  let isFailed = false;
  function start(): Promise<ComponentType<P>> {
    isFailed = false;
    const started = load();
    current = started;
    started.then(
      // With these fields React reads the value synchronously.
      (value) => Object.assign(started, { status: 'fulfilled', value }),
      () => {
        isFailed = true;
        setTimeout(() => {
          if (current === started) current = undefined;
        }, FAILED_MS);
      },
    );
    return started;
  }
  // Called once a module, as `lazy` is: `use` returns the same component at every rendering.
  function Whole(props: P) {
    const Component = use(current ?? start());
    // oxlint-disable-next-line react/static-components
    return <Component {...props} />;
  }
  return { Component: Whole, fetch: () => (current && !isFailed ? current : start()) };
}

/**
 * A dialog whose code is fetched as soon as the page that opens it is shown, and not before. Once it was open it stays
 * mounted, so that it can give the focus back.
 */
export function fetchedDialog<P extends { open: boolean }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const { Component, fetch } = fetched(load);
  return function FetchedDialog(props: P) {
    const [wasOpened, setOpened] = useState(props.open);
    if (props.open && !wasOpened) setOpened(true);
    useEffect(() => {
      // The opening itself fetches again.
      fetch().catch(() => undefined);
    }, []);
    if (!wasOpened) return null;
    return (
      <Suspense fallback={null}>
        <Component {...props} />
      </Suspense>
    );
  };
}
