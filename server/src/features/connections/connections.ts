/** Adds, changes and removes connections to databases. The password itself never leaves this file's input. */
import { eq } from 'drizzle-orm';
import {
  type Connection,
  type ConnectionAddress,
  type ConnectionChange,
  type ConnectionTest,
  connectionMessages,
  FIRST_CONNECTION,
  type NewConnection,
} from '#contract/connections.ts';
import { problems } from '#contract/errors.ts';
import type { TypedDatabase } from '../../adapters/content/open-connection.ts';
import { AddressRefused, requireAllowedServer } from '../../adapters/guarded-fetch/address-policy.ts';
import { sealSecret } from '../../adapters/sealing/seal.ts';
import { SEALED } from '../../adapters/sealing/sealed-columns.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, filledDetail, requireVersion } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { connections, data_sources } from '../../db/tables/data-sources.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { byCaller, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import {
  type ConnectionRow,
  findConnection,
  listConnectionRows,
  sourcesByConnection,
  storedPassword,
} from './records/stored-connections.ts';
import { addressOf, connectionPolicy } from './records/typed-database.ts';
import { consumeTest, testConnection } from './test-connection.ts';

const FIRST_NAME = 'Banco desta instalação';

/** Administrators choose among them; superadmins see how each is reached. */
export async function listConnections(
  context: Pick<AppContext, 'db' | 'secretKeys'>,
  { role }: Pick<Caller, 'role'>,
): Promise<Connection[]> {
  const isSuperadmin = role === 'superadmin';
  const rows = await listConnectionRows(context.db);
  const sources = isSuperadmin ? await sourcesByConnection(context.db) : null;
  const first: Connection = {
    id: FIRST_CONNECTION,
    name: FIRST_NAME,
    kind: 'postgres',
    settings: null,
    data_sources: sources && (sources.get(FIRST_CONNECTION) ?? 0),
  };
  const shown = rows.map((row) =>
    isSuperadmin
      ? toConnection(context, row, sources?.get(row.id) ?? 0)
      : { id: row.id, name: row.name, kind: row.kind, settings: null, data_sources: null },
  );
  return [first, ...shown];
}

export async function createConnection(
  context: AppContext,
  caller: Caller,
  { name, password, ...address }: NewConnection,
  meta: Meta,
): Promise<Connection> {
  const now = context.clock.now();
  await requireReader(context, { ...address, password: password || null });
  return context.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(connections)
      .values({ name, ...columnsOf(address), created_at: now, updated_at: now })
      .returning();
    if (!row) throw new Error('no connection was inserted');
    const password_sealed = password
      ? sealSecret(context.secretKeys, SEALED.connection_password, row, password)
      : null;
    const stored = await writeRow(tx, row.id, { password_sealed });
    const after = { ...auditValues(stored), password_changed: Boolean(password) };
    await recordChange(
      tx,
      byCaller(caller, meta),
      { action: 'connection.created', ...named(stored), after },
      now,
    );
    return toConnection(context, stored, 0);
  });
}

export async function updateConnection(
  context: AppContext,
  caller: Caller,
  id: number,
  { name, password, version, ...address }: ConnectionChange,
  meta: Meta,
): Promise<Connection> {
  const now = context.clock.now();
  const seen = await requireRow(context.db, id);
  requireVersion(seen.version, version);
  const columns = columnsOf(address);
  const isElsewhere = SEALED.connection_password.bound.some((field) => columns[field] !== seen[field]);
  if (isElsewhere && seen.password_sealed !== null && password === undefined) throw passwordMissing();
  const kept = storedPassword(context.secretKeys, seen).password;
  await requireReader(context, { ...address, password: password === undefined ? kept : password || null });
  const changed = await context.db.transaction(async (tx) => {
    const row = await requireRow(tx, id, 'lock');
    requireVersion(row.version, version);
    const sealed =
      password && sealSecret(context.secretKeys, SEALED.connection_password, { id, ...columns }, password);
    const stored = await writeRow(tx, id, {
      name,
      ...columns,
      ...(password === undefined ? {} : { password_sealed: sealed || null }),
      version: row.version + 1,
      updated_at: now,
    });
    const differing = difference(auditValues(row), auditValues(stored));
    const password_changed = password !== undefined;
    if (differing || password_changed) {
      const values = { before: differing?.before ?? null, after: { ...differing?.after, password_changed } };
      await recordChange(
        tx,
        byCaller(caller, meta),
        { action: 'connection.updated', ...named(stored), ...values },
        now,
      );
    }
    return stored;
  });
  context.content.forget(id);
  return toConnection(context, changed, (await sourcesByConnection(context.db)).get(id) ?? 0);
}

