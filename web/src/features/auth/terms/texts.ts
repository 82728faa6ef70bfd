import type { TermsKind } from '#contract/terms.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  accept: {
    terms: (version: number) => `Li e aceito os Termos de Uso (versão ${version})`,
    privacy: (version: number) => `Li o Aviso de Privacidade (versão ${version})`,
  } satisfies Record<TermsKind, (version: number) => string>,
  read: (title: string) => `Ler «${title}»`,
  version: (version: number, day: string) => `Versão ${version}, de ${day}`,
  missing: 'Marque o que você leu para continuar.',
  loading: 'Carregando os termos…',
  loadFailed: 'Falha ao carregar os termos',
  close: 'Fechar',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
