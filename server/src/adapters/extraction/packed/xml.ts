/** XML of an office document, read as a stream of elements. Entities of a document type are unknown, and so refused. */
import { SaxesParser } from 'saxes';
import { Unreadable } from '../extracted.ts';

/** Attributes without the prefix of their namespace: `office:value` is `value`. */
export type Attributes = Record<string, string>;
export type XmlHandlers = {
  /** `name` has no prefix. */
  open: (name: string, attributes: Attributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

const CHUNK = 1024 * 1024;

/** Throws `Unreadable` for XML that is not well-formed; an error of a handler passes unchanged. */
export function readXml(bytes: Uint8Array, { open, close, text }: XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (cause) => {
    throw new Unreadable('file_corrupt', { cause });
  });
  parser.on('doctype', () => {
    throw new Unreadable('file_corrupt');
  });
  parser.on('opentag', ({ name, attributes }) => open(local(name), withoutPrefixes(attributes)));
  if (close) parser.on('closetag', ({ name }) => close(local(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < bytes.length; at += CHUNK)
    parser.write(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true }));
  parser.write(decoder.decode()).close();
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

function withoutPrefixes(attributes: Record<string, string>): Attributes {
  const bare: Attributes = Object.create(null);
  for (const name in attributes) bare[local(name)] = attributes[name] ?? '';
  return bare;
}
