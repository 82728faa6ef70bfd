/** The content database of local mode, in the embedded server beside the application's own, read with its own role. */
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { type DatabaseAddress, withConnection } from '../../../db/client.ts';
import { type EmbeddedDatabase, ensureDatabase } from '../../../db/embedded.ts';
import { sampleLibrary } from './sample-library.ts';
import { sampleTenders } from './sample-tenders.ts';

const DATABASE = 'prosa_conteudo';
const READER = 'prosa_leitor';
const SHEET_WRITER = 'prosa_planilhas';

/** The same database with the role that reads, and with the one that writes spreadsheets. */
export type LocalContent = { reader: DatabaseAddress; sheets: DatabaseAddress };

/** The database of spreadsheets in an embedded server that runs. */
export const localSheets = (addressOf: EmbeddedDatabase['address']): DatabaseAddress =>
  ({ ...addressOf(DATABASE), user: SHEET_WRITER }) as DatabaseAddress;

/** Prepares the roles at every start, because a new release may revoke more. */
export async function openLocalContent(embedded: Pick<EmbeddedDatabase, 'address'>): Promise<LocalContent> {
  await ensureDatabase(embedded, DATABASE);
  const owner = embedded.address(DATABASE);
  await withConnection(owner, async (client) => {
    await client.query(await readFile(new URL('../prepare-role.sql', import.meta.url), 'utf8'));
    // The script closes the application's database; the server's own two are used by nobody but the owner.
    await client.query('revoke connect, temporary on database postgres, template1 from public');
    await fillSamples(client);
  });
  return {
    reader: { ...owner, user: READER } as DatabaseAddress,
    sheets: localSheets((database) => embedded.address(database)),
  };
}

type Sample = { table: string; columns: string; says: string; rows: object[] };

function samples(): Sample[][] {
  const { authors, branches, books, loans } = sampleLibrary();
  return [
    [
      {
        table: 'licitacoes',
        columns: `id integer primary key, numero text not null, orgao text not null, municipio text not null,
        uf text not null, modalidade text, situacao text not null, valor_estimado numeric(14, 2) not null,
        data_abertura date not null, objeto text not null`,
        says: 'Licitações inventadas, para demonstração',
        rows: sampleTenders(),
      },
    ],
    [
      {
        table: 'authors',
        columns: 'id integer primary key, name text not null, country text not null',
        says: 'An invented library, for demonstration',
        rows: authors,
      },
      {
        table: 'branches',
        columns: 'id integer primary key, name text not null, city text not null',
        says: 'Branches of the invented library',
        rows: branches,
      },
      {
        table: 'books',
        columns: `id integer primary key, author_id integer not null references authors, title text not null,
        subject text not null, published smallint not null, summary text not null`,
        says: 'Books of the invented library',
        rows: books,
      },
      {
        table: 'loans',
        columns: `id integer primary key, book_id integer not null references books,
        branch_id integer not null references branches, member_no text not null, loaned_on date not null,
        due_on date not null, returned_on date, status text not null`,
        says: 'Loans of the invented library, as counted on 20 November 2026',
        rows: loans,
      },
    ],
  ];
}

/** Creates each sample once; later changes to its tables stay. */
async function fillSamples(client: pg.Client): Promise<void> {
  for (const sample of samples()) {
    const names = sample.map(({ table }) => `public.${table}`);
    const { rows } = await client.query(
      'select bool_or(to_regclass(name) is not null) as is_there from unnest($1::text[]) as name',
      [names],
    );
    if (rows[0].is_there) continue;
    await client.query('begin');
    for (const table of sample) await createTable(client, table);
    await client.query('commit');
  }
}

async function createTable(client: pg.Client, { table, columns, says, rows }: Sample): Promise<void> {
  await client.query(`create table ${table} (${columns})`);
  await client.query(`comment on table ${table} is '${says}'`);
  await client.query(
    `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}
