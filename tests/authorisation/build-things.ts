/** Objects straight in the database, for the matrix of who may name what. */
import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { CODE_ALPHABET, receiptCodeOf } from '#contract/receipts.ts';
import type { AppContext } from '../../server/src/app-context.ts';
import { passkeys } from '../../server/src/db/tables/accounts.ts';
import { agent_checks } from '../../server/src/db/tables/agents.ts';
import { webhooks } from '../../server/src/db/tables/alerts.ts';
import { messages, token_entries } from '../../server/src/db/tables/chat.ts';
import { sheet_uploads } from '../../server/src/db/tables/data-sources.ts';
import { user_imports } from '../../server/src/db/tables/imports.ts';
import { invitations } from '../../server/src/db/tables/invitations.ts';
import { access_keys } from '../../server/src/db/tables/keys.ts';
import { documents, knowledge_bases } from '../../server/src/db/tables/knowledge.ts';
import { purchases } from '../../server/src/db/tables/plans.ts';
import { receipts } from '../../server/src/db/tables/receipts.ts';
import { scim_tokens } from '../../server/src/db/tables/scim.ts';
import { session_file_parts, session_files } from '../../server/src/db/tables/session-files.ts';
import { sync_runs, syncs } from '../../server/src/db/tables/syncs.ts';
import { document_relations, validity_proposals } from '../../server/src/db/tables/validity.ts';
import { verified_answers } from '../../server/src/db/tables/verified-answers.ts';
import {
  buildAgent,
  buildDataSource,
  buildSession,
  buildTag,
  buildVersions,
} from '../../server/test/builders.ts';
import { buildProvider } from '../../server/test/identity/built-provider.ts';
import { buildScimToken } from '../../server/test/identity/scim-directory.ts';

export async function first<T extends { id: unknown }>(rows: PromiseLike<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error('nothing was inserted');
  return row;
}

