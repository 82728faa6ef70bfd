/** The search through one's conversations. While a term is typed, results take the place of the list. */
import { type KeyboardEvent, type ReactNode, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import { SEARCH_MAX } from '#contract/limits.ts';
import { fetched } from '../../../lib/fetched.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { moveByArrows } from '../../agent-chooser/arrow-keys.ts';
import { texts } from '../texts.ts';
import { KeyHint, searchKeys } from './key-hint.tsx';

const DEBOUNCE_MS = 300;

/** Fetched after the page has been drawn, so that the first letter finds it here. */
const { Component: HistoryResults, fetch: fetchResults } = fetched(
  async () => (await import('./history-results.tsx')).HistoryResults,
);

type HistorySearchProps = {
  box: Ref<HTMLInputElement>;
  /** Esc in an empty box. */
  onLeave: () => void;
  /** Whether the keyboard shortcut is shown in the box. */
  hinted: boolean;
  children: ReactNode;
};

export function HistorySearch({ box, onLeave, hinted, children }: HistorySearchProps) {
  const [typed, setTyped] = useState('');
  const [settled, setSettled] = useSettled(typed.trim());
  const place = useRef<HTMLDivElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const input = () => place.current?.querySelector('input') ?? null;
  useEffect(() => {
    // The first letter that is typed fetches it again.
    fetchResults().catch(() => undefined);
  }, []);

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      if (typed) setTyped('');
      else if (event.target === input()) onLeave();
      if (typed) input()?.focus();
    }
    if (event.key === 'Enter' && event.target === input()) {
      const first = results.current?.querySelector<HTMLElement>(':not([data-old]) > li > [data-hit]');
      if (settled === typed.trim()) first?.click();
      else setSettled(typed.trim());
    }
    moveByArrows(event, { box: input(), list: results.current, items: '[data-hit]' });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys between what is focusable itself
    <div
      ref={place}
      data-keeps-escape={typed ? '' : undefined}
      onKeyDown={press}
      className="flex min-h-0 flex-1 flex-col gap-3"
    >
      <search className="relative">
        <SearchBox
          ref={box}
          value={typed}
          onChange={(next) => setTyped(next.slice(0, SEARCH_MAX))}
          label={texts.search}
          keys={hinted ? searchKeys['aria-keyshortcuts'] : undefined}
          // As light as the button above it, and short enough for the hint beside its words.
          className="desk:[&_input]:h-[38px] desk:[&_input]:text-control"
        />
        {hinted && !typed && <KeyHint className="absolute inset-y-0 right-2 my-auto h-fit" />}
      </search>
      {typed.trim() ? (
        <Suspense fallback={null}>
          <HistoryResults ref={results} term={settled} waiting={settled !== typed.trim()} />
        </Suspense>
      ) : (
        children
      )}
    </div>
  );
}

/** The debounced value, or the value that was set by Enter. */
function useSettled(value: string): [string, (value: string) => void] {
  const still = useDebounced(value, DEBOUNCE_MS);
  const [hurried, setHurried] = useState<string | undefined>();
  return [hurried === value ? hurried : still, setHurried];
}
