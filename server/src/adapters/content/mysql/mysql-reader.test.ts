/** Readers of MySQL and MariaDB: TLS and addresses, accounts, limits, what a base query may be, and types of columns. */
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import mysql from 'mysql2';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasMysqlServer, type MysqlServer, startMysqlServer } from '../../../../test/content/mysql-server.ts';
import { selfSigned } from '../../../../test/content/self-signed.ts';
import { type HostList, parseHostList } from '../../../network-address.ts';
import type { AddressPolicy } from '../../guarded-fetch/address-policy.ts';
import { openLog } from '../../log.ts';
import { openConnection, type TypedDatabase } from '../open-connection.ts';
import type { ReadOptions, SqlReader } from '../sql-reader.ts';
import { mysqlSelectList } from './columns.ts';

const PASSWORD = 'Senha-que-ninguem-le-0123456789';
const ALL: AddressPolicy = {
  private_hosts: 'all',
  loopback_hosts: 'all',
  reasons: { private: 'fica nesta máquina.', plain: '' },
};
const known = getCACertificates('default');
const certificate = selfSigned();

describe.skipIf(!hasMysqlServer)('a reader of MySQL and MariaDB', () => {
  let server: MysqlServer;
  const open: SqlReader[] = [];
  beforeAll(async () => {
    server = await startMysqlServer(certificate);
    await server.owner.query(`create database prova character set utf8mb4; use prova;
      create user leitor identified by '${PASSWORD}'; grant select, show view on prova.* to leitor;
      create table pessoas (id int primary key, email varchar(200), nota text);
      insert into pessoas values (1, 'ana@exemplo.com.br', 'só da Ana'), (2, 'bia@exemplo.com.br', 'só da Bia')`);
  }, 60_000);
  afterEach(async () => {
    setDefaultCACertificates(known);
    await Promise.all(open.splice(0).map((reader) => reader.close()));
  });
  afterAll(() => server?.close());

  const typed = (): TypedDatabase => ({
    kind: 'mysql',
    host: '127.0.0.1',
    port: server.port,
    database: 'prova',
    user: 'leitor',
    password: PASSWORD,
    tls: 'off',
  });
  function readerOf(wishes: Partial<TypedDatabase> = {}, policy = ALL): SqlReader {
    const reader = openConnection({ ...typed(), ...wishes }, policy, openLog('silent'));
    open.push(reader);
    return reader;
  }
  const rowsOf = (query: string, options: ReadOptions = {}, reader = readerOf()) =>
    reader.read(query, ({ base, rows }) => rows(`SELECT b.* FROM ${base}`), options);
  const versionOf = async (wishes: Partial<TypedDatabase>, policy = ALL): Promise<string> =>
    readerOf(wishes, policy)
      .inspect()
      .then(({ version }) => version, messageOf);

  describe('R-TBL-48 TLS and addresses', () => {
    test('«require» encrypts and takes any certificate; «verify» takes those of an authority that is known', async () => {
      expect(await versionOf({ tls: 'require' })).toMatch(/^(?:MariaDB|MySQL) \d/);
      expect(await versionOf({ tls: 'verify' })).toMatch(/self-signed certificate/);
      setDefaultCACertificates([...known, certificate.cert]);
      expect(await versionOf({ tls: 'verify' })).toMatch(/^(?:MariaDB|MySQL) \d/);
      const [{ Value: cipher } = { Value: '' }] = await readerOf({ tls: 'verify' }).read(
        'select 1 as a',
        ({ rows }) => rows("SHOW STATUS LIKE 'Ssl_cipher'"),
      );
      expect(cipher).not.toBe('');
    });

    test('«verify» refuses a certificate of another server', async () => {
      setDefaultCACertificates([...known, certificate.cert]);
      expect(await versionOf({ tls: 'verify', host: 'localhost' })).toMatch(/does not match certificate/);
      expect(await versionOf({ tls: 'require', host: 'localhost' })).toMatch(/^(?:MariaDB|MySQL) \d/);
    });

    test('an address that may not be reached is not connected to, also where a name leads to it', async () => {
      const refused = { ...ALL, loopback_hosts: parseHostList('10.0.0.1') as HostList };
      expect(await versionOf({}, refused)).toMatch(/^address refused/);
      expect(await versionOf({ host: '169.254.169.254' })).toMatch(/^address refused/);
      const resolve = () => Promise.resolve([{ address: '169.254.169.254', family: 4 }]);
      expect(await versionOf({ host: 'banco.exemplo.com.br' }, { ...ALL, resolve })).toMatch(
        /^address refused/,
      );
    });
  });

  describe('R-TBL-49 accounts', () => {
    test('an account that may write by a role of its own is refused before it reads', async () => {
      await server.owner.query(`create user papelado identified by '${PASSWORD}'; create role escritor;
        grant insert, select on prova.* to escritor; grant escritor to papelado; set default role escritor for papelado;
        create user dono identified by '${PASSWORD}'; grant all on prova.* to dono`);
      const sentence =
        /^O usuário do banco de consulta foi recusado, porque (?:recebe permissões de um papel|tem a)/;
      for (const user of ['papelado', 'dono'])
        await expect(rowsOf('select 1 as a', {}, readerOf({ user }))).rejects.toMatchObject({
          kind: 'refused',
          message: expect.stringMatching(sentence),
        });
      expect((await readerOf({ user: 'dono' }).problem())?.kind).toBe('refused');
    });

    test('an account that was repaired is examined again', async () => {
      await server.owner.query(
        `create user curada identified by '${PASSWORD}'; grant select, delete on prova.* to curada`,
      );
      const reader = readerOf({ user: 'curada' });
      await expect(rowsOf('select 1 as a', {}, reader)).rejects.toMatchObject({ kind: 'refused' });
      await server.owner.query('revoke delete on prova.* from curada');
      // The rights of a connection that is open follow at once.
      expect(await rowsOf('select id from pessoas', {}, reader)).toHaveLength(2);
    });
  });

  describe('R-TBL-48 what a base query may be', () => {
    test.each([
      ['select 1 as a; select 2 as b', 'A consulta deve ter um único comando.'],
      ['delete from pessoas', 'A consulta deve ser um SELECT: só leitura é permitida.'],
      [
        "load data local infile '/etc/hosts' into table pessoas",
        'A consulta deve ser um SELECT: só leitura é permitida.',
      ],
      [
        "select 1 as a into outfile '/tmp/x'",
        'A consulta não pode gravar em arquivos ou variáveis (SELECT … INTO).',
      ],
      ['select 1 as a /*! into @x */', 'A consulta não pode ter comentários executáveis (/*! … */).'],
      ['select id from pessoas for update', 'A consulta não pode travar linhas (FOR UPDATE ou FOR SHARE).'],
      ['select ? as a', 'A consulta não pode ter parâmetros (?).'],
    ])('the base query %s is refused', async (query, sentence) => {
      expect(await readerOf().problemOfQuery(query)).toBe(sentence);
      await expect(rowsOf(query)).rejects.toMatchObject({ kind: 'query', message: sentence });
    });

    test('not even a statement of this program can be two, write, or load a file', async () => {
      const run = (statement: string) => readerOf().read('select 1 as a', ({ rows }) => rows(statement));
      await expect(run('SELECT 1; SELECT 2')).rejects.toMatchObject({ kind: 'query' });
      await expect(run("INSERT INTO pessoas VALUES (3, 'x', 'x')")).rejects.toMatchObject({ kind: 'query' });
      await expect(run("LOAD DATA LOCAL INFILE '/etc/hosts' INTO TABLE pessoas")).rejects.toMatchObject({
        kind: 'query',
      });
      expect(await rowsOf('select id from pessoas')).toHaveLength(2);
    });

    test('a server that asks for a file of this machine gets nothing of it', async () => {
      const { rogue, port, received } = await rogueServer('/etc/hosts');
      await expect(readerOf({ port }).inspect()).rejects.toThrow(/LOCAL INFILE/i);
      expect(Buffer.concat(received).includes('localhost')).toBe(false);
      rogue.close();
    });

    test('values are bound in the order of their appearance, and a text of the query is left as it is', async () => {
      const read = readerOf().read("select id, '$1 ? :x' as `a$1` from pessoas", ({ base, rows }) =>
        rows(`SELECT b.* FROM ${base} WHERE b.id = $2 AND 'x' = $1 LIMIT $3`, ['x', '2', 1]),
      );
      expect(await read).toEqual([{ id: 2, a$1: '$1 ? :x' }]);
    });

    test('rows of one’s own are bound for the person who asks', async () => {
      const query =
        "select nota from pessoas where email = :usuario_email and id = :usuario_id and 'it\\'s' <> ''";
      const ana = { user_id: 1, email: 'Ana@exemplo.com.br', group_id: null };
      expect(await rowsOf(query, { person: ana })).toEqual([{ nota: 'só da Ana' }]);
      expect(await rowsOf(query, { person: { ...ana, user_id: 2 } })).toEqual([]);
      await expect(rowsOf(query)).rejects.toMatchObject({ kind: 'person' });
      await expect(rowsOf("select ':usuario_id' as a", { person: ana })).rejects.toMatchObject({
        kind: 'query',
      });
    });
  });

  describe('R-TBL-51 limits', () => {
    const many = 'with recursive seq as (select 1 as n union all select n + 1 from seq where n < 10)';

    test('a query that lasts too long, gives too much or is no query is a problem of its own', async () => {
      await expect(rowsOf('select sleep(20) as a', { statement_timeout_ms: 200 })).rejects.toMatchObject({
        kind: 'timeout',
      });
      await expect(rowsOf('select sleep(20) as a', { timeout_ms: 200 })).rejects.toMatchObject({
        kind: 'timeout',
      });
      await expect(rowsOf(`${many} select repeat('x', 900000) as a from seq`)).rejects.toMatchObject({
        kind: 'size',
      });
      await expect(rowsOf('select nada from pessoas')).rejects.toMatchObject({ kind: 'query' });
      await expect(rowsOf('select id, id from pessoas')).rejects.toMatchObject({ kind: 'query' });
    });

    test('a question that is stopped ends its statement on the server', async () => {
      const running = () =>
        server.owner.lines(
          "select info from information_schema.processlist where info like '%sleep(21)%' and id <> connection_id()",
        );
      const stopped = new AbortController();
      const reading = rowsOf('select sleep(21) as a', { signal: stopped.signal });
      await expect.poll(running).toHaveLength(1);
      stopped.abort();
      await expect(reading).rejects.toMatchObject({ kind: 'aborted' });
      await expect.poll(running).toHaveLength(0);
    });

    test('a server that falls silent is a problem of its own', async () => {
      const silent = await listening(() => {});
      const { port } = silent.address() as AddressInfo;
      const mute = openConnection({ ...typed(), port }, ALL, openLog('silent'), { connection_wait_ms: 300 });
      await expect(mute.inspect()).rejects.toMatchObject({ kind: 'away' });
      silent.close();
      const bridge = await stallingBridge(server.port);
      const reader = readerOf({ port: bridge.port });
      const reading = reader.read(
        'select 1 as a',
        ({ rows }) => {
          bridge.stall();
          return rows('SELECT 1');
        },
        { timeout_ms: 200 },
      );
      await expect(reading).rejects.toMatchObject({ kind: 'timeout' });
      bridge.close();
    });

    test('a connection that is lost is a problem of its server, and the next question gets another one', async () => {
      const reader = readerOf();
      const reading = rowsOf('select sleep(22) as a', {}, reader);
      const running = () =>
        server.owner.lines(
          "select id from information_schema.processlist where info like '%sleep(22)%' and id <> connection_id()",
        );
      await expect.poll(running).toHaveLength(1);
      const failed = expect(reading).rejects.toMatchObject({ kind: 'away' });
      await server.owner.query(`kill connection ${(await running())[0]}`);
      await failed;
      expect(await rowsOf('select id from pessoas', {}, reader)).toHaveLength(2);
    });
  });

  test('an instant is of a day in the time zone of the installation, whatever that of its server', async () => {
    await server.owner.query(`set time_zone = '+00:00'; create table momentos (instante timestamp null);
      insert into momentos values ('2025-03-01 02:59:59'), ('2025-03-01 03:00:00')`);
    const days = await readerOf().read('select * from momentos', ({ base, rows }) =>
      rows(`SELECT CAST(CAST(b.instante AS DATE) AS CHAR) AS dia FROM ${base} ORDER BY b.instante`),
    );
    expect(days).toEqual([{ dia: '2025-02-28' }, { dia: '2025-03-01' }]);
  });

  test('R-TBL-48 each type of column has its name and its JSON value', async () => {
    await server.owner.query(`set sql_mode = ''; create table tipos (
      grande bigint unsigned, sem_sinal int unsigned, miudo tinyint, verdade boolean, um bit(1), oito bit(8),
      preco decimal(14,2), positivo decimal(5,1) unsigned, real_ double, curto float, dia date, zero date, parte date,
      hora time, ano year, quando datetime, nunca datetime, instante timestamp null, lista enum('Sim','Não'),
      varios set('a','b'), dados json, texto longtext, antigo varchar(20) character set latin1, bruto blob);
      set time_zone = '-03:00'; insert into tipos values (18446744073709551615, 4294967295, -128, true, b'1', b'101',
      1234567890.10, 9.5, 1.5, 0.5, '2025-03-09', '0000-00-00', '2025-00-00', '-12:30:00', 2025, '2025-03-09 10:20:30',
      '0000-00-00 00:00:00', '2025-03-09 22:00:00', 'Não', 'a,b', '{"a":[1]}', 'Açaí', 'Açaí', x'00ff')`);
    const { types, row } = await readerOf().read('select * from tipos', async ({ base, columns, rows }) => ({
      types: Object.fromEntries(columns.map(({ name, type }) => [name, type])),
      row: (await rows(`SELECT ${mysqlSelectList(columns, 'b')} FROM ${base}`))[0],
    }));
    expect(types).toEqual({
      grande: 'numeric(20,0)',
      sem_sinal: 'bigint',
      miudo: 'smallint',
      verdade: 'boolean',
      um: 'boolean',
      oito: 'bytea',
      preco: 'numeric(14,2)',
      positivo: 'numeric(5,1)',
      real_: 'double precision',
      curto: 'real',
      dia: 'date',
      zero: 'date',
      parte: 'date',
      hora: 'time',
      ano: 'smallint',
      quando: 'timestamp without time zone',
      nunca: 'timestamp without time zone',
      instante: 'timestamp with time zone',
      lista: 'text',
      varios: 'text',
      dados: expect.stringMatching(/^(?:json|text)$/),
      texto: 'text',
      antigo: 'text',
      bruto: 'bytea',
    });
    expect(row).toEqual({
      grande: '18446744073709551615',
      sem_sinal: '4294967295',
      miudo: -128,
      verdade: true,
      um: true,
      oito: '[binário 1 bytes]',
      preco: '1234567890.10',
      positivo: '9.5',
      real_: 1.5,
      curto: 0.5,
      dia: '2025-03-09',
      zero: null,
      parte: null,
      hora: '-12:30:00',
      ano: 2025,
      quando: '2025-03-09T10:20:30',
      nunca: null,
      // The servers keep instants in UTC.
      instante: '2025-03-10T01:00:00Z',
      lista: 'Não',
      varios: 'a,b',
      dados: expect.anything(),
      texto: 'Açaí',
      antigo: 'Açaí',
      bruto: '[binário 2 bytes]',
    });
  });
});

