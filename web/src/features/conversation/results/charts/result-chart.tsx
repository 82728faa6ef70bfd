/** A result as bars, a line or stacked bars. Its table, which stands beside it, is its text for assistive technology. */
import { useCallback, useState } from 'react';
import { Bars } from './bars.tsx';
import type { ChartData } from './chart-data.ts';
import { Line } from './line.tsx';
import { Stacks } from './stacks.tsx';

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