export async function removeConnection(
  context: AppContext,
  caller: Caller,
  id: number,
  meta: Meta,
): Promise<null> {
  await context.db.transaction(async (tx) => {
    const row = await requireRow(tx, id, 'lock');
    const used = await tx
      .select({ id: data_sources.id, name: data_sources.name })
      .from(data_sources)
      .where(eq(data_sources.connection_id, id))
      .orderBy(data_sources.id);
    if (used.length) throw new AppError('connection_in_use', { extra: { data_sources: used } });
    await tx.delete(connections).where(eq(connections.id, id));
    const change = { action: 'connection.deleted', ...named(row), before: auditValues(row) } as const;
    await recordChange(tx, byCaller(caller, meta), change, context.clock.now());
  });
  context.content.forget(id);
  return null;
}

export async function testTyped(
  context: AppContext,
  caller: Caller,
  { password, ...address }: Omit<NewConnection, 'name'>,
): Promise<ConnectionTest> {
  await consumeTest(context, caller);
  await requireAddress(context, address);
  return testConnection(context, { ...address, password: password || null });
}

export async function testStored(context: AppContext, caller: Caller, id: number): Promise<ConnectionTest> {
  await consumeTest(context, caller);
  const row = await requireRow(context.db, id);
  const { state, password } = storedPassword(context.secretKeys, row);
  if (state !== 'unreadable') return testConnection(context, { ...addressOf(row), password });
  return {
    reachable: false,
    reads_only: false,
    version: null,
    problems: ['A senha guardada não pode ser lida.'],
  };
}

/**
 * Throws `address_refused`, or `connection_may_write` with the rights that are too many. A server that does not answer
 * now may be saved: its account is examined again before it reads.
 */
async function requireReader(context: AppContext, database: TypedDatabase): Promise<void> {
  await requireAddress(context, database);
  const { reachable, reads_only, problems: rights } = await testConnection(context, database);
  if (reachable && !reads_only)
    throw new AppError('connection_may_write', {
      detail: [problems.connection_may_write.detail, ...rights].join(' '),
    });
}

/** A name that does not resolve now is judged when it is connected to. */
async function requireAddress(
  { env }: Pick<AppContext, 'env'>,
  { host, tls }: ConnectionAddress,
): Promise<void> {
  try {
    await requireAllowedServer(connectionPolicy(env), host, { secure: tls !== 'off' });
  } catch (error) {
    if (!(error instanceof AddressRefused)) return;
    const message = filledDetail('address_refused', { reason: error.reason });
    throw new AppError('address_refused', { detail: message, errors: [{ field: 'host', message }] });
  }
}

const columnsOf = ({ database, user, ...rest }: ConnectionAddress) => ({
  ...rest,
  database_name: database,
  user_name: user,
});

function toConnection(
  { secretKeys }: Pick<AppContext, 'secretKeys'>,
  row: ConnectionRow,
  sources: number,
): Connection {
  const { kind, ...address } = addressOf(row);
  const { state } = storedPassword(secretKeys, row);
  return {
    id: row.id,
    name: row.name,
    kind,
    settings: { ...address, password: state, version: row.version },
    data_sources: sources,
  };
}

async function writeRow(tx: Transaction, id: number, fields: Partial<ConnectionRow>): Promise<ConnectionRow> {
  const [row] = await tx.update(connections).set(fields).where(eq(connections.id, id)).returning();
  if (!row) throw new AppError('not_found');
  return row;
}

/** The first connection is none of the table, so it can be neither changed nor removed. */
async function requireRow(db: Queryable, id: number, lock?: 'lock'): Promise<ConnectionRow> {
  if (!lock) {
    const row = await findConnection(db, id);
    if (!row) throw new AppError('not_found');
    return row;
  }
  const [row] = await db.select().from(connections).where(eq(connections.id, id)).for('update');
  if (!row) throw new AppError('not_found');
  return row;
}

const named = ({ id, name }: ConnectionRow) =>
  ({ object_type: 'connection', object_id: id, object_name: name }) as const;

const auditValues = (row: ConnectionRow) => ({ name: row.name, ...addressOf(row) });

const passwordMissing = () =>
  new AppError('validation', {
    detail: connectionMessages.passwordAgain,
    errors: [{ field: 'password', message: connectionMessages.passwordAgain }],
  });
