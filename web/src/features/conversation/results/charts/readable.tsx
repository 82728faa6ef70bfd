import type { PointerEvent, ReactNode } from 'react';
import { classes } from '../../../../ui/classes.ts';
import { texts } from '../texts.ts';

type ReadableProps = {
  count: number;
  chosen: number | null;
  onChoose: (place: number | null) => void;
  label: string;
  /** The chosen point in words. */
  words: string;
  /** The points follow one another downwards. */
  vertical?: boolean;
  /** The point at this share of the width, or of the height. */
  placeOf: (share: number) => number;
  children: ReactNode;
};

/** One control by which the points are read with pointer, finger or arrow keys. */
export function Readable({
  count,
  chosen,
  onChoose,
  label,
  words,
  vertical,
  placeOf,
  children,
}: ReadableProps) {
  const choose = (place: number) => onChoose(Math.min(count - 1, Math.max(0, place)));
  const point = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    choose(placeOf(vertical ? (clientY - top) / height : (clientX - left) / width));
  };
  return (
    <figure>
      <div className="relative rounded-control outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-brand/70">
        {children}
        <input
          type="range"
          min={0}
          max={count - 1}
          value={chosen ?? (vertical ? 0 : count - 1)}
          aria-label={label}
          aria-valuetext={words}
          onChange={({ target }) => choose(Number(target.value))}
          onFocus={() => chosen === null && choose(vertical ? 0 : count - 1)}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onChoose(null)}
          onBlur={() => onChoose(null)}
          className="absolute inset-0 m-0 size-full cursor-default touch-pan-y appearance-none opacity-0"
        />
      </div>
      <figcaption
        className={classes(
          'mt-2 text-center text-small tabular-nums',
          chosen === null ? 'text-ink-3' : 'font-medium text-ink',
        )}
      >
        {chosen === null ? texts.readChart : words}
      </figcaption>
    </figure>
  );
}
