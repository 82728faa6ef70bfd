/** The rule of the installation on personal data, and the words for such rules. */
import { queryOptions } from '@tanstack/react-query';
import { guardApi } from '#contract/guard.ts';
import type { PersonalDataMode } from '#contract/personal-data.ts';
import { call } from '../../api/client.ts';

export const guardSettings = () =>
  queryOptions({
    queryKey: ['guard'] as const,
    queryFn: ({ signal }) => call(guardApi.settings, {}, { signal }),
  });

export const MODE_NAMES: Record<PersonalDataMode, string> = {
  allow: 'Permitir',
  warn: 'Avisar',
  mask: 'Mascarar',
  block: 'Bloquear',
};

/** The effect of each rule on a text. */
export const MODE_LINES: Record<PersonalDataMode, string> = {
  allow: 'Os textos saem como estão.',
  warn: 'Quem pergunta é avisado e escolhe: enviar assim mesmo ou trocar por marcas.',
  mask: 'Cada dado é trocado por uma marca, como [CPF 1], e volta ao lugar na resposta.',
  block: 'A pergunta com dados pessoais é recusada; nos documentos eles são trocados por marcas.',
};
