import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import type { DatabaseAddress } from '../../db/client.ts';
import { openLog } from '../log.ts';
import { openSheetWriter } from './sheet-writer.ts';

let content: TestContent;
let other: TestContent;
beforeAll(async () => {
  [content, other] = await Promise.all([openTestContent(), openTestContent()]);
});
afterAll(() => Promise.all([content?.close(), other?.close()]));

const table = { table: 's1_1', columns: [{ name: 'nome', type: 'text' }] };
async function* noLines() {}

test('R-TBL-46 spreadsheets are not written into another database than the one that data sources read', async () => {
  const address = { ...content.address, user: 'prosa_planilhas' } as DatabaseAddress;
  const writer = openSheetWriter(address, openLog('silent'), { reader: other.address });
  const sentence =
    'SHEETS_DATABASE_URL e DATASOURCE_DATABASE_URL apontam para bancos diferentes: as planilhas não seriam lidas. Aponte as duas para o mesmo banco.';
  expect(await writer.problem()).toBe(sentence);
  await expect(writer.load(table, noLines())).rejects.toThrow(sentence);
  const { rows } = await content.owner.query("select 1 from pg_tables where schemaname = 'sheets'");
  expect(rows).toEqual([]);
  expect(await content.sheets.problem()).toBeNull();
});

test('R-TBL-46 a database that cannot be reached by its reader is no place for spreadsheets', async () => {
  const address = { ...content.address, user: 'prosa_planilhas' } as DatabaseAddress;
  const reader = { ...content.address, database: 'nenhum' } as DatabaseAddress;
  const writer = openSheetWriter(address, openLog('silent'), { reader });
  expect(await writer.problem()).toBe('O banco de dados das planilhas não respondeu.');
});
