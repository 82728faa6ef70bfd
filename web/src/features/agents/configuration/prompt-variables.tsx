import { Braces } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { PROMPT_VARIABLE_NAMES, promptParts } from '#contract/agent-prompt.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import { texts } from '../texts-configuration.ts';
import { variableNames } from '../texts-rules.ts';

type VariableMenuProps = {
  /** The label of the box that it writes into. */
  label: string;
  box: RefObject<HTMLTextAreaElement | null>;
  value: string;
  maxLength: number;
  onChange: (text: string) => void;
};

/** Writes a variable where the cursor stands, and leaves the cursor behind it. */
export function VariableMenu({ label, box, value, maxLength, onChange }: VariableMenuProps) {
  const caret = useRef<number | null>(null);
  const insert = (name: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = box.current ?? {};
    const written = `{{${name}}}`;
    const text = value.slice(0, selectionStart) + written + value.slice(selectionEnd);
    if (text.length > maxLength) return;
    caret.current = selectionStart + written.length;
    onChange(text);
  };
  const leave = (event: Event) => {
    if (caret.current === null || !box.current) return;
    event.preventDefault();
    box.current.focus();
    box.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  };
  return (
    <Menu
      onClosed={leave}
      trigger={
        <Button
          size="small"
          icon={<Braces className="size-4" />}
          aria-label={texts.insertVariableIn(label)}
          lang="pt-BR"
        >
          {texts.insertVariable}
        </Button>
      }
    >
      {PROMPT_VARIABLE_NAMES.map((name) => (
        <MenuItem key={name} onSelect={() => insert(name)}>
          <span lang="pt-BR" className="grid min-w-0">
            <span>{variableNames[name]}</span>
            <span className="font-mono text-tiny font-normal text-ink-3">{`{{${name}}}`}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Names between double braces that are no variable. */
export function UnknownVariables({ text }: { text: string }) {
  const unknown = new Set(promptParts(text).flatMap((part) => (part.unknown ? [part.text] : [])));
  return (
    <div role="status" lang="pt-BR" className="text-small text-warn empty:hidden">
      {Array.from(unknown, (name) => (
        <p key={name} className="wrap-anywhere">
          <span className="font-mono underline decoration-wavy underline-offset-4">{name}</span>{' '}
          {texts.unknownVariable}
        </p>
      ))}
    </div>
  );
}

/** A prompt with the names underlined that are no variable. */
export function MarkedPrompt({ text }: { text: string }) {
  let start = 0;
  return promptParts(text).map((part) => {
    const at = start;
    start += part.text.length;
    return part.unknown ? (
      <span key={at} title={texts.unknownVariable} className="underline decoration-warn decoration-wavy">
        {part.text}
      </span>
    ) : (
      part.text
    );
  });
}