/** The message of the first cause: the driver gives every failure of TLS one code. */
function messageOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause ? messageOf(cause) : message;
}

async function listening(onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A port that leads to another one until it is stalled: nothing comes through then, and nothing is closed. */
async function stallingBridge(port: number) {
  const sockets: Socket[] = [];
  const bridge = await listening((from) => {
    const to = dial(port, '127.0.0.1').on('error', () => {});
    from.pipe(to);
    to.pipe(from);
    sockets.push(from, to);
  });
  return {
    port: (bridge.address() as AddressInfo).port,
    stall: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      bridge.close();
    },
  };
}

/** A server that lets everybody in and answers each statement by asking for a file. */
async function rogueServer(path: string): Promise<{ rogue: Server; port: number; received: Buffer[] }> {
  const received: Buffer[] = [];
  const rogue = await listening((stream) => {
    stream.on('data', (part) => received.push(part));
    const connection = mysql.createConnection({
      isServer: true,
      stream,
    } as never) as never as RogueConnection;
    connection.on('error', () => {});
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.36',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 45,
      capabilityFlags: 0xffffff & ~0x800,
      authCallback: (_: unknown, done: (error: null) => void) => {
        done(null);
        connection._resetSequenceId();
      },
    });
    connection.on('query', () => {
      const body = Buffer.from(`\u00fb${path}`, 'latin1');
      stream.write(Buffer.concat([Buffer.from([body.length, 0, 0, 1]), body]));
      // The client sends what it gives of the file, and is answered with OK.
      stream.removeAllListeners('data').on('data', (part) => received.push(part));
      stream.once('data', () => stream.write(Buffer.from([7, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0])));
    });
  });
  const { port } = rogue.address() as AddressInfo;
  return { rogue, port, received };
}

type RogueConnection = {
  serverHandshake(options: object): void;
  _resetSequenceId(): void;
  on(event: 'query' | 'error', listener: () => void): void;
};
