/** Words on how documents were read. */
import type { NoteKind } from '#contract/knowledge.ts';
import { counted, formatNumber } from '../../lib/format.ts';
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-reading-en.ts';

const pt = {
  old: {
    line: (count: number) =>
      `${counted(count, 'documento foi lido', 'documentos foram lidos')} por uma versão anterior do leitor.`,
    badge: 'lido com um leitor anterior',
    again: 'Ler de novo',
    againOne: (name: string) => `Ler de novo ${name}`,
    question: (count: number) =>
      count === 1 ? 'Ler este documento de novo?' : `Ler ${formatNumber(count)} documentos de novo?`,
    stays: 'Os textos atuais continuam valendo até os novos ficarem prontos.',
    sent: (count: number) =>
      `Cerca de ${counted(count, 'trecho será enviado', 'trechos serão enviados')} ao modelo de embeddings.`,
    confirming: 'Enviando para a leitura…',
    cancel: 'Cancelar',
    failed: 'Falha ao mandar ler os documentos de novo',
  },

  notes: {
    struck: (count: number) =>
      `${counted(count, 'trecho riscado ficou', 'trechos riscados ficaram')} de fora.`,
    form_fields: (count: number) =>
      `${counted(count, 'campo de formulário lido', 'campos de formulário lidos')}.`,
    fields_cut: (count: number) =>
      `${counted(count, 'campo de formulário era longo demais e foi cortado', 'campos de formulário eram longos demais e foram cortados')}.`,
    contents: () => 'O sumário não é usado nas respostas.',
    hidden_sheets: (count: number) =>
      `${counted(count, 'planilha oculta ficou', 'planilhas ocultas ficaram')} de fora.`,
    hidden_rows: (count: number) =>
      `${counted(count, 'linha oculta ficou', 'linhas ocultas ficaram')} de fora.`,
    attachments: (count: number) => `Anexos deste e-mail não foram lidos: ${formatNumber(count)}.`,
    weak_pages: (count: number) => `${counted(count, 'página', 'páginas')} com leitura fraca.`,
    unreadable_pages: (count: number) =>
      `${counted(count, 'página não pôde ser lida', 'páginas não puderam ser lidas')}.`,
  } satisfies Record<NoteKind, (count: number) => string>,

  page: {
    show: 'Página',
    pages: 'Páginas digitalizadas',
    place: (page: number, pages: number | null) =>
      pages === null
        ? `Página ${formatNumber(page)}`
        : `Página ${formatNumber(page)} de ${formatNumber(pages)}`,
    before: 'Página digitalizada anterior',
    next: 'Próxima página digitalizada',
    alt: (page: number) => `Página ${page} digitalizada`,
    weak: 'leitura fraca',
    weakHint: 'Esta página foi lida de uma imagem com baixa qualidade. Confira na imagem.',
    failed: 'Não foi possível carregar a imagem desta página.',
  },
} as const;

export const reading: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
