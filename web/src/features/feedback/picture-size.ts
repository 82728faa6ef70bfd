export type Size = { width: number; height: number };

/** The same shape with no side longer than `max`; never larger than it was, never without a pixel. */
export function fitWithin({ width, height }: Size, max: number): Size {
  const scale = Math.min(1, max / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
