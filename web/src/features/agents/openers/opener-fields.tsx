/** The example questions as fields in their order: moved by dragging, by a button, or by Alt with an arrow key. */
import { ArrowUp, GripVertical } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { OPENER_MAX, OPENERS_MAX } from '#contract/limits.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { controlBorder, controlLook } from '../../../ui/controls/field.tsx';
import { texts } from './texts.ts';

type OpenerFieldsProps = {
  /** Always `OPENERS_MAX`, the empty ones included. */
  openers: string[];
  disabled: boolean;
  /** The texts for which the sources hold nothing any more. */
  empty: string[];
  onChange: (openers: string[]) => void;
};

/** Fields that stand there from the start; below the last question that is written there is always one more. */
const FIRST_FIELDS = 3;

export function OpenerFields({ openers, disabled, empty, onChange }: OpenerFieldsProps) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const written = openers.findLastIndex((opener) => opener.trim()) + 1;
  const move = (from: number, to: number) => {
    if (to < 0 || to >= OPENERS_MAX || from === to) return;
    const next = openers.filter((_, place) => place !== from);
    next.splice(to, 0, openers[from] ?? '');
    onChange(next);
    list.current?.querySelectorAll('input')[to]?.focus();
  };
  const press = (event: KeyboardEvent, place: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(place, place + (event.key === 'ArrowUp' ? -1 : 1));
  };
  return (
    <ol ref={list} className="grid gap-2">
      {openers.slice(0, Math.max(FIRST_FIELDS, written + 1)).map((opener, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place; its text moves.
          key={place}
          className="flex flex-wrap items-center gap-1.5"
          // From the space around the field; a drag within it selects text.
          draggable={!disabled}
          onDragStart={() => setDragged(place)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => dragged !== null && event.preventDefault()}
          onDrop={() => dragged !== null && move(dragged, place)}
        >
          <GripVertical aria-hidden="true" className="size-4 shrink-0 cursor-grab text-ink-3 phone:hidden" />
          <input
            aria-label={texts.opener(place + 1)}
            value={opener}
            maxLength={OPENER_MAX}
            disabled={disabled}
            autoComplete="off"
            onChange={(event) =>
              onChange(openers.map((each, index) => (index === place ? event.target.value : each)))
            }
            onKeyDown={(event) => press(event, place)}
            className={`${controlLook} ${controlBorder(false)} h-[42px] min-w-0 flex-1 px-3 phone:h-11`}
          />
          <IconButton
            label={texts.moveUp(place + 1)}
            disabled={disabled || place === 0 || !opener.trim()}
            onClick={() => move(place, place - 1)}
          >
            <ArrowUp />
          </IconButton>
          {opener !== '' && empty.includes(opener) && (
            <p className="basis-full text-small text-ipe-ink">{texts.foundNothing}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
