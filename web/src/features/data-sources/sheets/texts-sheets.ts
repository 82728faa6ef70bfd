/** The words of the screens on spreadsheets. */
import { UPLOAD_MEGABYTES_MAX } from '#contract/limits.ts';
import type { SheetNoteKind } from '#contract/sheets.ts';
import type { ColumnKind } from '#contract/table-plan.ts';
import { counted, formatNumber } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-sheets-en.ts';

const kinds: Record<ColumnKind, string> = {
  category: 'Categoria',
  text: 'Texto',
  number: 'Número',
  money: 'Dinheiro (R$)',
  date: 'Data',
  boolean: 'Sim ou não',
  identifier: 'Identificador',
};

const notes: Record<SheetNoteKind, (cells: string) => string> = {
  total_row: (cells) => `Linha de total em ${cells}.`,
  second_table: (cells) => `Outra tabela ou nota começa em ${cells} e fica de fora.`,
  two_headers: (cells) => `Há dois cabeçalhos, o de cima em ${cells}: os nomes foram juntados.`,
  merged: (cells) => `Células mescladas em ${cells}: o valor vale em cada uma de suas linhas.`,
  error_cells: (cells) => `Células com erro em ${cells} ficam vazias.`,
};

const pt = {
  open: 'De uma planilha',
  title: 'Fonte de dados de uma planilha',
  replaceTitle: 'Substituir arquivo',
  line: `Envie um arquivo CSV, XLSX ou ODS de até ${UPLOAD_MEGABYTES_MAX} MB. Nada é gravado antes da sua confirmação.`,
  replaceLine: 'Até o fim da carga, as perguntas respondem com as linhas de hoje.',
  choose: 'Escolher arquivo',
  another: 'Escolher outro arquivo',
  file: 'Arquivo da planilha',
  sending: (percent: number) => `Enviando… ${percent}%`,
  reading: 'Lendo a planilha…',
  unreadable: 'Falha ao ler planilha',
  checking: 'Verificando onde guardar planilhas…',
  away: 'Esta instalação não guarda planilhas',

  sheet: 'Planilha',
  sheetOption: (name: string, rows: number) => `${name} (${counted(rows, 'linha', 'linhas')})`,
  header: 'Linha do cabeçalho',
  noHeader: 'Sem cabeçalho',
  headerOption: (row: number) => `Linha ${row}`,
  preview: 'Primeiras linhas do arquivo',
  found: (rows: number, columns: number) =>
    `${counted(rows, 'linha', 'linhas')} e ${counted(columns, 'coluna', 'colunas')}.`,

  columns: 'Colunas',
  column: 'Coluna',
  kind: 'Tipo',
  kindOf: (label: string) => `Tipo de ${label}`,
  include: (label: string) => `Gravar ${label}`,
  labelOf: (label: string) => `Nome de ${label}`,
  misfits: (count: number) =>
    count === 1 ? '1 célula não cabe no tipo' : `${formatNumber(count)} células não cabem no tipo`,
  kinds,
  notes,
  notesTitle: 'O que o Prosa encontrou',
  otherCells: (count: number) => `outras ${count}`,
  keepTotals: 'Manter as linhas de total',
  keepTotalsLine: 'Somas e médias contariam esses valores duas vezes.',

  name: 'Nome da fonte de dados',
  description: 'Descrição',
  cancel: 'Cancelar',
  create: 'Criar fonte de dados',
  creating: 'Gravando…',
  replace: 'Substituir linhas',
  accept: 'Substituir mesmo assim',
  failed: 'Falha ao gravar planilha',
  made: (name: string) => `«${name}» foi criada`,
  madeLine: 'Associe um agente e pergunte.',
  toSource: 'Abrir fonte',

  differs: 'As colunas deste arquivo são outras',
  missing: (labels: string) => `Faltam: ${labels}.`,
  added: (labels: string) => `Novas: ${labels}.`,
  changed: (labels: string) => `Mudaram de tipo: ${labels}.`,
  changedOne: (label: string, before: ColumnKind, after: ColumnKind) =>
    `${label} (de ${kinds[before].toLowerCase()} para ${kinds[after].toLowerCase()})`,

  card: {
    title: 'Planilha',
    line: 'As linhas desta fonte vieram de um arquivo.',
    file: (file: string, sheet: string) =>
      file.replace(/\.[^.]*$/, '') === sheet ? file : `${file} · ${sheet}`,
    rows: (rows: number) => counted(rows, 'linha', 'linhas'),
    replace: 'Substituir arquivo',
    replaced: 'Arquivo substituído.',
    versions: 'Versões',
    current: 'em uso',
    restore: 'Restaurar',
    restoring: 'Restaurando…',
    restoreOne: (file: string, when: string) => `Restaurar ${file} de ${when}`,
    restored: 'Versão restaurada.',
    restoreFailed: 'Falha ao restaurar planilha',
    loadFailed: 'Falha ao buscar planilha',
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
