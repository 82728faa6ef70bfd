import type { TermsKind } from '#contract/terms.ts';
import type { Same } from '../../lib/text/same.ts';
import { en, kindsEn } from './texts-en.ts';

const kindsPt = {
  terms: 'Termos de Uso',
  privacy: 'Aviso de Privacidade',
} satisfies Record<TermsKind, string>;

const pt = {
  title: 'Antes de continuar',
  line: 'Leia os textos desta instalação. Eles valem para o uso do Prosa.',
  accept: {
    terms: (version: number) => `Li e aceito os Termos de Uso (versão ${version})`,
    privacy: (version: number) => `Li o Aviso de Privacidade (versão ${version})`,
  } satisfies Record<TermsKind, (version: number) => string>,
  version: (version: number, day: string) => `Versão ${version}, de ${day}`,
  missing: 'Marque o que você leu para continuar.',
  proceed: 'Continuar',
  proceeding: 'Continuando…',
  signOut: 'Sair',
  download: 'Baixar meus dados',
  downloading: 'Preparando seus dados…',
  downloadFailed: 'Falha ao baixar seus dados',
  loading: 'Carregando os termos…',
  loadFailed: 'Falha ao carregar os termos',
  acceptFailed: 'Falha ao registrar o aceite',
} as const;

export const kinds: Same<typeof kindsPt, typeof kindsEn> = __LANGUAGE__ === 'en' ? kindsEn : kindsPt;
export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
