/** One figure over time: bars to look at, one control to read them by pointer, finger or keys, a table to hear. */
import { type PointerEvent, useState } from 'react';
import type { Activity } from '#contract/stats.ts';
import { formatNumber } from '../../lib/format.ts';
import { inTimeZone } from '../../lib/text/time-zone.ts';
import { classes } from '../../ui/classes.ts';
import { texts as all } from './texts.ts';

const texts = all.chart;

export type Figure = keyof typeof all.figures;
type Point = Activity['series'][number];

type ActivityChartProps = { figure: Figure; series: Point[]; unit: Activity['unit'] };

export function ActivityChart({ figure, series, unit }: ActivityChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = series.length - 1;
  const at = chosen === null ? null : Math.min(chosen, last);
  const read = series[at ?? last];
  const first = series[0];
  if (!read || !first) return null;
  const value = formatNumber(read[figure]);
  return (
    <figure>
      <div className="relative rounded-[4px] outline-offset-4 has-focus-visible:outline-2 has-focus-visible:outline-brand/70">
        <Bars values={series.map((point) => point[figure])} chosen={at} />
        <input
          type="range"
          min={1}
          max={series.length}
          value={(at ?? last) + 1}
          aria-label={texts.point(all.figures[figure])}
          aria-valuetext={texts.reading(pointLabel(read.start, unit), value)}
          onChange={(event) => setChosen(Number(event.target.value) - 1)}
          onPointerMove={(event) => setChosen(pointUnder(event, series.length))}
          // A finger leaves as soon as it has pressed; what it chose stays until something else is touched.
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(null)}
          onBlur={() => setChosen(null)}
          className="absolute inset-0 m-0 size-full cursor-default touch-pan-y appearance-none opacity-0"
        />
      </div>
      <figcaption className="mt-1.5 flex justify-between gap-2 text-tiny text-ink-3 tabular-nums">
        {at === null ? (
          <>
            <span>{shortLabel(first.start, unit)}</span>
            <span>{texts.now[unit]}</span>
          </>
        ) : (
          <span className="mx-auto text-ink-2">
            {pointLabel(read.start, unit)} · <strong className="font-semibold text-ink">{value}</strong>
          </span>
        )}
      </figcaption>
      <Table figure={figure} series={series} unit={unit} />
    </figure>
  );
}

const HEIGHT = 50;
/** The gap between two bars, as a share of a point's width. */
const GAP = 0.22;

/** Stretched to whatever room there is; a point with anything in it is never too low to be seen. */
function Bars({ values, chosen }: { values: number[]; chosen: number | null }) {
  const most = Math.max(...values, 1);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${values.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-[50px] w-full border-b border-line"
    >
      {values.map((value, index) => {
        const height = value === 0 ? 0 : Math.max(2, (value / most) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place
            key={index}
            x={index + GAP / 2}
            y={HEIGHT - height}
            width={1 - GAP}
            height={height}
            className={classes('fill-brand', chosen !== null && chosen !== index && 'opacity-45')}
          />
        );
      })}
    </svg>
  );
}

function Table({ figure, series, unit }: ActivityChartProps) {
  return (
    // Around the table: a table itself is never smaller than its contents.
    <div className="sr-only">
      <table>
        <caption>{texts.caption(all.figures[figure])}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.units[unit]}</th>
            <th scope="col">{all.figures[figure]}</th>
          </tr>
        </thead>
        <tbody>
          {series.map((point) => (
            <tr key={point.start}>
              <th scope="row">{pointLabel(point.start, unit)}</th>
              <td>{formatNumber(point[figure])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function pointUnder({ clientX, currentTarget }: PointerEvent<HTMLInputElement>, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  const index = Math.floor(((clientX - left) / width) * count);
  return Math.min(count - 1, Math.max(0, index));
}

/** When a point of the course was. Days and months are those of the installation, as the server counts them. */
type Unit = Activity['unit'];

const format = (options: Intl.DateTimeFormatOptions) => inTimeZone('pt-BR', options);
/** The name of a month is a word. */
const inWords = __LANGUAGE__ === 'en' ? 'en' : 'pt-BR';

const whole: Record<Unit, () => Intl.DateTimeFormat> = {
  hour: format({ day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' }),
  day: format({ day: '2-digit', month: '2-digit', year: 'numeric' }),
  month: inTimeZone(inWords, { month: 'long', year: 'numeric' }),
};
const short: Record<Unit, () => Intl.DateTimeFormat> = {
  hour: format({ hour: '2-digit', minute: '2-digit' }),
  day: format({ day: '2-digit', month: '2-digit' }),
  month: format({ month: '2-digit', year: 'numeric' }),
};

/** «20/11, 09:00», «20/11/2026», «novembro de 2026» */
export const pointLabel = (start: string, unit: Unit): string => whole[unit]().format(new Date(start));

/** «09:00», «20/11», «11/2026» */
export const shortLabel = (start: string, unit: Unit): string => short[unit]().format(new Date(start));
