/** Syncs of a base: what it follows, their runs, and the documents that they withdrew. */
import type { ItemState, PreviewState, RunOutcome, SyncRun } from '#contract/sync-runs.ts';
import type { SyncKind } from '#contract/sync-sources.ts';
import type { SyncSchedule } from '#contract/syncs.ts';
import { counted, formatNumber } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import {
  countWordsEn,
  en,
  itemStatesEn,
  kindsEn,
  outcomesEn,
  previewStatesEn,
  scheduleKindsEn,
  scheduleWordsEn,
  weekdaysEn,
} from './texts-en.ts';

const kindsPt = { folder: 'Pasta', website: 'Site', s3: 'S3' } satisfies Record<SyncKind, string>;

const weekdaysPt = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const;

const scheduleKindsPt = {
  manual: 'manual',
  hourly: 'de hora em hora',
  six_hours: 'a cada 6 horas',
  daily: 'diária, às…',
  weekly: 'semanal, às…',
} satisfies Record<SyncSchedule['kind'], string>;

function scheduleWordsPt(schedule: SyncSchedule): string {
  if (schedule.kind === 'daily') return `todo dia às ${schedule.at}`;
  if (schedule.kind === 'weekly') return `${weekdaysPt[schedule.weekday] ?? ''} às ${schedule.at}`;
  return scheduleKindsPt[schedule.kind];
}

const previewStatesPt = {
  new: 'Novos',
  changed: 'Alterados',
  unchanged: 'Sem mudança',
  missing: 'Sumiram',
  skipped: 'Ignorados',
} satisfies Record<PreviewState, string>;

const itemStatesPt = {
  new: 'a ler',
  kept: 'na base',
  failed: 'com erro',
  skipped: 'ignorado',
  withdrawn: 'retirado',
} satisfies Record<ItemState, string>;

const outcomesPt = {
  done: 'Concluída',
  failed: 'Falhou',
  needs_confirmation: 'Pede confirmação',
  stopped: 'Interrompida',
} satisfies Record<RunOutcome, string>;

/** «2 novos, 1 alterado, 0 retirados, 1 com erro» */
const countWordsPt = ({ added, changed, withdrawn, failed }: SyncRun): string =>
  [
    counted(added, 'novo', 'novos'),
    counted(changed, 'alterado', 'alterados'),
    counted(withdrawn, 'retirado', 'retirados'),
    `${formatNumber(failed)} com erro`,
  ].join(', ');

