/** Pictures are drawn anew before they leave: what else was in the file stays here. */
import { SCREENSHOT_BYTES_MAX } from '#contract/limits.ts';

export type PictureFault = 'typeRefused' | 'unreadable' | 'tooLarge';

/** Why there is no picture; its word stands in texts. */
export class PictureRefused extends Error {
  readonly fault: PictureFault;
  constructor(fault: PictureFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

export const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp'];
const SIDE_MAX = 4_000;

/** Tried in turn until one is small enough: sharp first, then lighter, then smaller. */
const TRIES = [
  { type: 'image/png', quality: undefined, side: SIDE_MAX },
  { type: 'image/jpeg', quality: 0.9, side: SIDE_MAX },
  { type: 'image/jpeg', quality: 0.8, side: SIDE_MAX / 2 },
];

export async function pictureOfFile(file: Blob): Promise<Blob> {
  if (!ACCEPTED.includes(file.type)) throw new PictureRefused('typeRefused');
  const drawn = await createImageBitmap(file).catch((cause: unknown) => {
    throw new PictureRefused('unreadable', cause);
  });
  try {
    return await encode(drawn);
  } finally {
    drawn.close();
  }
}

export async function encode(source: ImageBitmap | HTMLCanvasElement): Promise<Blob> {
  for (const { type, quality, side } of TRIES) {
    const { width, height } = fitWithin(source, side);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const ground = canvas.getContext('2d');
    if (!ground) throw new PictureRefused('unreadable');
    // JPEG knows no transparency and would make it black.
    ground.fillStyle = '#fff';
    ground.fillRect(0, 0, width, height);
    ground.drawImage(source, 0, 0, width, height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob && blob.size <= SCREENSHOT_BYTES_MAX) return blob;
  }
  throw new PictureRefused('tooLarge');
}

type Size = { width: number; height: number };

/** The same shape with no side longer than `max`; never larger than it was, never without a pixel. */
export function fitWithin({ width, height }: Size, max: number): Size {
  const scale = Math.min(1, max / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
