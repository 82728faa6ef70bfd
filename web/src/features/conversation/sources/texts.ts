/** Texts of the panel of a source, which is fetched when the first one is opened. */
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  sourceAt: (at: number, count: number) => `Fonte ${at} de ${count}`,
  openPage: 'Abrir a página',
  previousSource: 'Fonte anterior',
  nextSource: 'Próxima fonte',
  sourceText: 'Texto da fonte',
  table: 'Tabela da fonte',
  sourceLoading: 'Carregando a fonte…',
  sourceFailed: 'Falha ao abrir a fonte',
  sourceRemoved: 'fonte removida',
  fileRemoved: 'arquivo removido',
  verifiedWords: 'Resposta escrita a esta pergunta',
  validityChanged: (words: string) => `mudou desde a resposta: ${words}`,
  validityToday: (words: string) => `hoje: ${words}`,
  sourceAs: 'Como mostrar a fonte',
  asText: 'Texto',
  asPage: 'Página',
  scannedPage: (page: number) => `Página ${page} digitalizada`,
  pageFailed: 'Não foi possível carregar a imagem desta página.',
  weakPageHint: 'Esta página foi lida de uma imagem com baixa qualidade. Confira na imagem.',
  sourceChanged: 'o documento mudou desde a resposta',
  literal: 'Trecho literal da fonte',
  understood: 'O que foi calculado',
  record: 'Registro',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
