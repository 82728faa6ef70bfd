/** The queries about spreadsheets. */
import { queryOptions } from '@tanstack/react-query';
import { sheetsApi } from '#contract/sheets.ts';
import { call } from '../../../api/client.ts';

export const sheetStorage = queryOptions({
  queryKey: ['data-sources', 'sheet-storage'] as const,
  queryFn: ({ signal }) => call(sheetsApi.storage, {}, { signal }),
});

export const loadedSheet = (id: number) =>
  queryOptions({
    queryKey: ['data-sources', 'sheet', id] as const,
    queryFn: ({ signal }) => call(sheetsApi.loaded, { params: { id } }, { signal }),
  });
