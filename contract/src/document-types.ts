/** The types of documents that can be uploaded. The only list: sniffing, division, labels and pickers follow from it. */

type DocumentTypeFacts = {
  /** As lists of documents call it. */
  label: string;
  /** Whether the file picker offers it at once or among further types. */
  picker: 'first' | 'more';
  /** The required first bytes of the file. */
  signature: 'pdf' | 'ole2' | 'zip' | 'text' | 'png' | 'jpeg' | 'tiff';
  /** Text that stands among the first or last bytes of each file of this type, which share their signature with others. */
  marker?: string;
  /** Whether its text has pages, also when there is one page only. */
  isPaged?: true;
  /**
   * How its text is laid out: `markdown`; `marked`, where headings may be marked as in Markdown; `plain`; `keyed`, under
   * names and indentation, as programs and settings; `rows`.
   */
  layout: 'markdown' | 'marked' | 'plain' | 'keyed' | 'rows';
};

const table = {
  pdf: { label: 'PDF', picker: 'first', signature: 'pdf', isPaged: true, layout: 'marked' },
  doc: { label: 'Word', picker: 'first', signature: 'ole2', layout: 'plain' },
  docx: { label: 'Word', picker: 'first', signature: 'zip', marker: 'word/document', layout: 'marked' },
  txt: { label: 'Text', picker: 'first', signature: 'text', layout: 'marked' },
  py: { label: 'Python', picker: 'first', signature: 'text', layout: 'keyed' },
  md: { label: 'Markdown', picker: 'first', signature: 'text', layout: 'markdown' },
  json: { label: 'JSON', picker: 'first', signature: 'text', layout: 'keyed' },
  yaml: { label: 'YAML', picker: 'first', signature: 'text', layout: 'keyed' },
  yml: { label: 'YAML', picker: 'first', signature: 'text', layout: 'keyed' },
  csv: { label: 'CSV', picker: 'first', signature: 'text', layout: 'rows' },
  odt: { label: 'ODT', picker: 'more', signature: 'zip', marker: 'opendocument.text', layout: 'marked' },
  ods: {
    label: 'ODS',
    picker: 'more',
    signature: 'zip',
    marker: 'opendocument.spreadsheet',
    layout: 'marked',
  },
  xlsx: { label: 'Excel', picker: 'more', signature: 'zip', marker: 'xl/workbook', layout: 'marked' },
  pptx: {
    label: 'PowerPoint',
    picker: 'more',
    signature: 'zip',
    marker: 'ppt/presentation',
    isPaged: true,
    layout: 'marked',
  },
  rtf: { label: 'RTF', picker: 'more', signature: 'text', marker: '{\\rtf', layout: 'marked' },
  html: { label: 'HTML', picker: 'more', signature: 'text', layout: 'marked' },
  htm: { label: 'HTML', picker: 'more', signature: 'text', layout: 'marked' },
  epub: { label: 'EPUB', picker: 'more', signature: 'zip', marker: 'epub+zip', layout: 'marked' },
  eml: { label: 'E-mail', picker: 'more', signature: 'text', layout: 'marked' },
  png: { label: 'PNG', picker: 'more', signature: 'png', isPaged: true, layout: 'marked' },
  jpg: { label: 'JPEG', picker: 'more', signature: 'jpeg', isPaged: true, layout: 'marked' },
  jpeg: { label: 'JPEG', picker: 'more', signature: 'jpeg', isPaged: true, layout: 'marked' },
  tif: { label: 'TIFF', picker: 'more', signature: 'tiff', isPaged: true, layout: 'marked' },
  tiff: { label: 'TIFF', picker: 'more', signature: 'tiff', isPaged: true, layout: 'marked' },
} as const satisfies Record<string, DocumentTypeFacts>;

export type DocumentType = keyof typeof table;

export const DOCUMENT_TYPES: Readonly<Record<DocumentType, DocumentTypeFacts>> = table;

/** Their extensions, in the order of the file picker. */
export const DOCUMENT_EXTENSIONS = Object.keys(table) as DocumentType[];

/** Undefined for an extension that cannot be uploaded, such as that of a document of an earlier release. */
export const documentType = (extension: string): DocumentTypeFacts | undefined =>
  Object.hasOwn(table, extension) ? table[extension as DocumentType] : undefined;

/** How a file that cannot be read is brought into a type that can. */
export const CONVERSIONS = {
  docx: 'Salve como .docx ou .pdf e envie de novo.',
  xlsx: 'Salve como .xlsx ou .csv e envie de novo.',
  pptx: 'Salve como .pptx e envie de novo.',
  extract: 'Extraia os arquivos e envie cada um deles.',
} as const;

/** Null for a type of which nothing is known. */
export function conversionOf(extension: string): keyof typeof CONVERSIONS | null {
  if (/^(?:wpd|pages|wps)$/.test(extension)) return 'docx';
  if (/^(?:xls|xlsb|numbers)$/.test(extension)) return 'xlsx';
  if (/^(?:ppt|key)$/.test(extension)) return 'pptx';
  return /^(?:zip|rar|7z)$/.test(extension) ? 'extract' : null;
}
