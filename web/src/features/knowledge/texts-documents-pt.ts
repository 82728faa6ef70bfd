/** The documents of a knowledge base in Portuguese; what is Portuguese in every language stands in texts-documents.ts. */
import { counted } from '../../lib/format.ts';

export const pt = {
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
  none: 'Nenhum documento enviado ainda',
  noneLine: 'Envie o primeiro documento para começar',

  upload: {
    title: 'Enviar documento',
    line: (extensions: string, megabytes: number) =>
      `Solte arquivos aqui ou escolha-os. ${extensions}, até ${megabytes} MB cada um.`,
    choose: 'Escolher arquivos',
    more: 'Outros formatos',
    moreHint: 'LibreOffice, Excel, PowerPoint, RTF, páginas da web, livros EPUB, e-mails e imagens',
    drop: 'Solte os arquivos para enviá-los',
    list: 'Envios',
    waiting: 'Aguardando',
    uploading: (sent: string, size: string) => `Enviando ${sent} de ${size}`,
    reading: 'Extraindo',
    bar: (name: string) => `Envio de ${name}`,
    replaces: (name: string) => `Substitui ${name}`,
    failed: 'Falha ao fazer upload do documento',
    again: 'Tentar de novo',
    againOne: (name: string) => `Tentar de novo enviar ${name}`,
    cancel: (name: string) => `Cancelar o envio de ${name}`,
    dismiss: (name: string) => `Dispensar ${name}`,
    dismissAll: 'Dispensar todos',
    running: (left: number) => `${counted(left, 'arquivo', 'arquivos')} por enviar`,
    refused: (count: number) => `${counted(count, 'arquivo não foi enviado', 'arquivos não foram enviados')}`,
    leave: 'Sair enquanto arquivos são enviados?',
    leaveLine: 'Os envios que não terminaram serão perdidos.',
    stay: 'Continuar enviando',
    leaveLabel: 'Sair',
  },

  state: {
    queued: 'Na fila',
    extracting: 'Extraindo',
    indexing: 'Indexando',
    ready: 'Pronto',
    failed: 'Falhou',
    page: (done: number, of: number) =>
      `página ${done.toLocaleString('pt-BR')} de ${of.toLocaleString('pt-BR')}`,
    bar: (name: string) => `Leitura de ${name}`,
    withoutText: (count: number, pages: number) =>
      `${count.toLocaleString('pt-BR')} de ${counted(pages, 'página', 'páginas')} sem texto`,
    withoutTextHint: 'Páginas digitalizadas ou vazias: os agentes não conseguem lê-las.',
    formerStays: 'Os agentes ainda leem a versão anterior.',
    again: 'Tentar de novo',
    againOne: (name: string) => `Tentar de novo ler ${name}`,
    againFailed: 'Não foi possível ler o documento de novo',
  },

  row: {
    synced: 'Sincronizado',
    download: 'Baixar o original',
    downloadOne: (name: string) => `Baixar ${name}`,
    downloadFailed: 'Não foi possível baixar o arquivo',
    more: (name: string) => `Mais ações: ${name}`,
    replace: 'Substituir arquivo…',
    remove: 'Excluir',
    removeOne: (name: string) => `Excluir ${name}`,
    removing: 'Excluindo…',
    cancel: 'Cancelar',
    confirmRemove: 'Tem certeza que deseja excluir este documento? Esta ação não pode ser desfeita.',
    removeFailed: 'Falha ao excluir documento',
  },

  text: {
    close: 'Fechar',
    loadFailed: 'Falha ao carregar conteúdo do documento',
    content: 'Texto do documento',
    passages: (count: number) => counted(count, 'trecho', 'trechos'),
    pages: (count: number) => counted(count, 'página', 'páginas'),
    passage: (number: number) => `Trecho ${number.toLocaleString('pt-BR')}`,
    unfinished: 'Este documento ainda está sendo lido. O texto aparece aqui assim que estiver pronto.',
    failed: 'Não foi possível ler este documento, por isso não há texto',
    former: 'Uma nova versão está sendo lida. Este é o texto que os agentes encontram até lá.',
    formerKept:
      'Não foi possível ler a nova versão. Este é o texto da anterior, que os agentes ainda encontram.',
    none: 'Não há texto neste documento.',
    gone: 'O trecho encontrado não está mais neste texto.',
    find: 'Localizar neste texto',
    findCount: (at: number, count: number, more: boolean) =>
      `${at.toLocaleString('pt-BR')} de ${count.toLocaleString('pt-BR')}${more ? '+' : ''}`,
    findNone: 'Não está neste texto',
    findPrevious: 'Ocorrência anterior',
    findNext: 'Próxima ocorrência',
  },

  search: {
    label: 'O que um agente encontraria?',
    results: 'Trechos que um agente encontraria',
    failed: 'Não foi possível fazer a busca',
    irrelevant: 'Nenhum trecho é próximo o bastante da pergunta',
    irrelevantLine:
      'No modo local um agente diria que não encontrou nada. Um modelo lê os trechos mais próximos e julga.',
    nothing: 'Nada aqui trata disso',
    nothingLine: 'Um agente diria que não encontrou nada. Pergunte com as palavras que os documentos usam.',
    found: (count: number) => counted(count, 'trecho', 'trechos'),
    nearness: 'Proximidade, comparada com o melhor trecho',
    open: (name: string, place: string) => `Abrir ${name}${place && `, ${place}`}`,
  },
} as const;
