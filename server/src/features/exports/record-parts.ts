/** Headings, notes, tables and sources of records and receipts, in the words of files. */
import type { Source } from '#contract/citations.ts';
import type { ReceiptContent } from '#contract/receipts.ts';
import type { TableResult } from '#contract/table-result.ts';
import { tableCellWords } from '#contract/table-words.ts';
import { LOCAL_MODEL } from '../../adapters/models/model.ts';
import { TIME_ZONE } from '../../env.ts';
import type { MessageRow } from '../chat/conversations/message-store.ts';
import { sourceText, sourceTitle } from '../grounding/verified-passage.ts';
import type { SealedFile } from '../receipts/own-receipts.ts';
import type { ExportDocument, ExportedRecord, ExportedSource, ExportedTable } from './export-document.ts';

const moment = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});
const when = (time: Date | string): string => moment.format(new Date(time)).replace(',', '');
const dayOf = (day: string): string => day.slice(0, 10).split('-').toReversed().join('/');

const NOTICE = 'Gerado por IA. Confira as fontes.';

export type Conversation = { title: string; agent_name: string | null };

export function conversationDocument(
  { title, agent_name }: Conversation,
  records: MessageRow[],
  now: Date,
): ExportDocument {
  const agent = agent_name ?? 'um agente';
  return {
    title,
    about: [`Conversa com ${agent} no Prosa, baixada em ${when(now)}`],
    records: records.map((message, place) =>
      exportedRecord(message, agent, records.length > 1 ? place + 1 : null),
    ),
    notice: noticeFor(records),
    made_at: now.toISOString(),
    receipt: null,
  };
}

function noticeFor(records: MessageRow[]): string {
  if (records.length && records.every(({ verified }) => verified)) return 'Escrita por pessoas.';
  return records.some(({ model, verified }) => model !== LOCAL_MODEL && !verified)
    ? NOTICE
    : 'Trechos das fontes, sem IA. Confira as fontes.';
}

function exportedRecord(message: MessageRow, agent: string, number: number | null): ExportedRecord {
  const { question, answer, results, sources } = message;
  return {
    heading: `Pergunta${number === null ? '' : ` ${number}`} · ${when(message.created_at)}`,
    question,
    answer_heading: `Resposta de ${agent}`,
    answer,
    notes: notesOf(message),
    tables: results.map(tableOf),
    sources: sources.map(exportedSource),
  };
}

const ENDINGS: Partial<Record<MessageRow['status'], string>> = {
  stopped: 'A resposta foi parada antes do fim.',
  interrupted: 'A resposta foi interrompida antes do fim.',
  failed: 'A pergunta ficou sem resposta.',
};

function notesOf({ status, verified, on_date, unchecked_numbers: unchecked }: MessageRow): string[] {
  const ending = ENDINGS[status];
  return [
    ...(ending ? [ending] : []),
    ...(verified ? [verifiedWords(verified)] : []),
    ...(on_date && on_date.by !== 'today' ? [`Com o que vale ${on_date.label}.`] : []),
    ...(unchecked.length ? [`Números não conferidos: ${unchecked.map(({ text }) => text).join('; ')}`] : []),
  ];
}

const verifiedWords = ({ owner_label, verified_on }: { owner_label: string; verified_on: string }): string =>
  `Resposta verificada · ${owner_label} · ${dayOf(verified_on)}`;

const NUMERIC = new Set(['number', 'money', 'percent']);

function tableOf({ index, understood, columns, rows, total }: TableResult): ExportedTable {
  const line = (cells: (string | null)[]) =>
    columns.map((column, place) => tableCellWords(cells[place], column));
  return {
    caption: `[${index}] ${understood}`,
    columns: columns.map(({ kind }) => (NUMERIC.has(kind) ? 'right' : 'left')),
    head: columns.map(({ label }) => label),
    rows: [...rows.map(line), ...(total ? [line(total)] : [])],
  };
}

type Labelled = Pick<Source, 'kind' | 'title' | 'page' | 'section' | 'url'>;

function labelOf({ kind, title, page, section }: Labelled): string {
  return [
    kind === 'file' ? `${title} (seu arquivo)` : sourceTitle({ kind, title }),
    page === undefined ? '' : `página ${page}`,
    section ?? '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function exportedSource(source: Source): ExportedSource {
  const { index, url } = source;
  return { n: index, label: labelOf(source), text: sourceText(source) || null, ...(url ? { url } : {}) };
}

/** Only what was chosen for it, from the text that was signed. */
export function receiptDocument({ content, file, url }: SealedFile): ExportDocument {
  return {
    title: `Comprovante de resposta · ${content.issuer.name}`,
    about: aboutReceipt(content),
    records: [
      {
        heading: content.question === undefined ? `Resposta de ${content.agent.name}` : 'Pergunta',
        question: content.question ?? null,
        answer_heading: `Resposta de ${content.agent.name}`,
        answer: content.answer,
        notes: [
          ...(content.verified ? [verifiedWords(content.verified)] : []),
          ...(content.on_date
            ? [`Com o que vale de ${dayOf(content.on_date.from)} a ${dayOf(content.on_date.until)}.`]
            : []),
          ...content.filters.map(
            ({ source, parameter, values }) => `${source} · ${parameter}: ${values.join(' ou ')}`,
          ),
        ],
        tables: [],
        sources: content.sources.map((source) => ({
          n: source.n,
          label: labelOf(source),
          text: source.text ?? null,
          ...(source.url ? { url: source.url } : {}),
        })),
      },
    ],
    notice: content.notice,
    made_at: content.made_at,
    receipt: { code: content.code, url, file },
  };
}

function aboutReceipt({ issuer, made_at, asked_at, name, agent }: ReceiptContent): string[] {
  return [
    `O Prosa de ${issuer.name} (${issuer.url}) disse isto.`,
    `Comprovante de ${when(made_at)}${asked_at ? `, pergunta de ${when(asked_at)}` : ''}`,
    ...(name ? [`Perguntou: ${name}`] : []),
    ...(agent.version === undefined ? [] : [`${agent.name}, versão ${agent.version}`]),
  ];
}
