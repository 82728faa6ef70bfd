/** Words that every screen may use. */
import type { Same } from '../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  retry: 'Tentar novamente',
  cancel: 'Cancelar',
  close: 'Fechar',
  back: 'Voltar',
  save: 'Salvar',
  remove: 'Excluir',
  loading: 'Carregando…',
  loadMore: 'Carregar mais',
  clearSearch: 'Limpar busca',
  showPassword: 'Mostrar senha',
  hidePassword: 'Ocultar senha',
  soon: 'Em breve',
  missingFields: (names: string) => `Falta preencher: ${names}`,
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
