/** The picture of a scanned page with the words that were looked for in boxes; zoomed by buttons and keys. */
import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useCallback, useState } from 'react';
import { IconButton } from '../controls/button.tsx';

type Box = { x: number; y: number; w: number; h: number };
type PagePictureProps = {
  blob: Blob;
  alt: string;
  /** Shares of the picture. */
  boxes: Box[];
  /** To the page before or after, where there are others. */
  onTurn?: (by: 1 | -1) => void;
};

const ZOOM = { min: 50, max: 300, step: 25 } as const;

export function PagePicture({ blob, alt, boxes, onTurn }: PagePictureProps) {
  const source = useSource(blob);
  const [zoom, setZoom] = useState(100);
  const change = (by: number) => setZoom((now) => Math.min(ZOOM.max, Math.max(ZOOM.min, now + by)));
  const onKeyDown = ({ key, currentTarget: seen }: KeyboardEvent) => {
    if (key === '+' || key === '=') change(ZOOM.step);
    if (key === '-' || key === '−') change(-ZOOM.step);
    // A picture that is wider than its frame is scrolled by the arrows.
    if (seen.scrollWidth > seen.clientWidth) return;
    if (key === 'ArrowLeft') onTurn?.(-1);
    if (key === 'ArrowRight') onTurn?.(1);
  };
  return (
    <div className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center justify-end gap-1 text-small text-ink-2 tabular-nums">
        <IconButton
          size="small"
          label="Diminuir"
          disabled={zoom <= ZOOM.min}
          onClick={() => change(-ZOOM.step)}
        >
          <Minus />
        </IconButton>
        <span aria-live="polite">{zoom} %</span>
        <IconButton
          size="small"
          label="Aumentar"
          disabled={zoom >= ZOOM.max}
          onClick={() => change(ZOOM.step)}
        >
          <Plus />
        </IconButton>
      </div>
      <section
        aria-label={alt}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="max-h-[70dvh] min-w-0 touch-pan-x touch-pan-y overflow-auto rounded-control border border-line bg-sunken -outline-offset-2"
      >
        <div className="relative" style={{ width: `${zoom}%` }}>
          <img ref={source} alt={alt} className="block w-full" />
          {boxes.map(({ x, y, w, h }) => (
            <span
              key={`${x} ${y}`}
              data-box
              className="absolute rounded-[2px] bg-ipe/25 ring-2 ring-ipe"
              style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${w * 100}%`, height: `${h * 100}%` }}
            />
          ))}
        </div>
      </section>
    </div>
  );
}

/** The address of the picture is let go when another one is shown. */
function useSource(blob: Blob) {
  return useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(blob);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
}
