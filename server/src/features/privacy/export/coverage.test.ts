/** A table or a column that is added tomorrow is in the export of a person, or is named here with the reason. */
import { readFileSync } from 'node:fs';
import { getTableColumns, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { messages } from '../../../db/tables/chat.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const NOT_EXPORTED: Record<string, string> = {
  answer_parts: 'pieces of an answer that is being written, gone when it ends',
  answer_traces: 'texts of the organisation that an answer was made of',
  citizen_requests: 'requests of citizens, who have no account; only the number of who answered is kept',
  counters: 'the account of a counter is nobody',
  idempotency_keys: 'replies that are in the other files, for 24 hours',
  open_question_members: 'hashes of a question that stands in its conversation',
  refresh_tokens: 'would let somebody in',
  running_answers: 'which answers run at this moment',
  session_pages: 'the words of session files once more',
  session_passages: 'the text of session files once more',
  sheet_uploads: 'a file that nobody has confirmed, for an hour',
  user_import_rows: 'lines of a sheet that others have sent, for a day',
  token_hours: 'sums of the token entries',
  write_positions: 'a place in the log of the database server, for an hour',
};

const reader = [
  'personal-data-reader',
  'access-reader',
  'conversation-reader',
  'work-reader',
  '../../session-files/store',
  '../../file-storage/stored-files',
]
  .map((name) => readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8'))
  .join('\n');

test('R-MNY-17 each table that names a person is read, or is known not to be', async () => {
  const { rows } = await testServer.context.db.execute<{ name: string }>(sql`
    select distinct c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
      and not a.attisdropped and (a.attname ~ '((^|_)user_ids?|_by)$' or exists (
        select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
          and k.confrelid = 'public.users'::regclass and a.attnum = any(k.conkey)))`);
  const unread = rows.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(reader));
  expect(unread.sort()).toEqual(Object.keys(NOT_EXPORTED).filter((name) => unread.includes(name)));
  expect(rows.length).toBeGreaterThan(25);
});

/** How the process works on an answer, and the money of the installation. */
const NOT_EXPORTED_OF_MESSAGES = [
  'budget_group_id',
  'budget_month',
  'error_code',
  'lease_owner',
  'lease_until',
  'personal_sources',
  'prompt_tokens',
  'reserved_cost',
  'reserved_tokens',
  'run',
  'run_purpose',
  'seq',
  'steps',
  'stop_requested',
];

test('R-MNY-17 each column of a message is read, or is known not to be', () => {
  const unread = Object.keys(getTableColumns(messages)).filter(
    (name) => !reader.includes(`messages.${name}`),
  );
  expect(unread.sort()).toEqual(NOT_EXPORTED_OF_MESSAGES);
});
