import { Bar } from '@visx/shape';
import { useState } from 'react';
import { classes } from '../../../../ui/classes.ts';
import { texts } from '../texts.ts';
import { BAR_HEIGHT, domainOf, Labels, layoutOf } from './bar-layout.tsx';
import type { ChartData } from './chart-data.ts';
import { Readable } from './readable.tsx';

/** Hues in an order in which neighbours differ. */
const TONES = [0, 7, 3, 2, 1, 6, 5];

type StacksProps = { data: ChartData & { kind: 'stacked' }; label: string; width: number };

export function Stacks({ data: { stacks, series }, width, label }: StacksProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const rows = stacks.map((stack) => ({ label: stack.label, end: '' }));
  const sums = stacks.flatMap(({ parts }) => [sumOf(parts, 1), sumOf(parts, -1)]);
  const layout = layoutOf(rows, width, domainOf(sums));
  const { x, top, gutter, height, plot } = layout;
  const read = stacks[chosen ?? 0];
  const words = read
    ? `${read.label}: ${read.parts.map((part) => `${part.label} ${part.text}`).join(', ')}`
    : '';
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
          <svg
            aria-hidden="true"
            width={plot}
            height={height}
            className="absolute top-0"
            style={{ left: gutter }}
          >
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
