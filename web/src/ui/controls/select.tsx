/** One of many, in groups, with more to say about each than a native select can show. */
import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { classes } from '../classes.ts';

export type SelectOption = {
  value: string;
  /** Found by typing. */
  text: string;
  content: ReactNode;
  /** Shown, but not to be chosen. */
  disabled?: boolean;
};
export type SelectGroup = { label: string; options: SelectOption[] };

type SelectProps = {
  label: string;
  /** The chosen option as the closed box shows it. */
  shown: ReactNode;
  value: string;
  groups: SelectGroup[];
  disabled?: boolean;
  onChange: (value: string) => void;
};

export function Select({ label, shown, value, groups, disabled, onChange }: SelectProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(value);
  const options = groups.flatMap((group) => group.options);
  const idOf = (option: string) => `${id}-${options.findIndex((each) => each.value === option)}`;

  const toggle = (next: boolean) => {
    if (next) setActive(value);
    setOpen(next);
  };
  const choose = (option: string) => {
    if (options.find(({ value }) => value === option)?.disabled) return;
    setOpen(false);
    onChange(option);
  };
  const go = (option: string) => {
    setActive(option);
    document.getElementById(idOf(option))?.scrollIntoView({ block: 'nearest' });
  };
  const move = useKeys({ options, active, choose, go });

  return (
    <Popover.Root open={open} onOpenChange={toggle}>
      <span id={`${id}-label`} className="text-label font-medium">
        {label}
      </span>
      <Popover.Trigger
        id={`${id}-box`}
        disabled={disabled}
        aria-haspopup="listbox"
        aria-labelledby={`${id}-label ${id}-box`}
        onKeyDown={(event) => openWithArrow(event, () => toggle(true))}
        className="flex min-h-[42px] w-full items-center justify-between gap-2 rounded-control border border-line-strong bg-surface px-3 py-1.5 text-left text-body transition-colors focus-visible:border-brand focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-brand/45 enabled:hover:border-ink-3 disabled:cursor-default disabled:border-line disabled:bg-transparent phone:min-h-11"
      >
        <span className="min-w-0">{shown}</span>
        {/* Its room is kept: what is shown does not break anew when it may be changed. */}
        <ChevronsUpDown className={classes('text-ink-3', disabled && 'invisible')} />
      </Popover.Trigger>
      <Popover.Portal>
        <Listbox label={label} activeId={idOf(active)} onKeyDown={move}>
          {groups.map((group, index) => (
            <Group
              key={group.label}
              id={`${id}-group-${index}`}
              group={group}
              value={value}
              active={active}
              idOf={idOf}
              onActive={setActive}
              onChoose={choose}
            />
          ))}
        </Listbox>
      </Popover.Portal>
    </Popover.Root>
  );
}

type ListboxProps = {
  label: string;
  activeId: string;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
};

function Listbox({ label, activeId, onKeyDown, children }: ListboxProps) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <Popover.Content
      ref={list}
      role="listbox"
      tabIndex={0}
      align="start"
      sideOffset={6}
      collisionPadding={12}
      aria-label={label}
      aria-activedescendant={activeId}
      onKeyDown={onKeyDown}
      onOpenAutoFocus={(event) => showFirst(event, list, activeId)}
      className="z-50 max-h-[min(400px,var(--radix-popover-content-available-height))] w-[max(var(--radix-popover-trigger-width),min(420px,calc(100vw-24px)))] overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-2 outline-none animate-appear"
    >
      {children}
    </Popover.Content>
  );
}

type GroupProps = {
  id: string;
  group: SelectGroup;
  value: string;
  active: string;
  idOf: (option: string) => string;
  onActive: (option: string) => void;
  onChoose: (option: string) => void;
};

function Group({ id, group, value, active, idOf, onActive, onChoose }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
    <div role="group" aria-labelledby={id}>
      <div id={id} className="px-2.5 pt-2 pb-1 text-tiny font-medium text-ink-3 select-none">
        {group.label}
      </div>
      {group.options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself hears the keys
        // biome-ignore lint/a11y/useFocusableInteractive: named by aria-activedescendant instead
        <div
          key={option.value}
          id={idOf(option.value)}
          role="option"
          aria-selected={option.value === value}
          aria-disabled={option.disabled}
          onPointerMove={() => onActive(option.value)}
          onClick={() => onChoose(option.value)}
          className={classes(
            'flex cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-2 phone:min-h-11',
            option.value === active && 'bg-sunken',
            option.disabled && 'cursor-not-allowed opacity-60',
          )}
        >
          <span className="min-w-0 flex-1">{option.content}</span>
          <Check className={classes('text-brand', option.value !== value && 'invisible')} />
        </div>
      ))}
    </div>
  );
}

type Keys = {
  options: SelectOption[];
  active: string;
  go: (value: string) => void;
  choose: (value: string) => void;
};

const TYPING_PAUSE_MS = 600;

/** Arrows, ends, Enter and typing the beginning of a name. */
function useKeys({ options, active, go, choose }: Keys) {
  const typed = useRef({ text: '', at: 0 });
  return (event: KeyboardEvent) => {
    const at = options.findIndex(({ value }) => value === active);
    const target = stepOf(event.key, at, options.length);
    const next = target === null ? undefined : options[target];
    if (next) {
      event.preventDefault();
      return go(next.value);
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return choose(active);
    }
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const fresh = event.timeStamp - typed.current.at > TYPING_PAUSE_MS;
    typed.current = { text: (fresh ? '' : typed.current.text) + event.key, at: event.timeStamp };
    const found = options.find(({ text }) => text.toLowerCase().startsWith(typed.current.text.toLowerCase()));
    if (found) go(found.value);
  };
}

function stepOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function openWithArrow(event: KeyboardEvent, open: () => void): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  open();
}

function showFirst(event: Event, list: RefObject<HTMLElement | null>, chosenId: string): void {
  event.preventDefault();
  list.current?.focus({ preventScroll: true });
  // Its height is known only once it has been placed, a frame later.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })),
  );
}
