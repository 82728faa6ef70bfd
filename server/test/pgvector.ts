/** A PostgreSQL with pgvector for tests: in this process, behind a socket that takes one connection at a time. */
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { openDatabase } from '../src/db/client.ts';
import { migrate } from '../src/db/migrate.ts';

export async function openVectorDatabase() {
  const lite = await PGlite.create({ extensions: { vector, btree_gin, pg_trgm, unaccent } });
  const server = new PGLiteSocketServer({ db: lite, host: '127.0.0.1', port: 0 });
  await server.start();
  const [host = '', port = ''] = server.getServerConn().split(':');
  const address = { host, port: Number(port), user: 'postgres', database: 'postgres' };
  await migrate(address);
  const database = openDatabase(address, { max: 1 });
  return {
    db: database.db,
    async close() {
      await database.close();
      await server.stop();
      await lite.close();
    },
  };
}
