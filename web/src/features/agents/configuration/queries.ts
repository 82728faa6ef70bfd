import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { agentsApi } from '#contract/agents.ts';
import { call } from '../../../api/client.ts';
import type { Draft } from '../draft.ts';

type PromptParts = Pick<
  Draft,
  'use_guided_prompt' | 'use_security_prompt' | 'prompt_sections' | 'custom_prompt'
> & { agent_name?: string };

export const compiledPrompt = (parts: PromptParts) =>
  queryOptions({
    queryKey: ['compiled-prompt', parts] as const,
    queryFn: ({ signal }) => call(agentsApi.compile, { body: parts }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
