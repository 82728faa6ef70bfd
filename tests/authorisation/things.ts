/** Objects that paths name: the caller's own or anybody's, somebody else's, none that exists, and none at all. */
import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { CODE_ALPHABET, receiptCodeOf } from '#contract/receipts.ts';
import type { AppContext } from '../../server/src/app-context.ts';
import { passkeys } from '../../server/src/db/tables/accounts.ts';
import { agent_checks, model_comparisons } from '../../server/src/db/tables/agents.ts';
import { alert_rules, webhook_deliveries, webhooks } from '../../server/src/db/tables/alerts.ts';
import { messages } from '../../server/src/db/tables/chat.ts';
import { connections, sheet_uploads } from '../../server/src/db/tables/data-sources.ts';
import { feedback } from '../../server/src/db/tables/feedback.ts';
import { user_imports } from '../../server/src/db/tables/imports.ts';
import { invitations } from '../../server/src/db/tables/invitations.ts';
import { access_keys } from '../../server/src/db/tables/keys.ts';
import { documents, knowledge_bases } from '../../server/src/db/tables/knowledge.ts';
import { model_providers } from '../../server/src/db/tables/models.ts';
import { open_question_groups, open_question_members } from '../../server/src/db/tables/open-questions.ts';
import { user_groups } from '../../server/src/db/tables/people.ts';
import { packs, plans, purchases } from '../../server/src/db/tables/plans.ts';
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
import { buildScimGroup, buildScimToken, buildScimUser } from '../../server/test/identity/scim-directory.ts';
import { newPerson, signInAs } from './people.ts';

export type Names = Record<string, string | number>;

export type Kind = {
  /** One that the person may name: their own, or everybody's who may enter. Made anew each time. */
  own(person_id: number): Promise<Names>;
  /** One that exists and is not there for the person: somebody else's, or the part of another whole. */
  foreign?(): Promise<Names>;
  missing: Names;
  malformed: Names;
  /** Objects that may be missing even for their owner: a file that was never sent, a trace that was not kept. */
  may_lack?: true;
};

export type KindName = keyof ReturnType<typeof kindsIn>;

const NONE = 1_999_999_999;
const NO_SESSION = '00000000-0000-4000-8000-000000000000';

async function first<T extends { id: unknown }>(rows: PromiseLike<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error('nothing was inserted');
  return row;
}

