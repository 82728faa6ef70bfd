import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useState } from 'react';
import { formatCompact } from '../../../../lib/format.ts';
import { texts } from '../texts.ts';
import { domainOf, LETTER_PX } from './bar-layout.tsx';
import type { ChartData, Point } from './chart-data.ts';
import { Readable } from './readable.tsx';

const LINE_HEIGHT = 220;
const MARGIN = { top: 10, right: 12, bottom: 26 } as const;
/** Lines across, about. */
const TICKS = 4;
/** Room for a label of the axis below. */
const TICK_PX = 84;

type LineProps = { data: ChartData & { kind: 'line' }; label: string; width: number };

export function Line({ data: { points, withoutDate }, width, label }: LineProps) {
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
          <line
            x1={x(chosen)}
            x2={x(chosen)}
            y1={MARGIN.top}
            y2={LINE_HEIGHT - MARGIN.bottom}
            className="stroke-line-strong"
          />
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
  const isDrawn = (place: number) => points.length <= DOTS_MAX || place === chosen || isAlone(points, place);
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
