/** Processes that are killed while they take documents in and read them; the next one finds what they left. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { and, count, eq } from 'drizzle-orm';
import { openLog } from '../../../server/src/adapters/log.ts';
import { noRecognition } from '../../../server/src/adapters/recognition/open-recognition.ts';
import { documents, passages } from '../../../server/src/db/tables/knowledge.ts';
import { createKnowledgeBase, isBeingRead } from '../../../server/src/features/knowledge/documents/store.ts';
import { ingestDocument } from '../../../server/src/features/knowledge/ingest/ingest-document.ts';
import { LeasedElsewhere } from '../../../server/src/features/knowledge/ingest/ingestion-lease.ts';
import { brokenDocuments } from '../../../server/src/features/knowledge/invariants.ts';
import { passagesOf } from '../../../server/src/features/knowledge/passages/chunks.ts';
import type { Started } from '../../../server/test/process/started-process.ts';
import { linesAt, pdfOf } from '../../../tests/fixtures/pdf.ts';
import type { Installation } from '../../support/installation.ts';
import { seeded } from '../../support/seeded-random.ts';

export type Ingesting = {
  rounds: number;
  seed: number;
  /** Leases of the dead are over at once, and the queue's next look is not waited for: what is left is read from here. */
  isHurried?: boolean;
};

/** Sent in each round, at once. */
const FILES = 4;
/** From before the first byte to long after the last word of most. */
const KILL_WITHIN_MS = 4_000;
/** A lease, the queue's look for jobs whose process died, and what else the machine is doing. */
const SETTLED_SECONDS = 180;
/** The process that waited for the documents was killed. */
/** No file of these rounds is scanned. */
const unsent = {
  send: async () => {},
  work: async () => {},
  schedule: async () => {},
  prepare: async () => {},
  stop: async () => {},
};
const unheard = { send: async () => {}, listen: () => () => {}, close: async () => {} };

