/** Tabs over panels: arrow keys move between them, as WAI-ARIA wants it. */
import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

type TabsProps<T extends string> = {
  /** The accessible name of the row of tabs. */
  label: string;
  value: T;
  tabs: readonly {
    value: T;
    label: string;
    /** How many things stand in it; left out while it is not known. */
    count?: number | undefined;
  }[];
  onChange: (value: T) => void;
  children: ReactNode;
};

export function Tabs<T extends string>({ label, value, tabs, onChange, children }: TabsProps<T>) {
  const change = (next: string) => {
    const tab = tabs.find((each) => each.value === next);
    if (tab) onChange(tab.value);
  };
  const list = useRef<HTMLDivElement>(null);
  const shape = `${value} ${tabs.map(({ count }) => count ?? '').join()}`;
  useEffect(() => {
    // On a phone the open one may stand beyond the edge, or be pushed there by a count that came late.
    const [open] = shape.split(' ');
    const row = list.current;
    const tab = row?.querySelector(`[data-value="${open}"]`)?.getBoundingClientRect();
    if (!row || !tab) return;
    // The row alone: `scrollIntoView` would also take the page back up to it, away from where somebody reads.
    const seen = row.getBoundingClientRect();
    if (tab.left < seen.left) row.scrollLeft += tab.left - seen.left;
    else if (tab.right > seen.right) row.scrollLeft += tab.right - seen.right;
  }, [shape]);
  return (
    <Radix.Root value={value} onValueChange={change} className="grid min-w-0 gap-[22px]">
      <Radix.List
        ref={list}
        aria-label={label}
        className="flex gap-6 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_0_var(--line)] phone:gap-5"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            data-value={tab.value}
            className="flex h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-0.5 text-body font-medium whitespace-nowrap text-ink-2 -outline-offset-2 transition-colors hover:text-ink data-[state=active]:border-brand data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="rounded-full bg-sunken px-1.5 text-tiny leading-5 text-ink-2 tabular-nums">
                {tab.count}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

type TabPanelProps = {
  value: string;
  /** Stays alive behind the other tabs, so that what is being typed in it is not lost. */
  keep?: boolean;
  children: ReactNode;
};

export function TabPanel({ value, keep, children }: TabPanelProps) {
  return (
    <Radix.Content
      value={value}
      {...(keep ? { forceMount: true } : {})}
      // Each holds something that takes the focus: a stop of its own would be one where nothing can be done.
      tabIndex={-1}
      className="min-w-0 outline-none data-[state=inactive]:hidden"
    >
      {children}
    </Radix.Content>
  );
}
