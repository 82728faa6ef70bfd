import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Idioma das telas',
  line: 'Vale para quem não escolheu outro no perfil, e para as telas antes da entrada.',
  language: 'Idioma',
  fixed: 'Definido no servidor, em PROSA_LANGUAGE.',
  loadFailed: 'Falha ao carregar o idioma das telas',
  saveFailed: 'Falha ao mudar o idioma das telas',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
