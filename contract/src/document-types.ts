/** The types of documents that can be uploaded. The only list: sniffing, division, labels and pickers follow from it. */

type DocumentTypeFacts = {
  /** As lists of documents call it. */
  label: string;
  /** Whether the file picker offers it at once or among further types. */
  picker: 'first' | 'more';
  /** The required first bytes of the file. */
  signature: 'pdf' | 'ole2' | 'zip' | 'text';
  /**
   * How its text is laid out: `markdown`; `marked`, where headings may be marked as in Markdown; `plain`; `keyed`, under
   * names and indentation, as programs and settings; `rows`.
   */
  layout: 'markdown' | 'marked' | 'plain' | 'keyed' | 'rows';
};

const table = {
  pdf: { label: 'PDF', picker: 'first', signature: 'pdf', layout: 'marked' },
  doc: { label: 'Word', picker: 'first', signature: 'ole2', layout: 'plain' },
  docx: { label: 'Word', picker: 'first', signature: 'zip', layout: 'marked' },
  txt: { label: 'Text', picker: 'first', signature: 'text', layout: 'marked' },
  py: { label: 'Python', picker: 'first', signature: 'text', layout: 'keyed' },
  md: { label: 'Markdown', picker: 'first', signature: 'text', layout: 'markdown' },
  json: { label: 'JSON', picker: 'first', signature: 'text', layout: 'keyed' },
  yaml: { label: 'YAML', picker: 'first', signature: 'text', layout: 'keyed' },
  yml: { label: 'YAML', picker: 'first', signature: 'text', layout: 'keyed' },
  csv: { label: 'CSV', picker: 'first', signature: 'text', layout: 'rows' },
} as const satisfies Record<string, DocumentTypeFacts>;

export type DocumentType = keyof typeof table;

export const DOCUMENT_TYPES: Readonly<Record<DocumentType, DocumentTypeFacts>> = table;

/** Their extensions, in the order of the file picker. */
export const DOCUMENT_EXTENSIONS = Object.keys(table) as DocumentType[];

/** Undefined for an extension that cannot be uploaded, such as that of a document of an earlier release. */
export const documentType = (extension: string): DocumentTypeFacts | undefined =>
  Object.hasOwn(table, extension) ? table[extension as DocumentType] : undefined;
