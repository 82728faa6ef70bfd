import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Idioma das telas',
  line: 'Vale para a sua conta, em todos os navegadores. O que a organização escreveu não é traduzido.',
  language: 'Idioma das telas',
  installation: 'O da instalação',
  failed: 'Falha ao mudar o idioma',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
