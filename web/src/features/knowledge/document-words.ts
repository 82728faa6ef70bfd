/** How documents are put into words and in order. */
import { documentType } from '#contract/document-types.ts';
import type { DocumentStatus, KbDocument } from '#contract/knowledge.ts';

/** Documents of an earlier release may be of other types. */
export const typeLabel = (fileType: string): string =>
  documentType(fileType)?.label ?? fileType.toUpperCase();

/** Whether its text is laid out in columns of characters. */
export const isAligned = (fileType: string): boolean =>
  ['keyed', 'rows'].includes(documentType(fileType)?.layout ?? '');

const unfinished: DocumentStatus[] = ['queued', 'extracting', 'indexing'];

/** The server still has something to do with it. */
export const isUnfinished = ({ status }: Pick<KbDocument, 'status'>): boolean => unfinished.includes(status);

/** Newest first. */
export function newestFirst(documents: KbDocument[]): KbDocument[] {
  return [...documents].sort(
    (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at) || other.id - one.id,
  );
}

/** «Contas › Senha temporária, p. 14», either, or nothing. */
export function passageLocation({ page, section }: { page: number | null; section: string }): string {
  return [section, page === null ? '' : `p. ${page}`].filter(Boolean).join(', ');
}
