/** How documents are put into words and in order. */
import type { DocumentStatus, DocumentType, KbDocument } from '#contract/knowledge.ts';

const labels: Record<DocumentType, string> = {
  pdf: 'PDF',
  doc: 'Word',
  docx: 'Word',
  txt: 'Text',
  py: 'Python',
  md: 'Markdown',
  json: 'JSON',
  yaml: 'YAML',
  yml: 'YAML',
  csv: 'CSV',
};

export const typeLabel = (fileType: string): string =>
  // Documents of an earlier release may be of other types.
  (labels as Record<string, string>)[fileType] ?? fileType.toUpperCase();

const columns = new Set(['py', 'json', 'yaml', 'yml', 'csv']);

/** Whether its text is laid out in columns of characters. */
export const isAligned = (fileType: string): boolean => columns.has(fileType);

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
export function placeOf({ page, section }: { page: number | null; section: string }): string {
  return [section, page === null ? '' : `p. ${page}`].filter(Boolean).join(', ');
}
