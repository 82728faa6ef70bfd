/** The databases that data sources read: how each is reached. Passwords are written and never read. */
import { z } from 'zod';
import { del, get, post, put } from './endpoint.ts';
import { Nothing } from './envelope.ts';
import { CONNECTION_NAME_MAX, CONNECTION_PART_MAX } from './limits.ts';
import { Id } from './paging.ts';

/** The connection that the environment defines: DATASOURCE_DATABASE_URL, or the embedded database. */
export const FIRST_CONNECTION = 1;

/** The kinds of database server, with the port that each listens on. */
export const DATABASE_SERVERS = {
  postgres: { name: 'PostgreSQL', port: 5_432 },
  mysql: { name: 'MySQL ou MariaDB', port: 3_306 },
} as const satisfies Record<string, { name: string; port: number }>;
export type ConnectionKind = keyof typeof DATABASE_SERVERS;
export const CONNECTION_KINDS = Object.keys(DATABASE_SERVERS) as [ConnectionKind, ...ConnectionKind[]];

/** `require` encrypts without looking at the certificate of the server; `verify` looks at it. */
export const CONNECTION_TLS = ['off', 'require', 'verify'] as const;
export type ConnectionTls = (typeof CONNECTION_TLS)[number];

export const connectionMessages = {
  name: 'Informe um nome.',
  nameLong: 'O nome deve ter no máximo 100 caracteres.',
  host: 'Informe o nome ou o endereço do servidor, sem porta, como banco.exemplo.com.br.',
  port: 'Informe uma porta de 1 a 65535.',
  database: 'Informe o banco de dados.',
  user: 'Informe o usuário.',
  partLong: 'Escreva no máximo 200 caracteres.',
  password: 'A senha deve ter no máximo 200 caracteres.',
  passwordAgain: 'O servidor, o banco ou o usuário mudou: digite a senha de novo.',
  choose: 'Escolha uma conexão.',
} as const;

/** The id of a connection in a body. */
export const ConnectionId = z
  .number(connectionMessages.choose)
  .int(connectionMessages.choose)
  .positive(connectionMessages.choose)
  .max(2_147_483_647, connectionMessages.choose);

/** The database cannot hold NUL and half a pair of surrogates; no name of a database or an account has them. */
const Part = (message: string) =>
  z
    .string(message)
    .trim()
    .min(1, message)
    .max(CONNECTION_PART_MAX, connectionMessages.partLong)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), message);

/** A host name or an IP address; no socket folder, no port and no credentials. */
const Host = Part(connectionMessages.host).regex(
  /^(?:\w(?:[\w.-]*\w)?|\[?[\da-fA-F:.]+\]?)$/,
  connectionMessages.host,
);

const Address = z.object({
  kind: z.enum(CONNECTION_KINDS),
  host: Host,
  port: z
    .number(connectionMessages.port)
    .int(connectionMessages.port)
    .min(1, connectionMessages.port)
    .max(65_535, connectionMessages.port),
  database: Part(connectionMessages.database),
  user: Part(connectionMessages.user),
  tls: z.enum(CONNECTION_TLS),
});
export type ConnectionAddress = z.output<typeof Address>;

const Password = z.string(connectionMessages.password).max(CONNECTION_PART_MAX, connectionMessages.password);

/** A connection that was not saved yet, as the test takes it. */
const TypedConnection = Address.extend({ password: Password.optional() });

const Name = z
  .string(connectionMessages.name)
  .trim()
  .min(1, connectionMessages.name)
  .max(CONNECTION_NAME_MAX, connectionMessages.nameLong);

export const NewConnection = TypedConnection.extend({ name: Name });
export type NewConnection = z.output<typeof NewConnection>;

export const ConnectionChange = Address.extend({
  name: Name,
  /** Absent to keep the stored password, null to remove it. */
  password: Password.nullable().optional(),
  version: z.int(),
});
export type ConnectionChange = z.output<typeof ConnectionChange>;

export const Connection = z
  .object({
    id: z.int(),
    name: z.string(),
    kind: z.enum(CONNECTION_KINDS),
    /** How it is reached; null for administrators who are no superadmins, and for the one of the environment. */
    settings: Address.omit({ kind: true })
      .extend({
        /** `unreadable`: stored, and no key of this installation opens it, so that it has to be typed again. */
        password: z.enum(['stored', 'none', 'unreadable']),
        version: z.int(),
      })
      .nullable(),
    /** How many data sources read it; null for administrators who are no superadmins. */
    data_sources: z.int().nullable(),
  })
  .meta({ id: 'Connection' });
export type Connection = z.output<typeof Connection>;

export const ConnectionTest = z
  .object({
    reachable: z.boolean(),
    /** The account can only read. False also where nothing is known, because the server was not reached. */
    reads_only: z.boolean(),
    /** The name and version that the server reports; null where it was not reached. */
    version: z.string().nullable(),
    /** Sentences about what stands in the way. */
    problems: z.array(z.string()),
  })
  .meta({ id: 'ConnectionTest' });
export type ConnectionTest = z.output<typeof ConnectionTest>;

export const connectionsApi = {
  list: get('/connections', {
    access: 'admin',
    summary: 'The databases that data sources may read; superadmins see how each is reached',
    reply: z.array(Connection),
  }),
  create: post('/connections', {
    access: 'superadmin',
    summary: 'Adds a connection to a database; asks for a fresh sign-in',
    body: NewConnection,
    reply: Connection,
    status: 201,
    confirmed: true,
  }),
  update: put('/connections/:id', {
    access: 'superadmin',
    summary: 'Changes a connection; another server, database or user asks for the password again',
    params: Id,
    body: ConnectionChange,
    reply: Connection,
    confirmed: true,
  }),
  remove: del('/connections/:id', {
    access: 'superadmin',
    summary: 'Removes a connection that no data source uses',
    params: Id,
    reply: Nothing,
    confirmed: true,
  }),
  testTyped: post('/connections/test', {
    access: 'superadmin',
    summary: 'Tries a connection that is not saved yet, and whether its account can only read',
    body: TypedConnection,
    reply: ConnectionTest,
  }),
  test: post('/connections/:id/test', {
    access: 'superadmin',
    summary: 'Tries a connection with its stored password',
    params: Id,
    reply: ConnectionTest,
  }),
};
