/** A result as bars, a line or stacked bars. Its table, which stands beside it, is its text for assistive technology. */
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, LinePath } from '@visx/shape';
import { type PointerEvent, type ReactNode, useCallback, useState } from 'react';
import { formatCompact } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import type { ChartData, Point } from './chart-data.ts';
import { texts } from './texts.ts';

type ChartProps = { data: ChartData; label: string };

export function ResultChart({ data, label }: ChartProps) {
  const { frame, width } = useWidth();
  return (
    <div className="px-4 py-3.5">
      <div ref={frame}>
      {width > 0 && data.kind === 'bar' && <Bars points={data.points} width={width} />}
      {width > 0 && data.kind === 'line' && <Line data={data} width={width} label={label} />}
      {width > 0 && data.kind === 'stacked' && <Stacks data={data} width={width} label={label} />}
      </div>
    </div>
  );
}

/** In CSS pixels; 0 until it is in the document, which is before anything is painted. */
function useWidth() {
  const [width, setWidth] = useState(0);
  const frame = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const look = () => setWidth(element.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}

/** Narrower than this a label stands above its bar. */
const BESIDE_PX = 480;
const ROW = { beside: 34, above: 50 } as const;
const BAR_HEIGHT = 20;
/** Mean width of a digit of the values, at 13 px. */
const LETTER_PX = 7.4;

type Row = { label: string; end: string };

/** Where labels, bars and values of horizontal bars stand. */
function layoutOf(rows: Row[], width: number, domain: [number, number]) {
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

function Labels({ rows, layout }: { rows: Row[]; layout: Layout }) {
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

const domainOf = (values: number[]): [number, number] => {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  return least === most ? [0, 1] : [least, most];
};

function Bars({ points, width }: { points: Point[]; width: number }) {
  const rows = points.map(({ label, text }) => ({ label, end: text }));
  const layout = layoutOf(rows, width, domainOf(points.map(({ value }) => value ?? 0)));
  const { x, top, gutter, height, plot } = layout;
  return (
    <div aria-hidden="true" className="relative" style={{ height }}>
      <Labels rows={rows} layout={layout} />
      <svg width={plot} height={height} className="absolute top-0" style={{ left: gutter }}>
        {points.map(({ value, text }, place) => {
          const [from, to] = [x(Math.min(0, value ?? 0)), x(Math.max(0, value ?? 0))];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            <g key={place}>
              <Bar
                x={from}
                y={top(place)}
                width={value === null ? 0 : Math.max(to - from, 2)}
                height={BAR_HEIGHT}
                rx={3}
                className={(value ?? 0) < 0 ? 'fill-ipe' : 'fill-brand'}
              />
              <text x={to + 7} y={top(place) + 15} className="fill-ink text-small tabular-nums">
                {text}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

const LINE_HEIGHT = 220;
const MARGIN = { top: 10, right: 12, bottom: 26 } as const;
/** Lines across, about. */
const TICKS = 4;
/** Room for a label of the axis below. */
const TICK_PX = 84;

function Line({
  data: { points, withoutDate },
  width,
  label,
}: ChartProps & { data: ChartData & { kind: 'line' }; width: number }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const y = scaleLinear({
    domain: domainOf(points.map(({ value }) => value ?? 0)),
    range: [LINE_HEIGHT - MARGIN.bottom, MARGIN.top],
    nice: TICKS,
  });
  const left = Math.max(...y.ticks(TICKS).map((tick) => formatCompact(tick).length)) * LETTER_PX + 8;
  const x = scaleLinear({
    domain: [0, Math.max(1, points.length - 1)],
    range: [left + 6, width - MARGIN.right],
  });
  const read = points[chosen ?? points.length - 1];
  return (
    <Readable
      count={points.length}
      chosen={chosen}
      onChoose={setChosen}
      label={texts.point(label)}
      words={read ? `${read.label}: ${read.text}` : ''}
      placeOf={(at) => Math.round(x.invert(at * width))}
    >
      <svg width={width} height={LINE_HEIGHT} aria-hidden="true" className="block">
        <Axes points={points} x={x} y={y} left={left} width={width} />
        {chosen !== null && (
          <line x1={x(chosen)} x2={x(chosen)} y1={MARGIN.top} y2={LINE_HEIGHT - MARGIN.bottom} className="stroke-line-strong" />
        )}
        <LinePath
          data={points}
          x={(_, place) => x(place)}
          y={({ value }) => y(value ?? 0)}
          defined={({ value }) => value !== null}
          strokeWidth={2}
          strokeLinejoin="round"
          className="fill-none stroke-brand"
        />
        <Dots points={points} x={x} y={y} chosen={chosen} />
      </svg>
      {withoutDate > 0 && <p className="mt-1 text-small text-ink-3">{texts.noDate(withoutDate)}</p>}
    </Readable>
  );
}

type Scale = ReturnType<typeof scaleLinear<number>>;
type OnLine = { points: Point[]; x: Scale; y: Scale };

function Axes({ points, x, y, left, width }: OnLine & { left: number; width: number }) {
  const step = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor((width - left) / TICK_PX))));
  return (
    <>
      {y.ticks(TICKS).map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={left - 6} y={y(tick) + 4} textAnchor="end" className="fill-ink-3 text-tiny">
            {formatCompact(tick)}
          </text>
        </g>
      ))}
      {points.map(({ label }, place) =>
        place % step === 0 ? (
          <text
            key={label}
            x={x(place)}
            y={LINE_HEIGHT - 6}
            textAnchor={place === 0 ? 'start' : x(place) > width - 40 ? 'end' : 'middle'}
            className="fill-ink-3 text-tiny"
          >
            {label}
          </text>
        ) : null,
      )}
    </>
  );
}

function Dots({ points, x, y, chosen }: OnLine & { chosen: number | null }) {
  const isDrawn = (place: number) =>
    points.length <= DOTS_MAX || place === chosen || isAlone(points, place);
  return points.map(({ value, label }, place) =>
    value !== null && isDrawn(place) ? (
      <circle
        key={label}
        cx={x(place)}
        cy={y(value)}
        r={place === chosen ? 5 : 3.5}
        className="fill-brand stroke-surface"
        strokeWidth={1.5}
      />
    ) : null,
  );
}

/** From more points on, dots would hide the line. */
const DOTS_MAX = 40;

/** Between two gaps there is no line to see. */
const isAlone = (points: Point[], place: number): boolean =>
  (points[place - 1]?.value ?? null) === null && (points[place + 1]?.value ?? null) === null;

/** Hues in an order in which neighbours differ. */
const TONES = [0, 7, 3, 2, 1, 6, 5];

function Stacks({
  data: { stacks, series },
  width,
  label,
}: ChartProps & { data: ChartData & { kind: 'stacked' }; width: number }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const rows = stacks.map((stack) => ({ label: stack.label, end: '' }));
  const sums = stacks.flatMap(({ parts }) => [sumOf(parts, 1), sumOf(parts, -1)]);
  const layout = layoutOf(rows, width, domainOf(sums));
  const { x, top, gutter, height, plot } = layout;
  const read = stacks[chosen ?? 0];
  const words = read ? `${read.label}: ${read.parts.map((part) => `${part.label} ${part.text}`).join(', ')}` : '';
  return (
    <>
      <ul aria-hidden="true" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2">
        {series.map((name, place) => (
          <li key={name} data-tone={TONES[place]} className="inline-flex min-w-0 items-center gap-1.5">
            <span className="size-3 shrink-0 rounded-[3px] bg-tone" />
            <span className="truncate">{name}</span>
          </li>
        ))}
      </ul>
      <Readable
        count={stacks.length}
        chosen={chosen}
        onChoose={setChosen}
        label={texts.point(label)}
        words={words}
        vertical
        placeOf={(at) => Math.floor(at * stacks.length)}
      >
        <div aria-hidden="true" className="relative" style={{ height }}>
          <Labels rows={rows} layout={layout} />
          <svg width={plot} height={height} className="absolute top-0" style={{ left: gutter }}>
            {stacks.map(({ parts, label: name }, place) => (
              <g key={name} className={classes(chosen !== null && chosen !== place && 'opacity-45')}>
                {placed(parts).map(({ series: tone, from, to, label: each }, at) => (
                  <g key={`${each}-${at}`} data-tone={TONES[tone]}>
                    <Bar
                      x={x(from)}
                      y={top(place)}
                      width={Math.max(x(to) - x(from), 1)}
                      height={BAR_HEIGHT}
                      className="fill-tone stroke-surface"
                    />
                  </g>
                ))}
              </g>
            ))}
          </svg>
        </div>
      </Readable>
    </>
  );
}

type Parts = Extract<ChartData, { kind: 'stacked' }>['stacks'][number]['parts'];

const sumOf = (parts: Parts, sign: 1 | -1): number =>
  parts.reduce((sum, { value }) => sum + (Math.sign(value ?? 0) === sign ? (value ?? 0) : 0), 0);

/** Positive parts to the right of zero, negative ones to its left. */
function placed(parts: Parts) {
  const ends = { right: 0, left: 0 };
  return parts.map((part) => {
    const value = part.value ?? 0;
    if (value < 0) {
      ends.left += value;
      return { ...part, from: ends.left, to: ends.left - value };
    }
    ends.right += value;
    return { ...part, from: ends.right - value, to: ends.right };
  });
}

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
function Readable({ count, chosen, onChoose, label, words, vertical, placeOf, children }: ReadableProps) {
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

