/**
 * B30: a copy of a million messages, and back: `npm run bench -- backup`. Ends with code 1 where the restore takes
 * longer than ten minutes, or where rows or sums differ.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { backup } from '../server/src/backup/backup.ts';
import { restore } from '../server/src/backup/restore.ts';
import type { DatabaseAddress } from '../server/src/db/client.ts';
import { withDatabase } from '../server/test/with-database.ts';
import { fill, SIZE } from './stats/million-messages.ts';

const RESTORE_BAR_SECONDS = 600;

export async function run(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-bench-backup-'));
  const file = join(folder, 'copy.prosa');
  try {
    return await withDatabase(async ({ db, address }) => {
      await fill(db, 365);
      const copied = await measured(() => backup(address, file));
      const name = `restored_${randomUUID().replaceAll('-', '')}`;
      await on(address, `create database ${name} template template0`);
      try {
        const restored = await measured(() => restore(named(address, name), file));
        const holds = restored.seconds <= RESTORE_BAR_SECONDS && restored.value.rows === copied.value.rows;
        if (!holds) process.exitCode = 1;
        return {
          bench: 'backup',
          messages: SIZE.messages,
          rows: copied.value.rows,
          mebibytes_of_text: Math.round(copied.value.bytes / 1_048_576),
          mebibytes_of_file: Math.round((await stat(file)).size / 1_048_576),
          backup: { seconds: copied.seconds, memory_growth_mib: copied.memory_growth_mib },
          restore: {
            seconds: restored.seconds,
            memory_growth_mib: restored.memory_growth_mib,
            bar_seconds: RESTORE_BAR_SECONDS,
          },
          holds,
        };
      } finally {
        await on(address, `drop database if exists ${name} with (force)`);
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measured<T>(work: () => Promise<T>) {
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 100);
  const began = performance.now();
  try {
    const value = await work();
    return {
      value,
      seconds: Math.round((performance.now() - began) / 100) / 10,
      memory_growth_mib: Math.round((most - before) / 1_048_576),
    };
  } finally {
    clearInterval(watch);
  }
}

function named(address: DatabaseAddress, database: string): DatabaseAddress {
  if (!('connectionString' in address)) return { ...address, database };
  const url = new URL(address.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

async function on(address: DatabaseAddress, statement: string): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
