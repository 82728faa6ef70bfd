/** Labels, bars and values of horizontal bars, and the place of each. */
import { scaleBand, scaleLinear } from '@visx/scale';
import { classes } from '../../../../ui/classes.ts';

/** Narrower than this a label stands above its bar. */
const BESIDE_PX = 480;
const ROW = { beside: 34, above: 50 } as const;
export const BAR_HEIGHT = 20;
/** Mean width of a digit of the values, at 13 px. */
export const LETTER_PX = 7.4;

type Row = { label: string; end: string };

/** Where labels, bars and values of horizontal bars stand. */
export function layoutOf(rows: Row[], width: number, domain: [number, number]) {
  const isAbove = width < BESIDE_PX;
  const longest = Math.max(...rows.map(({ label }) => label.length));
  const gutter = isAbove ? 0 : Math.min(width * 0.34, longest * LETTER_PX + 16);
  const room = Math.max(...rows.map(({ end }) => end.length)) * LETTER_PX + 10;
  const height = rows.length * (isAbove ? ROW.above : ROW.beside);
  const y = scaleBand({ domain: rows.map((_, place) => place), range: [0, height] });
  const x = scaleLinear({ domain, range: [0, Math.max(40, width - gutter - room)] });
  const top = (place: number) => (y(place) ?? 0) + y.bandwidth() - BAR_HEIGHT - (isAbove ? 4 : 7);
  return { isAbove, gutter, height, x, top, plot: width - gutter };
}

type Layout = ReturnType<typeof layoutOf>;

export function Labels({ rows, layout }: { rows: Row[]; layout: Layout }) {
  const { isAbove, gutter, top } = layout;
  return rows.map(({ label }, place) => (
    <span
      key={place}
      title={label}
      style={isAbove ? { top: top(place) - 22, width: '100%' } : { top: top(place), width: gutter - 12 }}
      className={classes(
        'absolute left-0 truncate text-small leading-5 text-ink-2',
        isAbove ? 'text-left' : 'text-right',
      )}
    >
      {label}
    </span>
  ));
}

export const domainOf = (values: number[]): [number, number] => {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  return least === most ? [0, 1] : [least, most];
};
