/** A menu that opens under its trigger; a second press on the trigger or a press outside closes it. */
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classes } from '../classes.ts';

type MenuProps = {
  /** The one element that opens it, usually a button. */
  trigger: ReactElement;
  align?: 'start' | 'end';
  /** Before the focus goes back to the trigger. */
  onClosed?: (event: Event) => void;
  children: ReactNode;
};

export function Menu({ trigger, align = 'end', onClosed, children }: MenuProps) {
  return (
    // Not modal: the page below stays alive, and no style element is written into it.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={onClosed}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 overflow-y-auto max-w-[min(320px,calc(100vw-16px))] rounded-card border border-line bg-surface p-1.5 shadow-2 outline-none animate-appear"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const itemLook =
  'flex w-full items-center gap-2.5 rounded-control px-2.5 h-9 text-control font-medium outline-none select-none cursor-pointer data-highlighted:bg-sunken data-disabled:opacity-60 phone:h-11';

type MenuItemProps = {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect?: () => void;
  children: ReactNode;
};

export function MenuItem({ icon, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={classes(itemLook, danger ? 'text-danger' : 'text-ink')}
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}

/** An entry that is a link: the child is the link element, with its icon inside. */
export function MenuLink({ children }: { children: ReactElement }) {
  return (
    <DropdownMenu.Item asChild className={classes(itemLook, 'text-ink')}>
      {children}
    </DropdownMenu.Item>
  );
}

type MenuChoiceProps<T extends string> = {
  label: string;
  value: T;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
  onChange: (value: T) => void;
};

/** One of several; choosing leaves the menu open, so that the effect can be seen. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  const pick = (next: string) => {
    const option = options.find((each) => each.value === next);
    if (option) onChange(option.value);
  };
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={pick} aria-label={label}>
      <DropdownMenu.Label className="px-2.5 pt-1.5 pb-1 text-tiny font-medium text-ink-3">
        {label}
      </DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          onSelect={(event) => event.preventDefault()}
          className={classes(itemLook, 'text-ink')}
        >
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <DropdownMenu.ItemIndicator>
            <Check className="text-brand" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;
}
