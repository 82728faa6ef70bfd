/** The columns that a filter of a result may be about. */
import { queryOptions } from '@tanstack/react-query';
import { chatApi } from '#contract/chat.ts';
import { call } from '../../../../api/client.ts';

/** A result of a stored answer, as the address of its calls. */
export type ResultPlace = { id: number; index: number };

const FRESH_MS = 5 * 60_000;

/** Those of today, with the values of categories. */
export const columnsQuery = (place: ResultPlace) =>
  queryOptions({
    queryKey: ['chat', 'result-columns', place.id, place.index] as const,
    queryFn: async ({ signal }) => (await call(chatApi.resultColumns, { params: place }, { signal })).data,
    staleTime: FRESH_MS,
    retry: false,
  });
