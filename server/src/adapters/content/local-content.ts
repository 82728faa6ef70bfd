/** The content database of local mode: beside the application's own in the embedded server, reached as a role of its own. */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { DatabaseAddress } from '../../db/client.ts';
import { type EmbeddedDatabase, ensureDatabase } from '../../db/embedded.ts';
import { sampleTenders } from './sample-tenders.ts';

const DATABASE = 'prosa_conteudo';
const READER = 'prosa_leitor';

/** Prepared again at every start: a new release may take more rights away. */
export async function openLocalContent(embedded: EmbeddedDatabase): Promise<DatabaseAddress> {
  await ensureDatabase(embedded, DATABASE);
  const owner = embedded.address(DATABASE);
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query(await readFile(new URL('./prepare-role.sql', import.meta.url), 'utf8'));
    await fillSample(client);
  } finally {
    await client.end();
  }
  return { ...owner, user: READER } as DatabaseAddress;
}

/** Once: what an administrator of the database did with the table afterwards stays. */
async function fillSample(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select to_regclass('public.licitacoes') is not null as is_there");
  if (rows[0].is_there) return;
  await client.query('begin');
  await client.query(`create table licitacoes (
    id integer primary key, numero text not null, orgao text not null, municipio text not null, uf text not null,
    modalidade text, situacao text not null, valor_estimado numeric(14, 2) not null, data_abertura date not null,
    objeto text not null)`);
  await client.query(`comment on table licitacoes is 'Licitações inventadas, para demonstração'`);
  await client.query(
    `insert into licitacoes select * from jsonb_to_recordset($1::jsonb) as t(id int, numero text, orgao text,
      municipio text, uf text, modalidade text, situacao text, valor_estimado numeric, data_abertura date, objeto text)`,
    [JSON.stringify(sampleTenders())],
  );
  await client.query('commit');
}
