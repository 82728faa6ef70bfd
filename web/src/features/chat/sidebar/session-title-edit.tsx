import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { CHAT_TITLE_TYPED_MAX } from '#contract/limits.ts';
import { classes } from '../../../ui/classes.ts';
import { controlBorder, controlLook } from '../../../ui/controls/field.tsx';
import { texts } from '../texts.ts';

type TitleEditProps = {
  title: string;
  onSave: (title: string) => void;
  /** `leaving`: the focus has already moved elsewhere and stays there. */
  onEnd: (how: { leaving: boolean }) => void;
};

/** Replaces a row while its title is edited: Enter or blur saves, Esc cancels, a blank title is refused. */
export function TitleEdit({ title, onSave, onEnd }: TitleEditProps) {
  const [typed, setTyped] = useState(title);
  const [refused, setRefused] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  const id = useId();
  const wanted = typed.trim();

  useEffect(() => box.current?.select(), []);

  const end = (leaving: boolean, save: boolean) => {
    // Removing the box also blurs it: the second end is ignored.
    if (ended.current) return;
    ended.current = true;
    if (save && wanted && wanted !== title) onSave(wanted);
    onEnd({ leaving });
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') end(false, false);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (wanted) end(false, true);
    else setRefused(true);
  };

  return (
    <div data-keeps-escape className="px-1 py-[9px] phone:py-2">
      <label htmlFor={id} className="sr-only">
        {texts.newTitle}
      </label>
      <input
        ref={box}
        id={id}
        value={typed}
        maxLength={CHAT_TITLE_TYPED_MAX}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: it stands where «Renomear» was pressed
        autoFocus
        aria-invalid={refused || undefined}
        aria-describedby={refused ? `${id}-note` : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setRefused(false);
        }}
        onKeyDown={press}
        onBlur={() => end(true, true)}
        className={classes(controlLook, controlBorder(refused), 'h-9 px-2 text-control phone:h-11')}
      />
      {refused && (
        <p id={`${id}-note`} role="alert" className="px-1 pt-1 text-tiny text-danger">
          {texts.blankTitle}
        </p>
      )}
    </div>
  );
}
