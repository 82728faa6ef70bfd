/** The documents of a knowledge base: how they come in, what has become of them, and their text. */
import { counted, formatNumber } from '../../lib/format.ts';
import type { Same } from '../../lib/text/same.ts';
import { names } from './texts-document-names.ts';
import { en } from './texts-documents-en.ts';
import { reading } from './texts-reading.ts';

const pt = {
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
  upload: {
    line: (extensions: string, megabytes: number) =>
      `Solte arquivos aqui ou escolha-os. ${extensions}, até ${megabytes} MB cada um.`,
    choose: 'Escolher arquivos',
    more: 'Outros formatos',
    moreHint: 'LibreOffice, Excel, PowerPoint, RTF, páginas da web, livros EPUB, e-mails e imagens',
    drop: 'Solte os arquivos para enviá-los',
    list: 'Envios',
    waiting: 'Na fila',
    uploading: (sent: string, size: string) => `Enviando: ${sent} de ${size}`,
    bar: (name: string) => `Envio de ${name}`,
    replaces: (name: string) => `Substitui ${name}`,
    namesake: (name: string) => `Já existe «${name}» nesta base.`,
    replace: 'Substituir',
    replaceOne: (name: string) => `Substituir o documento pelo arquivo ${name}`,
    keepBoth: 'Manter os dois',
    keepBothOf: (name: string) => `Manter os dois: ${name}`,
    forAll: 'Para todos os que já existem:',
    replaceAll: 'Substituir todos',
    keepAll: 'Manter todos',
    asking: (count: number) => counted(count, 'arquivo já existe', 'arquivos já existem'),
    failed: `Falha ao ${__LANGUAGE__ === 'pt-BR' ? 'enviar o' : 'fazer upload do'} documento`,
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
    page: (done: number, of: number) => `página ${formatNumber(done)} de ${formatNumber(of)}`,
    bar: (name: string) => `Leitura de ${name}`,
    withoutText: (count: number, pages: number) =>
      `${formatNumber(count)} de ${counted(pages, 'página', 'páginas')} sem texto`,
    withoutTextHint: 'Páginas digitalizadas ou vazias: os agentes não as leem.',
    formerStays: 'Os agentes ainda leem a versão anterior.',
    again: 'Tentar de novo',
    againOne: (name: string) => `Tentar de novo a leitura de ${name}`,
    againFailed: 'Falha ao mandar ler o documento de novo',
  },
  row: {
    synced: 'Sincronizado',
    download: 'Baixar original',
    downloadOne: (name: string) => `Baixar ${name}`,
    downloadFailed: 'Falha ao baixar o arquivo',
    more: (name: string) => `Mais ações: ${name}`,
    replace: 'Substituir arquivo…',
    removeFailed: 'Falha ao excluir documento',
  },
  text: {
    close: 'Fechar',
    loadFailed: 'Falha ao carregar conteúdo do documento',
    content: 'Texto do documento',
    passages: (count: number) => counted(count, 'trecho', 'trechos'),
    pages: (count: number) => counted(count, 'página', 'páginas'),
    passage: (number: number) => `Trecho ${formatNumber(number)}`,
    unfinished: 'Este documento ainda está sendo lido. O texto aparece aqui assim que ficar pronto.',
    failed: 'Este documento não pôde ser lido e não tem texto',
    former: 'Uma versão nova está sendo lida. Até lá, os agentes acham este texto.',
    formerKept: 'A versão nova não pôde ser lida. Este é o texto da anterior, que os agentes ainda acham.',
    none: 'Este documento não tem texto.',
    gone: 'O trecho achado não está mais neste texto.',
    find: 'Procurar neste texto',
    findCount: (at: number, count: number, more: boolean) =>
      `${formatNumber(at)} de ${formatNumber(count)}${more ? '+' : ''}`,
    findNone: 'Não está neste texto',
    findPrevious: 'Ocorrência anterior',
    findNext: 'Próxima ocorrência',
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

const words: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
const { none, noneLine, upload, queued, extracting, indexing, ready, failed, ...row } = names;

export const texts = {
  ...reading,
  ...words,
  none,
  noneLine,
  upload: { ...words.upload, title: upload, reading: extracting },
  state: { ...words.state, queued, extracting, indexing, ready, failed },
  row: { ...words.row, ...row },
};
