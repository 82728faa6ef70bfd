/** Syncs as an administrator uses them: previewed, saved, run to their end. */
import { and, eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import type { SyncRun } from '#contract/sync-runs.ts';
import type { SyncSettings } from '#contract/sync-sources.ts';
import type { Sync } from '#contract/syncs.ts';
import { documents } from '../../src/db/tables/knowledge.ts';
import { sync_items } from '../../src/db/tables/syncs.ts';
import type { TestServer } from '../test-server.ts';
import { settled } from '../uploads.ts';

type Caller = ReturnType<TestServer['as']>;
type Typed = { settings: SyncSettings; secret?: string };

export type Follower = ReturnType<typeof followerOf>;

/** `as` gives the superadmin anew each time: a clock that moves ends their sign-in. */
export function followerOf(testServer: TestServer, as: () => Caller, base: number) {
  const path = `/knowledge-bases/${base}`;
  const run = async (at: string): Promise<SyncRun> => {
    for (;;) {
      const { status, body } = await as().get(at);
      expect(status).toBe(200);
      if (body.data.finished_at) return body.data;
    }
  };
  const previewed = async (typed: Typed & { sync_id?: number }): Promise<SyncRun> => {
    const { status, body } = await as().post(`${path}/syncs/preview`, typed);
    expect([status, body.detail]).toEqual([200, undefined]);
    return run(`${path}/syncs/preview/${body.data.run_id}`);
  };
  const isRead = async () => {
    const rows = await testServer.context.db
      .select({ document_id: documents.id })
      .from(documents)
      .where(
        and(
          eq(documents.knowledge_base_id, base),
          inArray(documents.status, ['queued', 'extracting', 'indexing']),
        ),
      );
    for (const { document_id } of rows) await settled(testServer, { knowledge_base_id: base, document_id });
  };
  return {
    path,
    previewed,
    previewItems: async (run_id: number, state?: string) =>
      (await as().get(`${path}/syncs/preview/${run_id}/items`, { query: state ? { state } : {} })).body.data,
    async saved(typed: Typed, schedule: object = { kind: 'manual' }): Promise<Sync> {
      expect((await previewed(typed)).error).toBeNull();
      const made = await as().post(`${path}/syncs`, { name: 'Fonte', ...typed, schedule });
      expect([made.status, made.body.detail]).toEqual([201, undefined]);
      return made.body.data;
    },
    ran: async (sync: { id: number }): Promise<SyncRun> => {
      const { status, body } = await as().post(`${path}/syncs/${sync.id}/run`);
      expect([status, body.detail]).toEqual([200, undefined]);
      const ended = await run(`${path}/syncs/${sync.id}/runs/${body.data.run_id}`);
      await isRead();
      return ended;
    },
    runAt: (sync: { id: number }, run_id: number) => run(`${path}/syncs/${sync.id}/runs/${run_id}`),
    isRead,
    /** External id, state and reason of every item. */
    items: async (sync: { id: number }) =>
      (
        await testServer.context.db
          .select({ id: sync_items.external_id, state: sync_items.state, reason: sync_items.reason })
          .from(sync_items)
          .where(eq(sync_items.sync_id, sync.id))
          .orderBy(sync_items.external_id)
      ).map(({ id, state, reason }) => [id, state, reason].filter(Boolean).join(' ')),
    /** Names of the documents that the base has now. */
    names: async (): Promise<string[]> =>
      (await as().get(path)).body.data.documents
        .map(({ original_filename }: { original_filename: string }) => original_filename)
        .sort(),
    found: async (q: string): Promise<string[]> =>
      (await as().get(`${path}/search`, { query: { q } })).body.data.hits.map(
        ({ content }: { content: string }) => content,
      ),
  };
}

/** The counts that tell what a run did. */
export const countsOf = ({ added, changed, unchanged, missing, withdrawn, failed, outcome }: SyncRun) => ({
  ...{ added, changed, unchanged, missing, withdrawn, failed, outcome },
});
