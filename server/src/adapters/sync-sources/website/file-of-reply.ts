/** The kind of file that a web server sent, by its header and by the name in the address. */
import { documentType } from '#contract/document-types.ts';
import { extensionOf } from '../../../text/filename.ts';
import type { FetchedReply } from '../../guarded-fetch/guarded-fetch.ts';
import type { KnownItem } from '../sync-source.ts';
import { nameOf } from './addresses.ts';

const TYPES: Record<string, string> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'application/json': 'json',
  'application/rtf': 'rtf',
  'text/rtf': 'rtf',
  'application/epub+zip': 'epub',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
};

/** Servers that say nothing say one of these. */
const VAGUE = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/** Null for a kind that is not read. A server that says nothing, or «octet-stream», is known by the name alone. */
export function fileOf(reply: FetchedReply, item: KnownItem): { type: string; name: string } | null {
  const kind = contentType(reply);
  const name = nameOf(new URL(item.external_id));
  const named = extensionOf(name);
  const known = documentType(named);
  const type = TYPES[kind] ?? (VAGUE.has(kind) && known ? named : null);
  if (!type) return null;
  // A text may be Markdown, a table or a program, as its name says.
  if (type === 'txt' && known?.signature === 'text') return { type: named, name };
  const isNamedSo = named === type || (type === 'html' && named === 'htm');
  return { type, name: isNamedSo ? name : `${name}.${type}` };
}

const contentType = ({ headers }: FetchedReply): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
