import { classes } from '../classes.ts';
import { percentOf } from '../percent.ts';

type ProgressBarProps = {
  label: string;
  value: number;
  max: number;
  /** Read aloud instead of the percentage. */
  valueText?: string;
  /** From this share on the bar turns yellow. */
  warnFrom?: number;
};

export function ProgressBar({ label, value, max, valueText, warnFrom = 0.9 }: ProgressBarProps) {
  const percent = percentOf(value, max);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className={classes('h-full rounded-full', percent >= warnFrom * 100 ? 'bg-ipe' : 'bg-brand')}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