export async function ingestRounds(testServer: Installation, { rounds, seed, isHurried = false }: Ingesting) {
  const chance = seeded(seed);
  const folder = await mkdtemp(join(tmpdir(), 'prosa-ingest-'));
  const broken: string[] = [];
  const { id: base } = await createKnowledgeBase(testServer.db, { name: 'Quedas' });
  const isOurs = eq(documents.knowledge_base_id, base);
  const answered: number[] = [];
  const stages: Record<string, number> = {};
  try {
    for (let round = 0; round < rounds; round += 1) {
      const victim = await testServer.start({ DATA_DIR: folder });
      const token = await signIn(victim);
      const sending = Array.from({ length: FILES }, (_, file) => send(victim, token, round * FILES + file));
      await pause(chance.below(KILL_WITHIN_MS));
      await victim.end('SIGKILL');
      await Promise.all(sending);
      for (const { status } of await testServer.db
        .select({ status: documents.status })
        .from(documents)
        .where(isOurs))
        stages[status] = (stages[status] ?? 0) + 1;
      // Nothing is half searchable at any moment; who reads on has not had the time yet.
      for (const { what, subject } of await brokenDocuments(testServer.db))
        broken.push(`round ${round}: ${what} ${subject}`);
    }
    // No living process can hold a lease.
    if (isHurried) await testServer.db.update(documents).set({ lease_until: null }).where(isOurs);
    const last = await testServer.start({ DATA_DIR: folder });
    if (isHurried) await readOn();
    const seconds = await settle();
    await check();
    const left = await readdir(join(folder, 'uploads')).catch(() => []);
    if (left.length) broken.push(`${left.length} received files are left`);
    await last.end('SIGTERM');
    const [counted] = await testServer.db.select({ all: count() }).from(documents).where(isOurs);
    return {
      rounds,
      sent: rounds * FILES,
      answered: answered.length,
      kept: counted?.all ?? 0,
      status_at_kills: stages,
      seconds_to_settle: Math.round(seconds),
      broken,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  /** Every third file replaces what an earlier one said. */
  async function send(process: Started, token: string, number: number): Promise<void> {
    const earlier = number % 3 === 2 ? answered.at(-1) : undefined;
    const form = new FormData();
    if (earlier !== undefined) form.set('document_id', String(earlier));
    const isPdf = number % 2 === 0;
    const text = textOf(number);
    const content = isPdf ? pdfOf(pagesOf(text)) : text.join('\n\n');
    form.set('file', new Blob([content]), `arquivo ${number}.${isPdf ? 'pdf' : 'md'}`);
    try {
      const response = await fetch(`${process.url}/api/v1/knowledge-bases/${base}/documents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      const { data, code } = JSON.parse(await response.text()) as { data?: { id: number }; code?: string };
      if (data) answered.push(data.id);
      else if (code !== 'document_busy')
        broken.push(`file ${number} was answered ${response.status} ${code}`);
    } catch {
      // Killed before it answered: the document is there, or it is not.
    }
  }

  async function readOn(): Promise<void> {
    const open = await testServer.db
      .select({ document_id: documents.id, file_id: documents.file_id })
      .from(documents)
      .where(and(isOurs, isBeingRead));
    const context = {
      db: testServer.db,
      signals: unheard,
      log: openLog('silent'),
      queue: unsent,
      recognition: noRecognition(),
      objects: null,
    };
    for (const { document_id, file_id } of open)
      if (file_id)
        await ingestDocument(context, { knowledge_base_id: base, document_id, file_id }).catch((error) => {
          // The queue was faster.
          if (!(error instanceof LeasedElsewhere)) throw error;
        });
  }

  async function settle(): Promise<number> {
    const began = performance.now();
    for (;;) {
      const seconds = (performance.now() - began) / 1_000;
      const rows = await testServer.db
        .select({ id: documents.id, status: documents.status })
        .from(documents)
        .where(isOurs);
      const open = rows.filter(({ status }) => status !== 'ready' && status !== 'failed');
      if (!open.length) return seconds;
      if (seconds > SETTLED_SECONDS) {
        broken.push(
          `${open.length} documents are still ${[...new Set(open.map(({ status }) => status))].join(', ')}`,
        );
        return seconds;
      }
      await pause(250);
    }
  }

  /** Every document is there as a whole: the text of one file, with the passages of that text. */
  async function check(): Promise<void> {
    for (const { what, subject } of await brokenDocuments(testServer.db)) broken.push(`${what} ${subject}`);
    const rows = await testServer.db.select().from(documents).where(isOurs);
    for (const id of new Set(answered))
      if (!rows.some((row) => row.id === id)) broken.push(`document ${id} was answered and is lost`);
    for (const row of rows) {
      if (row.status === 'failed') broken.push(`document ${row.id} failed: ${row.error}`);
      const [number] = /\d+/.exec(row.original_filename) ?? [];
      const whole = textOf(Number(number)).every((paragraph) =>
        row.content_text.replace(/\s+/g, ' ').includes(paragraph),
      );
      if (!whole) broken.push(`document ${row.id} has not the text of ${row.original_filename}`);
      const kept = await testServer.db
        .select({ ordinal: passages.ordinal })
        .from(passages)
        .where(eq(passages.document_id, row.id));
      const expected = passagesOf(row.content_text, { fileType: row.file_type }).length;
      if (kept.length !== expected)
        broken.push(`document ${row.id} has ${kept.length} passages, not ${expected}`);
    }
  }
}

/** Enough for several statements of passages. */
const textOf = (number: number): string[] =>
  Array.from(
    { length: 240 },
    (_, index) => `O artigo ${index} do arquivo ${number} trata de prazos e vale por ${index + number} dias.`,
  );

const pagesOf = (text: string[]) =>
  Array.from({ length: Math.ceil(text.length / 20) }, (_, page) =>
    linesAt(text.slice(page * 20, page * 20 + 20), { pitch: 30 }),
  );

async function signIn({ url }: Started): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin@exemplo.com.br', password: 'uma senha de administrador' }),
  });
  return (JSON.parse(await response.text()) as { data: { access_token: string } }).data.access_token;
}
