/** Text of unknown encoding: UTF-8 and UTF-16 by their marks or their form, everything else as Windows wrote it. */
import { TEXT_MAX, Unreadable } from '../extracted.ts';

/** A character takes at most four bytes. */
const BYTES_MAX = 4 * TEXT_MAX;
const SAMPLE = 4_096;
/** Control characters that no text has, save by accident. */
const CONTROLS = /[^\P{Cc}\t\n\v\f\r]/gu;
const CONTROLS_SOME = 2;
const CONTROLS_MAX = 0.01;
/** As many whole letters for each broken one, and the text is UTF-8 with a fault. */
const DAMAGE = 3;

export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > BYTES_MAX) throw new Unreadable('file_text_too_long');
  const text = decode(bytes).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const sample = text.slice(0, 100_000);
  if ((sample.match(CONTROLS)?.length ?? 0) > CONTROLS_SOME + sample.length * CONTROLS_MAX)
    throw new Unreadable('file_not_what_it_says');
  return text;
}

function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return lenient('utf-8', bytes);
  if (startsWith(bytes, 0xff, 0xfe)) return lenient('utf-16le', bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return lenient('utf-16be', bytes);
  const wide = wideForm(bytes);
  if (wide) return lenient(wide, bytes);
  const text = lenient('utf-8', bytes);
  const broken = text.split('\ufffd').length - 1;
  // A damaged place or two do not make another encoding of it; in Windows' nearly every accent is one.
  if (!broken || broken * DAMAGE < (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0)) return text;
  // Latin-1 is the same but for a few characters that only Windows uses.
  return lenient('windows-1252', bytes);
}

/** UTF-16 without a mark: nearly every second byte of a European text is zero. */
function wideForm(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, SAMPLE - (SAMPLE % 2));
  if (sample.length < 4 || bytes.length % 2) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < sample.length; at += 1)
    if (sample[at] === 0) {
      if (at % 2) odd += 1;
      else even += 1;
    }
  const most = (sample.length / 2) * 0.7;
  if (odd > most && even < odd / 20) return 'utf-16le';
  if (even > most && odd < even / 20) return 'utf-16be';
  return null;
}

const lenient = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes);

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);
