/** The rule of the installation on personal data, and the words for such rules. */
import { queryOptions } from '@tanstack/react-query';
import { guardApi } from '#contract/guard.ts';
import { call } from '../../api/client.ts';
import { texts } from './texts.ts';

export const guardSettings = () =>
  queryOptions({
    queryKey: ['guard'] as const,
    queryFn: ({ signal }) => call(guardApi.settings, {}, { signal }),
  });

export const MODE_NAMES = texts.personalData.modes;

/** The effect of each rule on a text. */
export const MODE_LINES = texts.personalData.modeLines;
