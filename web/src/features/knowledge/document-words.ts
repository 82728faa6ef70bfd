/** How documents are put into words and in order. */
import { documentType } from '#contract/document-types.ts';
import type { DocumentStatus, KbDocument, KnowledgeBase } from '#contract/knowledge.ts';

/** Documents of an earlier release may be of other types. */
export function typeLabel(fileType: string): string {
  // The only name of a type that is a word of a language.
  if (fileType === 'txt' && __LANGUAGE__ === 'pt-BR') return 'Texto';
  return documentType(fileType)?.label ?? fileType.toUpperCase();
}

/** Whether its text is laid out in columns of characters. */
export const isAligned = (fileType: string): boolean =>
  ['keyed', 'rows'].includes(documentType(fileType)?.layout ?? '');

const unfinished: DocumentStatus[] = ['queued', 'extracting', 'indexing'];

/** The server still has something to do with it. */
export const isUnfinished = ({ status }: Pick<KbDocument, 'status'>): boolean => unfinished.includes(status);

/** Words of its scanned pages are recognised, or will be, or wait for a person to go on. */
export const isRecognising = ({ ocr }: Pick<KbDocument, 'ocr'>): boolean =>
  ocr?.state === 'queued' || ocr?.state === 'running' || ocr?.state === 'paused';

/** The server is at work on it, so that what it is like may change by itself. */
export const isChanging = (document: Pick<KbDocument, 'status' | 'ocr'>): boolean =>
  isRecognising(document) ? document.ocr?.state !== 'paused' : isUnfinished(document);

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

/**
 * How many passages reading again sends to the embedding model: all that the base says, or the share of one document by
 * its tokens, since the server counts passages by base.
 */
export function passagesToSend(
  { documents, passages_to_embed }: Pick<KnowledgeBase, 'documents' | 'passages_to_embed'>,
  document: Pick<KbDocument, 'token_count'> | null,
): number {
  if (!document || passages_to_embed === 0) return passages_to_embed;
  const tokens = documents.reduce(
    (sum, { can_reread, token_count }) => sum + (can_reread ? token_count : 0),
    0,
  );
  const share = tokens === 0 ? 1 : document.token_count / tokens;
  return Math.max(1, Math.round(passages_to_embed * share));
}
