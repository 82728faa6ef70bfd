/** The Markdown of an exported document: answers stand in it as they were written, spans of sources as quotations. */
import type { ExportDocument, ExportedRecord, ExportedSource, ExportedTable } from './export-document.ts';

export function markdownFile({ title, about, records, notice, receipt }: ExportDocument): string {
  return `${[
    `# ${oneLine(title)}`,
    about.map(oneLine).join('  \n'),
    ...(receipt ? [`**Comprovante ${receipt.code}**. Confira em <${receipt.url}>`] : []),
    ...records.flatMap(recordParts),
    '---',
    notice,
  ]
    .filter(Boolean)
    .join('\n\n')}\n`;
}

function recordParts(record: ExportedRecord): string[] {
  return [
    `## ${oneLine(record.heading)}`,
    ...(record.question === null ? [] : [quoted(record.question), `### ${oneLine(record.answer_heading)}`]),
    record.answer,
    ...record.tables.flatMap(tableParts),
    ...record.notes.map((note) => `*${note}*`),
    ...(record.sources.length ? ['#### Fontes', ...record.sources.flatMap(sourceParts)] : []),
  ];
}

function sourceParts({ n, label, url, text }: ExportedSource): string[] {
  const named = url ? `${oneLine(label)} <${url}>` : oneLine(label);
  return [`**[${n}]** ${named}`, ...(text ? [quoted(text)] : [])];
}

function tableParts({ caption, columns, head, rows }: ExportedTable): string[] {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => oneLine(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  const ruler = head.map((_, place) => (columns[place] === 'right' ? '---:' : '---'));
  return [`**${oneLine(caption)}**`, [line(head), `| ${ruler.join(' | ')} |`, ...rows.map(line)].join('\n')];
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const quoted = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
