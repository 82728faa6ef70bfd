/** The queries of the screens on validity; all stand below the base, so that they are asked for anew with it. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { validityApi } from '#contract/validity.ts';
import { call } from '../../../api/client.ts';
import { refreshBase } from '../queries.ts';

export const documentValidity = (id: number, documentId: number) =>
  queryOptions({
    queryKey: ['knowledge-bases', id, 'validity', documentId] as const,
    queryFn: ({ signal }) => call(validityApi.one, { params: { id, documentId } }, { signal }),
  });

export const openProposals = (id: number, document_id?: number) =>
  queryOptions({
    queryKey: ['knowledge-bases', id, 'proposals', document_id ?? null] as const,
    queryFn: ({ signal }) =>
      call(
        validityApi.proposals,
        { params: { id }, query: document_id === undefined ? {} : { document_id } },
        { signal },
      ),
  });

export const datedDocuments = (id: number) =>
  queryOptions({
    queryKey: ['knowledge-bases', id, 'norms'] as const,
    queryFn: ({ signal }) => call(validityApi.norms, { params: { id } }, { signal }),
  });

export const overdueDocuments = (id: number) =>
  queryOptions({
    queryKey: ['knowledge-bases', id, 'overdue'] as const,
    queryFn: ({ signal }) => call(validityApi.overdue, { params: { id } }, { signal }),
  });

/** A decision may change what any document of the base says of itself. */
export const refreshValidity = (cache: QueryClient, id: number): Promise<void> => refreshBase(cache, id);
