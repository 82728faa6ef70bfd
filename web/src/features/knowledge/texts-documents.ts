/** The documents of a knowledge base: how they come in, what has become of them, and their text. */
import type { NoteKind } from '#contract/knowledge.ts';
import { counted, formatNumber } from '../../lib/format.ts';

export const texts = {
  title: 'Documentos',
  list: 'Documentos',
  columns: {
    name: 'Nome',
    type: 'Tipo',
    size: 'Tamanho',
    tokens: 'Tokens',
    added: 'Adicionado',
    state: 'Estado',
  },
  none: 'No documents uploaded yet',
  noneLine: 'Upload your first document to get started',

  upload: {
    title: 'Upload Document',
    line: (extensions: string, megabytes: number) =>
      `Solte arquivos aqui ou escolha-os. ${extensions}, até ${megabytes} MB cada um.`,
    choose: 'Escolher arquivos',
    more: 'Outros formatos',
    moreHint: 'LibreOffice, Excel, PowerPoint, RTF, páginas da web, livros EPUB, e-mails e imagens',
    drop: 'Solte os arquivos para enviá-los',
    list: 'Envios',
    waiting: 'Na fila',
    uploading: (sent: string, size: string) => `Enviando: ${sent} de ${size}`,
    reading: 'Extracting',
    bar: (name: string) => `Envio de ${name}`,
    replaces: (name: string) => `Substitui ${name}`,
    failed: 'Falha ao fazer upload do documento',
    again: 'Tentar de novo',
    againOne: (name: string) => `Tentar de novo o envio de ${name}`,
    cancel: (name: string) => `Cancelar o envio de ${name}`,
    dismiss: (name: string) => `Dispensar ${name}`,
    dismissAll: 'Dispensar todos',
    running: (left: number) => `${counted(left, 'arquivo', 'arquivos')} por enviar`,
    refused: (count: number) => `${counted(count, 'arquivo não foi enviado', 'arquivos não foram enviados')}`,
    leave: 'Sair durante o envio de arquivos?',
    leaveLine: 'Os envios que não terminaram serão perdidos.',
    stay: 'Continuar enviando',
    leaveLabel: 'Sair',
  },

  state: {
    queued: 'Queued',
    extracting: 'Extracting',
    indexing: 'Indexing',
    ready: 'Ready',
    failed: 'Failed',
    page: (done: number, of: number) =>
      `página ${done.toLocaleString('pt-BR')} de ${of.toLocaleString('pt-BR')}`,
    bar: (name: string) => `Leitura de ${name}`,
    withoutText: (count: number, pages: number) =>
      `${count.toLocaleString('pt-BR')} de ${counted(pages, 'página', 'páginas')} sem texto`,
    withoutTextHint: 'Páginas digitalizadas ou vazias: os agentes não as leem.',
    formerStays: 'Os agentes ainda leem a versão anterior.',
    again: 'Tentar de novo',
    againOne: (name: string) => `Tentar de novo a leitura de ${name}`,
    againFailed: 'Falha ao mandar ler o documento de novo',
  },

  old: {
    line: (count: number) =>
      `${counted(count, 'documento foi lido', 'documentos foram lidos')} por uma versão anterior do leitor.`,
    badge: 'lido com um leitor anterior',
    again: 'Ler de novo',
    againOne: (name: string) => `Ler de novo ${name}`,
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
    download: 'Baixar original',
    downloadOne: (name: string) => `Baixar ${name}`,
    downloadFailed: 'Falha ao baixar o arquivo',
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
    close: 'Fechar',
    loadFailed: 'Falha ao carregar conteúdo do documento',
    content: 'Texto do documento',
    passages: (count: number) => counted(count, 'trecho', 'trechos'),
    pages: (count: number) => counted(count, 'página', 'páginas'),
    passage: (number: number) => `Trecho ${number.toLocaleString('pt-BR')}`,
    unfinished: 'Este documento ainda está sendo lido. O texto aparece aqui assim que ficar pronto.',
    failed: 'Este documento não pôde ser lido e não tem texto',
    former: 'Uma versão nova está sendo lida. Até lá, os agentes acham este texto.',
    formerKept: 'A versão nova não pôde ser lida. Este é o texto da anterior, que os agentes ainda acham.',
    none: 'Este documento não tem texto.',
    gone: 'O trecho achado não está mais neste texto.',
    find: 'Procurar neste texto',
    findCount: (at: number, count: number, more: boolean) =>
      `${at.toLocaleString('pt-BR')} de ${count.toLocaleString('pt-BR')}${more ? '+' : ''}`,
    findNone: 'Não está neste texto',
    findPrevious: 'Ocorrência anterior',
    findNext: 'Próxima ocorrência',
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
    label: 'O que um agente acharia?',
    results: 'Trechos que um agente acharia',
    failed: 'Falha na busca',
    irrelevant: 'Nenhum trecho é próximo o bastante da pergunta',
    irrelevantLine:
      'No modo local, um agente diria que não encontrou nada. Um modelo lê os trechos mais próximos e julga.',
    nothing: 'Nada aqui trata disso',
    nothingLine: 'Um agente diria que não encontrou nada. Pergunte com as palavras que os documentos usam.',
    found: (count: number) => counted(count, 'trecho', 'trechos'),
    nearness: 'Proximidade, comparada com a do melhor trecho',
    open: (name: string, place: string) => `Abrir ${name}${place && `, ${place}`}`,
  },
} as const;
