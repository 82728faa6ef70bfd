/** Draws the pages of a file for recognition: those of a PDF, and pictures, which are one page or several. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { Unreadable } from '../extraction/extracted.ts';
import { picturePages, tiffOfPage } from '../extraction/pictures/picture-pages.ts';
import { DPI, type GreyPicture } from './engine.ts';

/** Draws a page upon a canvas of its own; null for one that would be too coarse. */
export type DrawPage = (page: number) => Promise<Canvas | null>;

const CANVAS = await import('@napi-rs/canvas');

/** A page of a PDF is drawn with at most so many pixels, and with at least so many dots an inch. */
const DRAWN_MAX = 20_000_000;
const DPI_MIN = 100;
const POINTS_PER_INCH = 72;
/** Smaller pictures, such as those of a screen, are drawn twice as large: letters have too few pixels in them. */
const SMALL = 1_300;

export async function drawPages(bytes: Buffer, file_type: string): Promise<DrawPage> {
  if (file_type === 'pdf') return drawPdf(bytes);
  // Throws where a page is too large to be decoded.
  picturePages(bytes, file_type);
  return /^tiff?$/.test(file_type) ? drawTiff(bytes) : drawPicture(bytes);
}

async function drawPdf(bytes: Buffer): Promise<DrawPage> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const pdf = await pdfjs
    .getDocument({
      data: new Uint8Array(bytes),
      verbosity: 0,
      disableFontFace: true,
      enableXfa: false,
      // Paths, not addresses: nothing is fetched. Without these files some scans would come out white.
      wasmUrl: join(folder, 'wasm/'),
      standardFontDataUrl: join(folder, 'standard_fonts/'),
      cMapUrl: join(folder, 'cmaps/'),
      iccUrl: join(folder, 'iccs/'),
    })
    .promise.catch((cause) => {
      throw new Unreadable(cause?.name === 'PasswordException' ? 'file_encrypted' : 'file_corrupt', {
        cause,
      });
    });
  return async (number) => {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const scale = Math.min(DPI / POINTS_PER_INCH, Math.sqrt(DRAWN_MAX / (width * height)));
    if (scale * POINTS_PER_INCH < DPI_MIN) return null;
    const viewport = page.getViewport({ scale });
    const canvas = CANVAS.createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    await page.render({ canvas: canvas as never, canvasContext: canvas.getContext('2d') as never, viewport })
      .promise;
    page.cleanup();
    return canvas;
  };
}

function drawPicture(bytes: Buffer): DrawPage {
  return async () => {
    const picture = await CANVAS.loadImage(bytes);
    return drawn(picture.width, picture.height, (context, scale) =>
      context.drawImage(picture, 0, 0, picture.width * scale, picture.height * scale),
    );
  };
}

async function drawTiff(bytes: Buffer): Promise<DrawPage> {
  const { default: UTIF } = await import('utif2');
  return async (number) => {
    const single = tiffOfPage(bytes, number);
    const [page] = UTIF.decode(single);
    if (!page) return null;
    UTIF.decodeImage(single, page);
    const { width, height } = page;
    const data = new Uint8ClampedArray(UTIF.toRGBA8(page));
    const whole = CANVAS.createCanvas(width, height);
    whole.getContext('2d').putImageData(new CANVAS.ImageData(data, width, height), 0, 0);
    return drawn(width, height, (context, scale) =>
      context.drawImage(whole, 0, 0, width * scale, height * scale),
    );
  };
}

/** White where a picture is transparent. */
function drawn(width: number, height: number, draw: (context: SKRSContext2D, scale: number) => void): Canvas {
  const scale =
    Math.max(width, height) < SMALL ? 2 : Math.min(1, Math.sqrt(DRAWN_MAX / Math.max(1, width * height)));
  const canvas = CANVAS.createCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  draw(context, scale);
  return canvas;
}

/** Turned by so many quarters, clockwise. */
export function turned(canvas: Canvas, quarters: number): Canvas {
  if (quarters % 4 === 0) return canvas;
  const { width, height } = canvas;
  const isLying = quarters % 2 === 1;
  const upright = CANVAS.createCanvas(isLying ? height : width, isLying ? width : height);
  const context = upright.getContext('2d');
  context.translate(upright.width / 2, upright.height / 2);
  context.rotate((quarters * Math.PI) / 2);
  context.drawImage(canvas, -width / 2, -height / 2);
  return upright;
}

/** A part of a page, from its left upper corner. */
export function partOf(canvas: Canvas, x: number, y: number, width: number, height: number): Canvas {
  const part = CANVAS.createCanvas(width, height);
  part.getContext('2d').drawImage(canvas, x, y, width, height, 0, 0, width, height);
  return part;
}

export function greyOf(canvas: Canvas): GreyPicture {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const pixels = new Uint8Array(width * height);
  // As bright as the eye finds red, green and blue.
  for (let at = 0, from = 0; at < pixels.length; at += 1, from += 4)
    pixels[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8;
  return { width, height, pixels };
}

/** Dots an inch of the pictures that are kept, and how well they are kept. */
const KEPT_DPI = 120;
const QUALITY = 60;

/** WebP, small enough to be kept and large enough to be read. */
export async function pictureOf(canvas: Canvas): Promise<Buffer> {
  const scale = KEPT_DPI / DPI;
  const [width, height] = [Math.ceil(canvas.width * scale), Math.ceil(canvas.height * scale)];
  const small = CANVAS.createCanvas(width, height);
  const context = small.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, width, height);
  return small.encode('webp', QUALITY);
}
