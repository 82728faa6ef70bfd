import { queryOptions } from '@tanstack/react-query';
import { verifiedAnswersApi } from '#contract/verified-answers.ts';
import { call } from '../../../api/client.ts';

export const verifiedAnswers = (id: number) =>
  queryOptions({
    queryKey: ['agents', 'one', id, 'verified'] as const,
    queryFn: ({ signal }) => call(verifiedAnswersApi.list, { params: { id } }, { signal }),
  });
