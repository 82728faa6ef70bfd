import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Modelos',
  tabs: 'Modelos, provedores e preços',
  catalogue: 'Modelos',
  providers: 'Provedores',
  prices: 'Preços e câmbio',
  guard: 'Dados pessoais',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
