/** The content of a receipt, from the record of an answer: what was said, by which version of which agent, from which words. */
import { sql } from 'drizzle-orm';
import type { Source } from '#contract/citations.ts';
import type { ReceiptContent, ReceiptSource } from '#contract/receipts.ts';
import type { TableResult } from '#contract/table-result.ts';
import { tableCellWords } from '#contract/table-words.ts';
import { LOCAL_MODEL } from '../../adapters/models/model.ts';
import type { Queryable } from '../../db/client.ts';
import type { ReceiptPlace } from '../../db/tables/receipts.ts';
import type { MessageRow } from '../chat/conversations/message-store.ts';
import { sourceText } from '../grounding/verified-passage.ts';
import { type CitedSpan, lookAtDocuments } from './source-states.ts';

export type Choice = { question: boolean; name: boolean };

const NOTICES = {
  model: 'Gerado por IA. Confira as fontes.',
  local: 'Trechos das fontes, sem IA. Confira as fontes.',
  verified: 'Escrita por pessoas.',
};

type Given = {
  code: string;
  issuer: ReceiptContent['issuer'];
  now: Date;
  message: MessageRow;
  choice: Choice;
};

export async function receiptContent(
  db: Queryable,
  { code, issuer, now, message, choice }: Given,
): Promise<{ content: ReceiptContent; places: ReceiptPlace[] }> {
  const known = await readAround(db, message);
  const places = placesOf(message.sources);
  const hashes = await documentHashes(db, message.sources, places);
  const { verified, on_date } = message;
  const content: ReceiptContent = {
    v: 1,
    code,
    issuer,
    made_at: now.toISOString(),
    ...(choice.question ? { asked_at: message.created_at.toISOString(), question: message.question } : {}),
    ...(choice.name && known.user_name ? { name: known.user_name } : {}),
    answer: message.answer,
    agent: {
      ...(known.agent_id === null ? {} : { id: known.agent_id }),
      name: known.agent_name ?? '',
      ...(message.agent_version_id === null ? {} : { version: message.agent_version_id }),
      ...(known.hash === null ? {} : { hash: known.hash }),
    },
    model: message.model,
    ...(verified ? { verified } : {}),
    ...(on_date && on_date.by !== 'today' ? { on_date: { from: on_date.from, until: on_date.until } } : {}),
    filters: message.personal_sources ? [] : filtersOf(message),
    sources: message.sources.map((source) => receiptSource(source, message, hashes)),
    notice: noticeOf(message),
  };
  return { content, places };
}

function noticeOf({ verified, model }: MessageRow): string {
  if (verified) return NOTICES.verified;
  return model === LOCAL_MODEL ? NOTICES.local : NOTICES.model;
}

const filtersOf = ({ filters }: MessageRow): ReceiptContent['filters'] =>
  filters.map(({ data_source_name, parameter, values }) => ({ source: data_source_name, parameter, values }));

/** Words of files that one person put into a conversation, and of rows that are theirs alone, are not taken along. */
const isPrivate = ({ kind }: Source, { personal_sources }: MessageRow) =>
  kind === 'file' || (personal_sources && (kind === 'row' || kind === 'result'));

function receiptSource(source: Source, message: MessageRow, hashes: Map<number, string>): ReceiptSource {
  const { index, kind, title, page, section, url } = source;
  const hash = hashes.get(index);
  return {
    n: index,
    kind,
    title,
    ...(page === undefined ? {} : { page }),
    ...(section ? { section } : {}),
    ...(url ? { url } : {}),
    ...(isPrivate(source, message) ? {} : { text: textOf(source, message.results) }),
    ...(hash ? { document_sha256: hash } : {}),
  };
}

/** Figures are taken along with their rows: nobody can ask the data source again later. */
function textOf(source: Source, results: TableResult[]): string {
  const { kind, index, snippet } = source;
  const result = kind === 'result' ? results.find((one) => one.index === index) : undefined;
  if (!result) return sourceText(source);
  const { columns, rows, total } = result;
  const lineOf = (cells: (string | null)[]) =>
    columns.map((column, place) => tableCellWords(cells[place], column)).join(' | ');
  return [
    snippet,
    columns.map(({ label }) => label).join(' | '),
    ...rows.map(lineOf),
    ...(total ? [`Total: ${lineOf(total)}`] : []),
  ].join('\n');
}

const placesOf = (sources: Source[]): ReceiptPlace[] =>
  sources.flatMap(({ kind, index, knowledge_base_id, document_id }) =>
    kind === 'document' && knowledge_base_id !== undefined && document_id !== undefined
      ? [{ n: index, knowledge_base_id, document_id }]
      : [],
  );

/** By the number of the source; only where the document still has the words, so that the file is the one that was read. */
async function documentHashes(
  db: Queryable,
  sources: Source[],
  places: ReceiptPlace[],
): Promise<Map<number, string>> {
  const spans = places.map(
    (place): CitedSpan => ({
      ...place,
      text: sources.find(({ index }) => index === place.n)?.snippet ?? '',
    }),
  );
  const seen = await lookAtDocuments(db, spans);
  return new Map(
    seen.flatMap(({ n, state, file_sha256 }) => (state === 'same' && file_sha256 ? [[n, file_sha256]] : [])),
  );
}

type Around = {
  agent_id: number | null;
  agent_name: string | null;
  hash: string | null;
  user_name: string | null;
};

async function readAround(db: Queryable, message: MessageRow): Promise<Around> {
  const { user_id, session_id, agent_version_id } = message;
  const { rows } = await db.execute<Around>(sql`
    select s.agent_id, coalesce(a.name, s.agent_name) agent_name,
      (select hash from agent_versions where id = ${agent_version_id}::int) hash, u.name user_name
    from chat_sessions s join users u on u.id = s.user_id left join agents a on a.id = s.agent_id
    where s.user_id = ${user_id} and s.id = ${session_id}`);
  return rows[0] ?? { agent_id: null, agent_name: null, hash: null, user_name: null };
}
