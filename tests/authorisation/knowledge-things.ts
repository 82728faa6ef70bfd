import type { AppContext } from '../../server/src/app-context.ts';
import { buildersIn } from './build-things.ts';
import { type Kind, NONE } from './kind.ts';

export function knowledgeKinds(context: AppContext) {
  const { base, relation, proposal, document, withdrawn, sync, syncRun } = buildersIn(context);
  return {
    base: { own: async () => ({ id: await base() }), missing: { id: NONE }, malformed: { id: 'x' } },
    base_reread: {
      own: async () => ({ id: await base() }),
      missing: { id: NONE },
      malformed: { id: 'x' },
      // The documents that are to be read again are named in the body.
      may_lack: true,
    },
    document: {
      own: async () => {
        const id = await base();
        return { id, documentId: await document(id) };
      },
      foreign: async () => ({ id: await base(), documentId: await document(await base()) }),
      missing: { id: NONE, documentId: NONE },
      malformed: { id: 'x', documentId: 'x' },
      may_lack: true,
    },
    document_page: {
      own: async () => {
        const id = await base();
        return { id, documentId: await document(id), page: 1 };
      },
      foreign: async () => ({ id: await base(), documentId: await document(await base()), page: 1 }),
      missing: { id: NONE, documentId: NONE, page: 1 },
      malformed: { id: 'x', documentId: 'x', page: 'x' },
      may_lack: true,
    },
    proposal: {
      own: async () => {
        const id = await base();
        return { id, proposalId: await proposal(id, await document(id)) };
      },
      foreign: async () => {
        const other = await base();
        return { id: await base(), proposalId: await proposal(other, await document(other)) };
      },
      missing: { id: NONE, proposalId: NONE },
      malformed: { id: 'x', proposalId: 'y' },
    },
    base_sync: {
      own: async () => ({ id: await base() }),
      missing: { id: NONE },
      malformed: { id: 'x' },
      // The sync whose secret is used is named in the body.
      may_lack: true,
    },
    sync: {
      own: async () => {
        const id = await base();
        return { id, syncId: await sync(id) };
      },
      foreign: async () => ({ id: await base(), syncId: await sync(await base()) }),
      missing: { id: NONE, syncId: NONE },
      malformed: { id: 'x', syncId: 'x' },
    },
    sync_item: {
      own: async () => {
        const id = await base();
        return { id, syncId: await sync(id) };
      },
      foreign: async () => ({ id: await base(), syncId: await sync(await base()) }),
      missing: { id: NONE, syncId: NONE },
      malformed: { id: 'x', syncId: 'x' },
      // The item is named in the body.
      may_lack: true,
    },
    sync_run: {
      own: async () => {
        const id = await base();
        const syncId = await sync(id);
        return { id, syncId, runId: await syncRun(id, syncId) };
      },
      foreign: async () => {
        const id = await base();
        return { id, syncId: await sync(id), runId: await syncRun(id, await sync(id)) };
      },
      missing: { id: NONE, syncId: NONE, runId: NONE },
      malformed: { id: 'x', syncId: 'x', runId: 'x' },
    },
    sync_preview: {
      own: async () => {
        const id = await base();
        return { id, runId: await syncRun(id, null) };
      },
      foreign: async () => ({ id: await base(), runId: await syncRun(await base(), null) }),
      missing: { id: NONE, runId: NONE },
      malformed: { id: 'x', runId: 'x' },
    },
    withdrawn_document: {
      own: async () => {
        const id = await base();
        return { id, documentId: await withdrawn(id) };
      },
      foreign: async () => ({ id: await base(), documentId: await withdrawn(await base()) }),
      missing: { id: NONE, documentId: NONE },
      malformed: { id: 'x', documentId: 'x' },
    },
    document_relation: {
      own: async () => {
        const id = await base();
        const documentId = await document(id);
        return { id, documentId, relationId: await relation(id, documentId) };
      },
      foreign: async () => {
        const id = await base();
        return { id, documentId: await document(id), relationId: await relation(await base(), NONE) };
      },
      missing: { id: NONE, documentId: NONE, relationId: NONE },
      malformed: { id: 'x', documentId: 'x', relationId: 'x' },
    },
  } satisfies Record<string, Kind>;
}
