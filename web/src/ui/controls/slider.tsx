import { type ReactNode, useId } from 'react';
import { formatDecimal, ONE_PLACE } from '../../lib/text/figures.ts';
import { classes } from '../classes.ts';
import { percentOf } from '../percent.ts';

type SliderProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The words at the two ends. */
  ends: readonly [string, string];
  /** Why it is off, or what else should be known. */
  hint?: ReactNode;
  disabled?: boolean;
  onChange: (value: number) => void;
};

// Spelled out for both engines: the style sheet is made from the names that stand here.
const thumb =
  '[&::-webkit-slider-thumb]:size-[18px] [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-brand [&::-webkit-slider-thumb]:bg-surface [&::-moz-range-thumb]:size-[14px] [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-brand [&::-moz-range-thumb]:bg-surface';

/** A number between two ends. The browser's own control, so that every kind of hand can move it. */
export function Slider({ label, value, min, max, step, ends, hint, disabled, onChange }: SliderProps) {
  const id = useId();
  const filled = percentOf(value - min, max - min);
  return (
    <div className="grid content-start gap-1.5">
      <div className="flex items-baseline gap-1.5">
        <label htmlFor={id} className="text-label font-medium">
          {label}
        </label>
        <output htmlFor={id} className="text-label text-ink-2 tabular-nums">
          {formatDecimal(value, ONE_PLACE)}
        </output>
      </div>
      <div className={classes('relative flex h-[42px] items-center phone:h-11', disabled && 'opacity-60')}>
        <div aria-hidden="true" className="h-1 w-full overflow-hidden rounded-full bg-line-strong">
          <div className="h-full bg-brand" style={{ width: `${filled}%` }} />
        </div>
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          disabled={disabled}
          aria-describedby={hint ? `${id}-note` : undefined}
          onChange={(event) => onChange(Number(event.target.value))}
          className={classes(
            'absolute inset-0 w-full cursor-pointer appearance-none rounded-control bg-transparent disabled:cursor-not-allowed',
            thumb,
          )}
        />
      </div>
      <div className="flex justify-between text-tiny text-ink-3">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
      {hint && (
        <p id={`${id}-note`} className="text-small text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}
