/** The documents of a knowledge base: how they come in, what has become of them, and their text. */
import type { NoteKind } from '#contract/knowledge.ts';
import { counted, formatNumber } from '../../lib/format.ts';

export const texts = {
  title: 'Documents',
  list: 'Documents',
  columns: { name: 'Name', type: 'Type', size: 'Size', tokens: 'Tokens', added: 'Added', state: 'State' },
  none: 'No documents uploaded yet',
  noneLine: 'Upload your first document to get started',

  upload: {
    title: 'Upload Document',
    line: (extensions: string, megabytes: number) =>
      `Drop files here or choose them. ${extensions}, up to ${megabytes} MB each.`,
    choose: 'Choose files',
    more: 'Outros formatos',
    moreHint: 'LibreOffice, Excel, PowerPoint, RTF, páginas da web, livros EPUB, e-mails e imagens',
    drop: 'Drop the files to upload them',
    list: 'Uploads',
    waiting: 'Waiting',
    uploading: (sent: string, size: string) => `Uploading ${sent} of ${size}`,
    reading: 'Extracting',
    bar: (name: string) => `Upload of ${name}`,
    replaces: (name: string) => `Replaces ${name}`,
    failed: 'Falha ao fazer upload do documento',
    again: 'Try again',
    againOne: (name: string) => `Try again to upload ${name}`,
    cancel: (name: string) => `Cancel the upload of ${name}`,
    dismiss: (name: string) => `Dismiss ${name}`,
    dismissAll: 'Dismiss all',
    running: (left: number) => `${counted(left, 'file', 'files')} to upload`,
    refused: (count: number) => `${counted(count, 'file was', 'files were')} not uploaded`,
    leave: 'Leave while files are being uploaded?',
    leaveLine: 'Uploads that are not finished will be lost.',
    stay: 'Keep uploading',
    leaveLabel: 'Leave',
  },

  state: {
    queued: 'Queued',
    extracting: 'Extracting',
    indexing: 'Indexing',
    ready: 'Ready',
    failed: 'Failed',
    page: (done: number, of: number) =>
      `página ${done.toLocaleString('pt-BR')} de ${of.toLocaleString('pt-BR')}`,
    bar: (name: string) => `Reading of ${name}`,
    withoutText: (count: number, pages: number) =>
      `${count.toLocaleString('pt-BR')} of ${counted(pages, 'page', 'pages')} without text`,
    withoutTextHint: 'Scanned or empty pages: agents cannot read them.',
    formerStays: 'Agents still read the previous version.',
    again: 'Try again',
    againOne: (name: string) => `Try again to read ${name}`,
    againFailed: 'The document could not be read again',
  },

  old: {
    line: (count: number) =>
      `${counted(count, 'documento foi lido', 'documentos foram lidos')} por uma versão anterior do leitor.`,
    badge: 'lido com um leitor anterior',
    again: 'Ler de novo',
    againOne: (name: string) => `Ler ${name} de novo`,
    question: (count: number) =>
      count === 1
        ? 'Ler este documento de novo?'
        : `Ler ${count.toLocaleString('pt-BR')} documentos de novo?`,
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
    attachments: (count: number) => `Anexos deste e-mail não foram lidos: ${count.toLocaleString('pt-BR')}.`,
    weak_pages: (count: number) => `${counted(count, 'página', 'páginas')} com leitura fraca.`,
    unreadable_pages: (count: number) =>
      `${counted(count, 'página não pôde ser lida', 'páginas não puderam ser lidas')}.`,
  } satisfies Record<NoteKind, (count: number) => string>,

  row: {
    synced: 'Sincronizado',
    download: 'Download original',
    downloadOne: (name: string) => `Download ${name}`,
    downloadFailed: 'The file could not be downloaded',
    more: (name: string) => `Mais ações: ${name}`,
    replace: 'Substituir arquivo…',
    remove: 'Delete',
    removeOne: (name: string) => `Delete ${name}`,
    removing: 'Deleting...',
    cancel: 'Cancel',
    confirmRemove: 'Are you sure you want to delete this document? This action cannot be undone.',
    removeFailed: 'Falha ao excluir documento',
  },

  text: {
    close: 'Close',
    loadFailed: 'Falha ao carregar conteúdo do documento',
    content: 'Text of the document',
    passages: (count: number) => counted(count, 'passage', 'passages'),
    pages: (count: number) => counted(count, 'page', 'pages'),
    passage: (number: number) => `Passage ${number.toLocaleString('pt-BR')}`,
    unfinished: 'This document is still being read. Its text appears here as soon as it is ready.',
    failed: 'This document could not be read, so there is no text',
    former: 'A new version is being read. This is the text agents find until then.',
    formerKept:
      'The new version could not be read. This is the text of the previous one, which agents still find.',
    none: 'There is no text in this document.',
    gone: 'The passage that was found is no longer in this text.',
    find: 'Find in this text',
    findCount: (at: number, count: number, more: boolean) =>
      `${at.toLocaleString('pt-BR')} of ${count.toLocaleString('pt-BR')}${more ? '+' : ''}`,
    findNone: 'Not in this text',
    findPrevious: 'Previous match',
    findNext: 'Next match',
  },

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

  search: {
    label: 'What would an agent find?',
    results: 'Passages an agent would find',
    failed: 'The search could not be done',
    irrelevant: 'No passage is near enough to the question',
    irrelevantLine:
      'In local mode an agent would say that it found nothing. A model reads the nearest passages and judges.',
    nothing: 'Nothing here is about that',
    nothingLine: 'An agent would say that it found nothing. Ask in the words that the documents use.',
    found: (count: number) => counted(count, 'passage', 'passages'),
    nearness: 'Nearness, compared with the best passage',
    open: (name: string, place: string) => `Open ${name}${place && `, ${place}`}`,
  },
} as const;
