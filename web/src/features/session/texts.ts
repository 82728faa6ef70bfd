import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  currentPassword: 'Senha atual',
  currentMissing: 'Confirme sua senha atual.',
  loadFailed: 'Falha ao carregar dados do usuário',
  loadContext: 'Falha ao buscar perfil do usuário',
  signOut: 'Sair',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