export function kindsIn(context: AppContext) {
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
    return (
      await first(
        db
          .insert(messages)
          .values({ ...written, sources, status: 'done' as const })
          .returning(),
      )
    ).id;
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
    receipt: {
      own: async (person_id) => ({ code: await receipt(person_id) }),
      foreign: async () => ({ code: await receipt(await newPerson(context)) }),
      missing: { code: receiptCodeOf('0'.repeat(12)) },
      malformed: { code: 'x' },
    },
    // Everybody who has a code may check it.
    any_receipt: {
      own: async () => ({ code: await receipt(await newPerson(context)) }),
      missing: { code: receiptCodeOf('0'.repeat(12)) },
      malformed: { code: 'x' },
    },
    session: {
      own: async (person_id) => ({ id: await session(person_id) }),
      foreign: async () => ({ id: await session(await newPerson(context)) }),
      missing: { id: NO_SESSION },
      malformed: { id: 'x' },
    },
    /** The body names a record, too. */
    session_and_record: {
      own: async (person_id) => ({ id: await session(person_id) }),
      foreign: async () => ({ id: await session(await newPerson(context)) }),
      missing: { id: NO_SESSION },
      malformed: { id: 'x' },
      may_lack: true,
    },
    session_file: {
      own: sessionFile,
      foreign: async () => sessionFile(await newPerson(context)),
      missing: { id: NO_SESSION, fileId: NO_SESSION },
      malformed: { id: 'x', fileId: 'x' },
    },
    message: {
      own: async (person_id) => ({ id: await message(person_id), index: 1 }),
      foreign: async () => ({ id: await message(await newPerson(context)), index: 1 }),
      missing: { id: NONE, index: 1 },
      malformed: { id: 'x', index: 1 },
      may_lack: true,
    },
    sign_in: {
      own: async (person_id) => ({ id: (await signInAs(context, person_id)).sign_in_id }),
      foreign: async () => ({ id: (await signInAs(context, await newPerson(context))).sign_in_id }),
      missing: { id: NO_SESSION },
      malformed: { id: 'x' },
    },
    access_key: {
      own: async (person_id) => ({ id: await accessKey(person_id) }),
      foreign: async () => ({ id: await accessKey(await newPerson(context)) }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    import: {
      own: async (person_id) => ({ id: await userImport(person_id) }),
      foreign: async () => ({ id: await userImport(await newPerson(context)) }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    invitation: {
      own: async () => ({ id: await invitation() }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    passkey: {
      own: async (person_id) => ({ id: await passkey(person_id) }),
      foreign: async () => ({ id: await passkey(await newPerson(context)) }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    model: {
      own: async () => ({ id: 'gpt-6-luna', model_id: 'gpt-6-luna' }),
      missing: { id: 'nenhum', model_id: 'nenhum' },
      malformed: { id: 'Não é um id', model_id: 'Não é um id' },
    },
    agent_model: {
      own: async () => ({ model: `agente-${await agent()}` }),
      missing: { model: `agente-${NONE}` },
      malformed: { model: 'gpt-5' },
    },
    user: {
      own: async () => {
        const id = await newPerson(context);
        return { id, userId: id, roleId: 'user_td' };
      },
      missing: { id: NONE, userId: NONE, roleId: 'user_td' },
      malformed: { id: 'x', userId: 'x', roleId: 'user_td' },
    },
    group: {
      own: async () => ({
        id: (await first(db.insert(user_groups).values({ name: randomUUID() }).returning())).id,
      }),
      missing: { id: NONE },
      malformed: { id: 'x' },
      // Agents that are to be opened to it are named in the body.
      may_lack: true,
    },
    agent: { own: async () => ({ id: await agent() }), missing: { id: NONE }, malformed: { id: 'x' } },
    tag: { own: async () => ({ id: await tag() }), missing: { id: NONE }, malformed: { id: 'x' } },
    source: { own: async () => ({ id: await source() }), missing: { id: NONE }, malformed: { id: 'x' } },
    base: { own: async () => ({ id: await base() }), missing: { id: NONE }, malformed: { id: 'x' } },
    base_reread: {
      own: async () => ({ id: await base() }),
      missing: { id: NONE },
      malformed: { id: 'x' },
      // The documents that are to be read again are named in the body.
      may_lack: true,
    },
    feedback: {
      own: async () => ({ id: (await first(db.insert(feedback).values({ message: 'Oi' }).returning())).id }),
      missing: { id: NONE },
      malformed: { id: 'x' },
      may_lack: true,
    },
    alert_rule: {
      own: async () => ({
        id: (await first(db.insert(alert_rules).values({ kind: 'queue', threshold: 15 }).returning())).id,
      }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    webhook: {
      own: async () => ({ id: await webhook() }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    webhook_delivery: {
      own: async () => {
        const webhook_id = await webhook();
        const sent = { webhook_id, kind: 'test', body: '{}', next_at: context.clock.now() };
        return {
          id: webhook_id,
          n: (await first(db.insert(webhook_deliveries).values(sent).returning())).id,
        };
      },
      missing: { id: NONE, n: NONE },
      malformed: { id: 'x', n: 'y' },
    },
    connection: {
      own: async () => {
        const given = {
          kind: 'postgres',
          name: 'Servidor',
          host: '127.0.0.1',
          port: 9,
          database_name: 'obras',
          user_name: 'leitor',
          tls: 'off',
        } as const;
        return { id: (await first(db.insert(connections).values(given).returning())).id };
      },
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    model_provider: {
      own: async () => {
        const given = { kind: 'compatible', name: 'Servidor', base_url: 'http://127.0.0.1:9/v1' } as const;
        return { id: (await first(db.insert(model_providers).values(given).returning())).id };
      },
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    provider_slug: {
      own: async () => {
        const slug = randomUUID().slice(0, 30);
        await buildProvider(context, { slug });
        return { slug };
      },
      missing: { slug: 'nenhum' },
      malformed: { slug: '%20' },
    },
    identity_provider: {
      own: async () => ({ id: await buildProvider(context) }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    scim_token: {
      own: () => scimToken(),
      foreign: async () => ({ ...(await scimToken()), id: await buildProvider(context) }),
      missing: { id: NONE, tokenId: NONE },
      malformed: { id: 'x', tokenId: 'x' },
    },
    // The caller is the directory of a provider: its own objects are those of the provider.
    scim_user: {
      own: async (provider_id) => ({ id: await buildScimUser(context, provider_id) }),
      foreign: async () => ({ id: await buildScimUser(context, NONE) }),
      missing: { id: NO_SESSION },
      malformed: { id: 'x' },
    },
    scim_group: {
      own: async (provider_id) => ({ id: await buildScimGroup(context, provider_id) }),
      foreign: async () => ({ id: await buildScimGroup(context, NONE) }),
      missing: { id: NO_SESSION },
      malformed: { id: 'x' },
    },
    purchase: {
      own: async (person_id) => ({ id: await purchase(person_id) }),
      foreign: async () => ({ id: await purchase(await newPerson(context)) }),
      missing: { id: NO_SESSION },
      malformed: { id: 'x' },
    },
    plan: {
      own: async () => ({
        id: (await first(db.insert(plans).values({ key: randomUUID(), name: 'Plano' }).returning())).id,
      }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    pack: {
      own: async () => ({
        id: (await first(db.insert(packs).values({ name: 'Pacote', tokens: 1_000, amount: 100 }).returning()))
          .id,
      }),
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    version: {
      own: async () => {
        const id = await agent();
        return { id, versionId: await version(id) };
      },
      foreign: async () => ({ id: await agent(), versionId: await version(await agent()) }),
      missing: { id: NONE, versionId: NONE },
      malformed: { id: 'x', versionId: 'x' },
    },
    comparison: {
      own: async () => {
        const compared = { agent_id: await agent(), columns: [] };
        return { id: (await first(db.insert(model_comparisons).values(compared).returning())).id };
      },
      missing: { id: NONE },
      malformed: { id: 'x' },
    },
    verified_answer: {
      own: async () => {
        const id = await agent();
        return { id, answerId: await verified(id) };
      },
      foreign: async () => ({ id: await agent(), answerId: await verified(await agent()) }),
      missing: { id: NONE, answerId: NONE },
      malformed: { id: 'x', answerId: 'x' },
    },
    question_group: {
      own: async (person_id) => {
        const message_id = await message(person_id);
        await db.update(messages).set({ found_nothing: true, answer: '' }).where(eq(messages.id, message_id));
        const group = { agent_id: await agent() };
        const { id } = await first(db.insert(open_question_groups).values(group).returning());
        await db.insert(open_question_members).values({ user_id: person_id, message_id, group_id: id });
        return { id };
      },
      missing: { id: NONE },
      malformed: { id: 'x' },
      // The answer, and the questions that are split from it, are named in the body.
      may_lack: true,
    },
    check: {
      own: async () => {
        const id = await agent();
        return { id, checkId: await check(id) };
      },
      foreign: async () => ({ id: await agent(), checkId: await check(await agent()) }),
      missing: { id: NONE, checkId: NONE },
      malformed: { id: 'x', checkId: 'x' },
    },
    document: {
      own: async () => {
        const id = await base();
        return { id, documentId: await document(id) };
      },
      foreign: async () => ({ id: await base(), documentId: await document(await base()) }),
      missing: { id: NONE, documentId: NONE },
      malformed: { id: 'x', documentId: 'x' },
      may_lack: true,
    },
    document_page: {
      own: async () => {
        const id = await base();
        return { id, documentId: await document(id), page: 1 };
      },
      foreign: async () => ({ id: await base(), documentId: await document(await base()), page: 1 }),
      missing: { id: NONE, documentId: NONE, page: 1 },
      malformed: { id: 'x', documentId: 'x', page: 'x' },
      may_lack: true,
    },
    proposal: {
      own: async () => {
        const id = await base();
        return { id, proposalId: await proposal(id, await document(id)) };
      },
      foreign: async () => {
        const other = await base();
        return { id: await base(), proposalId: await proposal(other, await document(other)) };
      },
      missing: { id: NONE, proposalId: NONE },
      malformed: { id: 'x', proposalId: 'y' },
    },
    base_sync: {
      own: async () => ({ id: await base() }),
      missing: { id: NONE },
      malformed: { id: 'x' },
      // The sync whose secret is used is named in the body.
      may_lack: true,
    },
    sync: {
      own: async () => {
        const id = await base();
        return { id, syncId: await sync(id) };
      },
      foreign: async () => ({ id: await base(), syncId: await sync(await base()) }),
      missing: { id: NONE, syncId: NONE },
      malformed: { id: 'x', syncId: 'x' },
    },
    sync_item: {
      own: async () => {
        const id = await base();
        return { id, syncId: await sync(id) };
      },
      foreign: async () => ({ id: await base(), syncId: await sync(await base()) }),
      missing: { id: NONE, syncId: NONE },
      malformed: { id: 'x', syncId: 'x' },
      // The item is named in the body.
      may_lack: true,
    },
    sync_run: {
      own: async () => {
        const id = await base();
        const syncId = await sync(id);
        return { id, syncId, runId: await syncRun(id, syncId) };
      },
      foreign: async () => {
        const id = await base();
        return { id, syncId: await sync(id), runId: await syncRun(id, await sync(id)) };
      },
      missing: { id: NONE, syncId: NONE, runId: NONE },
      malformed: { id: 'x', syncId: 'x', runId: 'x' },
    },
    sync_preview: {
      own: async () => {
        const id = await base();
        return { id, runId: await syncRun(id, null) };
      },
      foreign: async () => ({ id: await base(), runId: await syncRun(await base(), null) }),
      missing: { id: NONE, runId: NONE },
      malformed: { id: 'x', runId: 'x' },
    },
    withdrawn_document: {
      own: async () => {
        const id = await base();
        return { id, documentId: await withdrawn(id) };
      },
      foreign: async () => ({ id: await base(), documentId: await withdrawn(await base()) }),
      missing: { id: NONE, documentId: NONE },
      malformed: { id: 'x', documentId: 'x' },
    },
    document_relation: {
      own: async () => {
        const id = await base();
        const documentId = await document(id);
        return { id, documentId, relationId: await relation(id, documentId) };
      },
      foreign: async () => {
        const id = await base();
        return { id, documentId: await document(id), relationId: await relation(await base(), NONE) };
      },
      missing: { id: NONE, documentId: NONE, relationId: NONE },
      malformed: { id: 'x', documentId: 'x', relationId: 'x' },
    },
    agent_tag: {
      own: async () => ({ id: await agent(), tagId: await tag() }),
      missing: { id: NONE, tagId: NONE },
      malformed: { id: 'x', tagId: 'x' },
    },
    agent_base: {
      own: async () => ({ id: await agent(), kbId: await base() }),
      missing: { id: NONE, kbId: NONE },
      malformed: { id: 'x', kbId: 'x' },
    },
    sheet_source: {
      own: async () => ({ id: await source() }),
      missing: { id: NONE },
      malformed: { id: 'x' },
      // A source that was not loaded from a file has no version to restore.
      may_lack: true,
    },
    sheet_upload: {
      own: async (person_id) => ({ uploadId: await sheetUpload(person_id) }),
      foreign: async () => ({ uploadId: await sheetUpload(await newPerson(context)) }),
      missing: { uploadId: NO_SESSION },
      malformed: { uploadId: 'x' },
      // A file that was never sent cannot be read.
      may_lack: true,
    },
    source_agent: {
      own: async () => ({ id: await source(), agentId: await agent() }),
      missing: { id: NONE, agentId: NONE },
      malformed: { id: 'x', agentId: 'x' },
    },
  } satisfies Record<string, Kind>;
}