/** Each makes an object anew and gives its id. */
export function buildersIn(context: AppContext) {
  const { db } = context;
  const agent = async () => (await buildAgent(context)).id;
  const source = async () => (await buildDataSource(context)).id;
  const webhook = async () => {
    const given = { name: 'Canal', url: 'http://127.0.0.1:9/avisos' };
    return (await first(db.insert(webhooks).values(given).returning())).id;
  };
  const tag = async () => (await buildTag(context, `Tag ${randomUUID()}`)).id;
  const base = async () => (await first(db.insert(knowledge_bases).values({ name: 'Base' }).returning())).id;
  const relation = async (knowledge_base_id: number, document_id: number) => {
    const stated = { kind: 'regulates' as const, by: 'Lei nº 1/2020', effective_on: '2020-01-01' };
    const target_norm = { type: 'lei' as const, number: '2', year: 2019, issuer: '' };
    const row = { knowledge_base_id, document_id, ...stated, target_norm, decided_at: new Date() };
    return (await first(db.insert(document_relations).values(row).returning())).id;
  };
  const proposal = async (knowledge_base_id: number, document_id: number) => {
    const facts = { from: '2020-01-01', isPresumed: true };
    const row = { knowledge_base_id, document_id, kind: 'starts' as const, facts, key: 'k', clause: '' };
    return (await first(db.insert(validity_proposals).values(row).returning())).id;
  };
  const session = async (user_id: number) =>
    (await buildSession(context, { user_id, agent_id: await agent() })).id;
  const sessionFile = async (user_id: number) => {
    const session_id = await session(user_id);
    const file = { original_filename: 'a.txt', file_type: 'txt', file_size: 2 };
    const row = { user_id, id: randomUUID(), session_id, ...file, status: 'ready' as const };
    await db.insert(session_files).values(row);
    await db
      .insert(session_file_parts)
      .values({ user_id, file_id: row.id, part: 0, content: Buffer.from('Oi') });
    return { id: session_id, fileId: row.id };
  };
  const message = async (user_id: number) => {
    const written = {
      user_id,
      session_id: await session(user_id),
      question: 'Oi?',
      answer: 'Sim [1].',
      model: 'gpt-5',
    };
    const sources = [
      { index: 1, kind: 'row' as const, title: 'x', snippet: 'x', data_source_id: 1, row: {} },
    ];
    const { id, session_id } = await first(
      db
        .insert(messages)
        .values({ ...written, sources, status: 'done' as const })
        .returning(),
    );
    // An answer has one entry in the ledger; this one costs nothing.
    const entry = { user_id, session_id, message_id: id, purpose: 'answer' as const, model: written.model };
    const amounts = { input_tokens: 1, output_tokens: 1, charged: 0, estimated: false };
    await db.insert(token_entries).values({ ...entry, ...amounts });
    return id;
  };
  const userImport = async (created_by_user_id: number) => {
    const row = {
      created_by_user_id,
      file_sha256: 'x',
      ignored_columns: [],
      created_at: context.clock.now(),
    };
    return (await first(db.insert(user_imports).values(row).returning())).id;
  };
  const invitation = async () => {
    const row = { email: `${randomUUID()}@exemplo.com.br`, expires_at: new Date('2099-01-01T00:00:00.000Z') };
    return (await first(db.insert(invitations).values(row).returning())).id;
  };
  const scimToken = async () => {
    const id = await buildProvider(context);
    await buildScimToken(context, id);
    const row = await first(db.select().from(scim_tokens).where(eq(scim_tokens.provider_id, id)));
    return { id, tokenId: row.id };
  };
  const version = async (id: number) => (await buildVersions(context, id, [{ temperature: 0.1 }]))[0] ?? 0;
  const verified = async (agent_id: number) => {
    const written = {
      agent_id,
      question: 'Oi?',
      answer: 'Oi.',
      owner_label: 'Pessoas',
      review_on: '2027-01-01',
    };
    return (await first(db.insert(verified_answers).values(written).returning())).id;
  };
  const check = async (agent_id: number) => {
    const expectation = { kind: 'refuses' as const, value: null };
    return (
      await first(db.insert(agent_checks).values({ agent_id, question: 'Oi?', expectation }).returning())
    ).id;
  };
  const document = async (knowledge_base_id: number, withdrawn_at: Date | null = null) => {
    const file = { original_filename: 'a.txt', file_type: 'txt', file_size: 1 };
    const read = { status: 'ready' as const, progress: 1 };
    const row = { knowledge_base_id, ...file, ...read, withdrawn_at };
    return (await first(db.insert(documents).values(row).returning())).id;
  };
  const withdrawn = (knowledge_base_id: number) => document(knowledge_base_id, context.clock.now());
  const sync = async (knowledge_base_id: number) => {
    const settings = { kind: 'folder' as const, root: '/nenhuma', subfolder: '', include: [], exclude: [] };
    const row = { kind: 'folder' as const, name: 'Pasta', settings, schedule: { kind: 'manual' as const } };
    return (
      await first(
        db
          .insert(syncs)
          .values({ knowledge_base_id, ...row })
          .returning(),
      )
    ).id;
  };
  const syncRun = async (knowledge_base_id: number, sync_id: number | null) => {
    const at = context.clock.now();
    const row = { knowledge_base_id, sync_id, started_at: at, finished_at: at, outcome: 'done' as const };
    const kind = sync_id === null ? ('preview' as const) : ('run' as const);
    return (
      await first(
        db
          .insert(sync_runs)
          .values({ ...row, kind })
          .returning(),
      )
    ).id;
  };

  const sheetUpload = async (user_id: number) => {
    const upload = { id: randomUUID(), user_id, file: 'a.csv', content: Buffer.from('a;b\n1;2\n') };
    const expires_at = new Date(context.clock.now().getTime() + 3_600_000);
    return (
      await first(
        db
          .insert(sheet_uploads)
          .values({ ...upload, expires_at })
          .returning(),
      )
    ).id;
  };

  const accessKey = async (user_id: number) => {
    const key = { user_id, name: 'Planilha', key_hash: randomBytes(32), hint: 'aB3d' };
    return (await first(db.insert(access_keys).values(key).returning())).id;
  };

  const passkey = async (user_id: number) => {
    const bytes = randomBytes(16);
    const key = { credential_id: bytes, public_key: bytes, counter: 0, transports: [], synced: false };
    return (
      await first(
        db
          .insert(passkeys)
          .values({ user_id, name: 'Celular', ...key })
          .returning(),
      )
    ).id;
  };

  const purchase = async (user_id: number) => {
    const bought = { user_id, id: randomUUID(), kind: 'pack' as const, amount: 100, state: 'paid' as const };
    return (await first(db.insert(purchases).values(bought).returning())).id;
  };

  const receipt = async (user_id: number) => {
    const code = receiptCodeOf([...randomBytes(12)].map((byte) => CODE_ALPHABET[byte & 31]).join(''));
    const signed = { sha256: randomBytes(32), signature: randomBytes(64), key_id: 'nenhuma' };
    const row = { code, user_id, with_question: true, with_name: false, canonical: null, ...signed };
    await db.insert(receipts).values(row);
    return code;
  };

  return {
    agent,
    source,
    webhook,
    tag,
    base,
    relation,
    proposal,
    session,
    sessionFile,
    message,
    userImport,
    invitation,
    scimToken,
    version,
    verified,
    check,
    document,
    withdrawn,
    sync,
    syncRun,
    sheetUpload,
    accessKey,
    passkey,
    purchase,
    receipt,
  };
}
