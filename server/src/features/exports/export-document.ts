/** A conversation, an answer or a receipt as all kinds of files write it. Plain data, so that a thread can be given it. */
import type { Align } from '#contract/markdown/tree.ts';
import type { ReceiptFile } from '#contract/receipts.ts';

export type ExportedSource = {
  n: number;
  /** The title with page, section and address where there are any. */
  label: string;
  url?: string | undefined;
  /** The cited words, literally; null where they are not taken along. */
  text: string | null;
};

export type ExportedTable = { caption: string; columns: Align[]; head: string[]; rows: string[][] };

/** A question with its answer. */
export type ExportedRecord = {
  /** As «Pergunta 3 · 14/11/2026 09:00». */
  heading: string;
  /** Null where the question is not taken along. */
  question: string | null;
  /** As «Resposta de Ajuda do Prosa». */
  answer_heading: string;
  /** In Markdown, as it was written. */
  answer: string;
  /** Sentences about the answer, as «Interrompida.» */
  notes: string[];
  tables: ExportedTable[];
  sources: ExportedSource[];
};

export type ExportDocument = {
  title: string;
  /** Lines below the title. */
  about: string[];
  records: ExportedRecord[];
  /** The last sentence, which also stands at the foot of each page. */
  notice: string;
  made_at: string;
  receipt: { code: string; url: string; file: ReceiptFile } | null;
};
