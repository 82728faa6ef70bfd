/** Cuts Rich Text Format into control words, bytes of text and groups; names the encodings of its fonts. */
import { Unreadable } from '../extracted.ts';

export type RtfToken =
  | { kind: 'word'; word: string; number: number | null }
  | { kind: 'byte'; byte: number }
  | { kind: 'text'; text: string }
  | { kind: 'symbol'; symbol: string }
  | { kind: 'begin' }
  | { kind: 'end' };

const TOKEN = /\\([a-z]+)(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi;

/** `source`: the bytes of the file, one character each. Throws `Unreadable` where binary data is longer than the file. */
export function* rtfTokens(source: string): Generator<RtfToken> {
  const token = new RegExp(TOKEN);
  for (let found = token.exec(source); found; found = token.exec(source)) {
    const [, word, number, byte, symbol, brace, text] = found;
    if (word === 'bin') {
      const length = Number(number ?? 0);
      if (length < 0 || token.lastIndex + length > source.length) throw new Unreadable('file_corrupt');
      token.lastIndex += length;
    } else if (word) yield { kind: 'word', word, number: number === undefined ? null : Number(number) };
    else if (byte) yield { kind: 'byte', byte: Number.parseInt(byte, 16) };
    else if (symbol) yield { kind: 'symbol', symbol };
    else if (brace) yield { kind: brace === '{' ? 'begin' : 'end' };
    else if (text) yield { kind: 'text', text };
  }
}

/** Character sets of fonts as encodings. */
export const CHARSETS: Record<number, string> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  238: 'windows-1250',
};

/** The encoding under the name that decoders know; null for an unknown one. */
export function encodingOf(name: string): string | null {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}