const pt = {
  title: 'Sincronizações',
  line: 'Esta base acompanha estas origens e se mantém em dia sozinha.',
  loadFailed: 'Falha ao carregar as sincronizações',
  empty: 'Nenhuma sincronização',
  emptyLine: 'Traga uma pasta, um site ou um bucket S3 e a base se mantém em dia sozinha.',
  add: 'Nova sincronização',
  superadminsOnly: 'Só superadmins criam sincronizações.',
  views: 'Mostrar',
  viewSyncs: 'Sincronizações',
  viewWithdrawn: 'Retirados (30 dias)',
  preview: 'Prévia',
  run: 'Rodar agora',
  running: 'Rodando…',
  pause: 'Pausar',
  resume: 'Retomar',
  edit: 'Editar',
  remove: 'Excluir',
  more: (name: string) => `Mais ações de ${name}`,
  actionFailed: 'Não foi possível fazer isso',
  paused: 'Pausada',
  failing: 'Falhando',
  failingSince: (time: string) => `As execuções falham desde ${time}. Os documentos continuam como estavam.`,
  confirmBadge: 'Pede confirmação',
  neverRan: 'Ainda não rodou',
  lastRun: 'Última execução',
  nextRun: 'Próxima execução',
  noNextRun: 'só quando alguém pedir',
  nextPaused: 'pausada',
  documents: (count: number) => counted(count, 'documento', 'documentos'),
  seeRun: 'Ver execução',
  secretUnreadable:
    'O segredo guardado não pode ser lido com as chaves atuais: digite-o de novo em «Editar».',
  removing: {
    question: (name: string) => `Excluir a sincronização ${name}?`,
    choice: 'O que fazer com os documentos dela',
    keep: 'Manter os documentos',
    keepLine: 'Ficam na base como se tivessem sido enviados à mão.',
    withdraw: 'Retirar os documentos',
    withdrawLine: 'Saem das respostas e podem ser restaurados por 30 dias.',
    submit: 'Excluir',
    submitting: 'Excluindo…',
    failed: 'Falha ao excluir a sincronização',
  },
  form: {
    addTitle: 'Nova sincronização',
    editTitle: (name: string) => `Editar ${name}`,
    kind: 'Origem',
    name: 'Nome',
    root: 'Pasta raiz',
    noRoots: 'Nenhuma pasta foi permitida neste servidor. O operador define as pastas em SYNC_FOLDERS.',
    subfolder: 'Subpasta',
    subfolderHint: 'Vazia: a pasta raiz inteira.',
    include: 'Só estes arquivos',
    includeHint: 'Separados por vírgula, como *.pdf, atas/**. Vazio: todos os que podem ser lidos.',
    exclude: 'Ignorar',
    url: 'Endereço inicial',
    useSitemap: 'Usar sitemap',
    useSitemapLine: 'Sem um sitemap no site, as páginas são achadas pelos links.',
    maxPages: 'Limite de páginas',
    depth: 'Profundidade',
    depthHint: 'Links a partir da primeira página.',
    includePaths: 'Incluir caminhos',
    includePathsHint: 'Separados por vírgula, como servicos/**. Vazio: todos.',
    excludePaths: 'Ignorar caminhos',
    documents: 'Também PDFs e documentos ligados',
    keepParameters: 'Manter parâmetros do endereço',
    keepParametersLine: 'O que vem depois do «?»: ligue só se ele muda o conteúdo.',
    endpoint: 'Endereço',
    region: 'Região',
    bucket: 'Bucket',
    prefix: 'Prefixo',
    accessKey: 'Chave de acesso',
    secret: 'Segredo',
    secretStored: 'guardado; digite para trocar',
    when: 'Quando',
    at: 'Às',
    weekday: 'Dia da semana',
    needed: 'Preencha este campo.',
    numberNeeded: 'Informe um número.',
    preview: 'Ver prévia',
    previewing: 'Olhando a origem…',
    previewFirst: 'Faça uma prévia destas configurações para poder salvar.',
    submit: 'Salvar',
    submitting: 'Salvando…',
    failed: 'Falha ao salvar a sincronização',
    previewFailed: 'Falha na prévia',
  },
  previewed: {
    title: (name: string) => `Prévia de ${name}`,
    nothingWritten: 'Nada foi gravado.',
    partial: 'A prévia lê até 60 páginas: há possivelmente mais.',
    incomplete: 'A lista da origem veio incompleta: nada seria retirado.',
    state: 'Mostrar',
    none: 'Nenhum item.',
    more: (count: number) => `e outros ${formatNumber(count)}`,
    looked: (count: number) => `Olhando a origem: ${counted(count, 'item', 'itens')}…`,
    failed: 'A prévia falhou',
    close: 'Fechar',
  },
  run_view: {
    title: (name: string) => `Execução de ${name}`,
    loadFailed: 'Falha ao carregar a execução',
    progress: (done: number, listed: number) => `${formatNumber(done)} de ${formatNumber(listed)}`,
    listing: 'Listando a origem…',
    comparing: 'Comparando…',
    withdrawing: 'Retirando…',
    incomplete: 'A lista da origem veio incompleta ou vazia: nada foi retirado.',
    errors: 'Itens com erro',
    items: 'Itens',
    noItems: 'Nenhum item nesta situação.',
    all: 'Todos',
    retry: 'Tentar de novo',
    bring: 'Trazer de novo',
    retryAsked: 'Será lido na próxima execução.',
    moreItems: 'Mostrar mais',
    stopped: (missing: number, kept: number) =>
      `${formatNumber(missing)} de ${counted(kept, 'item', 'itens')} sumiram da origem. Nada foi retirado.`,
    stoppedLine:
      'Confira se a origem está certa. Retirados, os documentos saem das respostas e podem ser restaurados por 30 dias.',
    typeNumber: (count: number) => `Para retirar, digite ${count}`,
    withdraw: (count: number) => `Retirar os ${formatNumber(count)}`,
    keep: 'Manter',
    confirmFailed: 'Falha ao confirmar',
    superadminConfirms: 'Só superadmins confirmam.',
    close: 'Fechar',
    facts: {
      outcome: 'Situação',
      started: 'Começou',
      finished: 'Terminou',
      listed: 'Na origem',
      added: 'Novos',
      changed: 'Alterados',
      unchanged: 'Sem mudança',
      missing: 'Sumiram',
      withdrawn: 'Retirados',
      skipped: 'Ignorados',
      failed: 'Com erro',
    },
  },
  withdrawn: {
    title: 'Retirados (30 dias)',
    line: 'Documentos que sumiram da origem. Nenhum agente os acha; depois de 30 dias são excluídos.',
    loadFailed: 'Falha ao carregar os documentos retirados',
    empty: 'Nenhum documento retirado',
    emptyLine: 'O que some da origem de uma sincronização fica aqui por 30 dias.',
    table: 'Documentos retirados',
    name: 'Documento',
    since: 'Retirado em',
    until: 'Excluído em',
    actions: 'Ações',
    restore: 'Restaurar',
    restoreNamed: (name: string) => `Restaurar ${name}`,
    restored: (name: string) => `${name} voltou à base e está sendo lido.`,
    failed: 'Falha ao restaurar o documento',
    more: 'Mostrar mais',
  },
} as const;

export const kinds: Same<typeof kindsPt, typeof kindsEn> = __LANGUAGE__ === 'en' ? kindsEn : kindsPt;
export const weekdays: Same<typeof weekdaysPt, typeof weekdaysEn> =
  __LANGUAGE__ === 'en' ? weekdaysEn : weekdaysPt;
export const scheduleKinds: Same<typeof scheduleKindsPt, typeof scheduleKindsEn> =
  __LANGUAGE__ === 'en' ? scheduleKindsEn : scheduleKindsPt;
export const previewStates: Same<typeof previewStatesPt, typeof previewStatesEn> =
  __LANGUAGE__ === 'en' ? previewStatesEn : previewStatesPt;
export const itemStates: Same<typeof itemStatesPt, typeof itemStatesEn> =
  __LANGUAGE__ === 'en' ? itemStatesEn : itemStatesPt;
export const outcomes: Same<typeof outcomesPt, typeof outcomesEn> =
  __LANGUAGE__ === 'en' ? outcomesEn : outcomesPt;
export const scheduleWords = __LANGUAGE__ === 'en' ? scheduleWordsEn : scheduleWordsPt;
export const countWords = __LANGUAGE__ === 'en' ? countWordsEn : countWordsPt;
export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
