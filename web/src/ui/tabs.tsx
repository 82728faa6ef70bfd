import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';

type TabsProps<T extends string> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly { value: T; label: string; count?: number }[];
  /** One `TabPanel` for each tab. */
  children: ReactNode;
};

export function Tabs<T extends string>({ label, value, onChange, tabs, children }: TabsProps<T>) {
  const pick = (next: string) => {
    const tab = tabs.find((each) => each.value === next);
    if (tab) onChange(tab.value);
  };
  return (
    <Primitive.Root value={value} onValueChange={pick}>
      <Primitive.List aria-label={label} className="flex gap-[22px] overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="flex items-center gap-2 border-b-2 border-transparent px-0.5 py-2.5 font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-brand data-[state=active]:text-ink phone:min-h-11"
          >
            {tab.label}
            {tab.count !== undefined && <Badge>{tab.count}</Badge>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {children}
    </Primitive.Root>
  );
}

export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Primitive.Content value={value} className="pt-5 focus-visible:outline-offset-4">
      {children}
    </Primitive.Content>
  );
}
