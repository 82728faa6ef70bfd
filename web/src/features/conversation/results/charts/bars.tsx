import { Bar } from '@visx/shape';
import { BAR_HEIGHT, domainOf, Labels, layoutOf } from './bar-layout.tsx';
import type { Point } from './chart-data.ts';

export function Bars({ points, width }: { points: Point[]; width: number }) {
  const rows = points.map(({ label, text }) => ({ label, end: text }));
  const layout = layoutOf(rows, width, domainOf(points.map(({ value }) => value ?? 0)));
  const { x, top, gutter, height, plot } = layout;
  return (
    <div aria-hidden="true" className="relative" style={{ height }}>
      <Labels rows={rows} layout={layout} />
      <svg
        aria-hidden="true"
        width={plot}
        height={height}
        className="absolute top-0"
        style={{ left: gutter }}
      >
        {points.map(({ value, text }, place) => {
          const [from, to] = [x(Math.min(0, value ?? 0)), x(Math.max(0, value ?? 0))];
          return (
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
