/** Checks of a file before it is sent, with the sentences of the server. */

import {
  CONVERSIONS,
  conversionOf,
  DOCUMENT_EXTENSIONS,
  DOCUMENT_TYPES,
  documentType,
} from '#contract/document-types.ts';
import type { ProblemCode } from '#contract/errors.ts';
import { UPLOAD_BYTES_MAX, UPLOAD_MEGABYTES_MAX } from '#contract/limits.ts';
import type { Same } from '../../../lib/text/same.ts';
import { conversionsEn, refusalsEn } from './file-checks-en.ts';

const offered = (picker: 'first' | 'more') =>
  DOCUMENT_EXTENSIONS.filter((type) => DOCUMENT_TYPES[type].picker === picker);
const accepted = (picker: 'first' | 'more') =>
  offered(picker)
    .map((type) => `.${type}`)
    .join(',');
/** For the two file pickers: `.pdf,.doc,…`; dropping takes all types. */
export const ACCEPTED = accepted('first');
export const MORE_ACCEPTED = accepted('more');
export const ALL_ACCEPTED = `${ACCEPTED},${MORE_ACCEPTED}`;
/** For people: `pdf, doc, …` */
export const EXTENSIONS = offered('first').join(', ');

/** As in the error catalogue, which is too heavy to bring along for three sentences; a test compares them. */
const refusalsPt = {
  file_type_unsupported: 'Tipo de arquivo não suportado.',
  file_too_large: `O arquivo excede o limite de ${UPLOAD_MEGABYTES_MAX} MB.`,
  file_empty: 'O arquivo está vazio.',
} satisfies Partial<Record<ProblemCode, string>>;

const refusals: Same<typeof refusalsPt, typeof refusalsEn> = __LANGUAGE__ === 'en' ? refusalsEn : refusalsPt;
const conversions: Same<typeof CONVERSIONS, typeof conversionsEn> =
  __LANGUAGE__ === 'en' ? conversionsEn : CONVERSIONS;

/** Why it would be refused; null when it may go. */
export function refusalOf({ name, size }: { name: string; size: number }): string | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!documentType(extension)) {
    const to = conversionOf(extension);
    return [refusals.file_type_unsupported, to && conversions[to]].filter(Boolean).join(' ');
  }
  if (size > UPLOAD_BYTES_MAX) return refusals.file_too_large;
  return size === 0 ? refusals.file_empty : null;
}
