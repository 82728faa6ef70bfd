/** The columns of a data source, as questions see them. */
import type { ColumnKind } from '#contract/table-plan.ts';
import { counted, formatNumber } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en, kindNamesEn } from './texts-en.ts';

const kindNamesPt = {
  category: 'Categoria',
  text: 'Texto',
  number: 'Número',
  money: 'Dinheiro',
  date: 'Data',
  boolean: 'Sim ou não',
  identifier: 'Identificador',
} satisfies Record<ColumnKind, string>;

const pt = {
  title: 'Colunas para perguntas',
  line: 'Como as pessoas chamam as colunas e o que cada uma guarda. O Prosa usa isto para entender perguntas e calcular respostas.',
  form: 'Colunas para perguntas',
  edit: 'Editar colunas',
  refresh: 'Atualizar',
  refreshing: 'Atualizando…',
  cancel: 'Cancelar',
  save: 'Salvar colunas',
  saving: 'Salvando…',
  unsaved: 'Há mudanças que não foram salvas.',
  unchanged: 'Nada mudou ainda.',
  mend: 'Corrija o que está marcado acima antes de salvar.',
  saved: 'Colunas salvas.',
  saveFailed: 'Falha ao salvar as colunas',
  refreshFailed: 'Falha ao atualizar as colunas',
  loadFailed: 'Falha ao buscar as colunas',
  changedElsewhere: 'Estas colunas foram alteradas em outro lugar enquanto você as editava.',
  changedElsewhereLine: 'Nada do que você mudou foi salvo ou perdido até agora.',
  loadTheirs: 'Carregar as novas',
  keepMine: 'Manter as minhas',

  none: 'Ainda não há colunas',
  noneLine: 'Escreva a consulta na etapa 2 e salve: as colunas dela aparecem aqui.',
  computing: 'Lendo as colunas da consulta…',
  computingLine: 'Isto leva de alguns segundos a alguns minutos. Você pode sair desta página.',
  failed: 'Não foi possível ler as colunas da consulta.',
  failedLine: `Veja na aba ${__LANGUAGE__ === 'pt-BR' ? 'Visualizador de dados' : 'Data Viewer'} se a consulta funciona e atualize as colunas.`,
  tooSlow: 'A consulta demora demais para que todas as linhas sejam lidas.',
  tooSlowLine:
    'O tipo de cada coluna vem só do banco de dados. Confira-os e corrija o que não estiver certo.',
  personal: 'As linhas desta fonte dependem de quem pergunta.',
  personalLine: 'Por isso os valores não são lidos: o tipo de cada coluna vem só do banco de dados.',
  changed: (columns: string[]) =>
    `As colunas da consulta mudaram depois que ela foi salva: ${new Intl.ListFormat('pt-BR').format(columns)}.`,
  changedLine:
    'Estas colunas não são perguntadas até que você as atualize. Veja antes se alguma deve ser escondida.',
  read: (when: string, rows: number, sampled: boolean) =>
    sampled
      ? `Lido em ${when}, nas primeiras ${formatNumber(rows)} linhas.`
      : `Lido em ${when}, em ${counted(rows, 'linha', 'linhas')}.`,

  words: 'Palavras da tabela',
  one: 'Uma linha se chama',
  oneHint: 'No singular, como «licitação».',
  many: 'Várias se chamam',
  manyHint: 'No plural, como «licitações».',
  rows: 'Cada linha é',
  rowsWord: (one: string, many: string) => `${one} (${many})`,
  date: '«Em 2025» quer dizer',
  money: '«Maiores» quer dizer',
  noDate: 'Nenhuma coluna de data',
  noMoney: 'Nenhuma coluna de valor',
  wordMissing: 'Diga como as linhas se chamam.',

  columns: 'Colunas',
  suggested: 'sugerido',
  hidden: 'Escondida',
  open: (label: string) => `Detalhes de ${label}`,
  label: 'Nome nas respostas',
  labelMissing: 'Toda coluna precisa de um nome.',
  kind: 'Tipo',
  unit: 'Unidade',
  unitHint: 'Como R$, %, km ou anos.',
  synonyms: 'Sinônimos',
  synonymsHint: 'Outras palavras que as pessoas usam. Enter acrescenta.',
  addSynonym: 'Acrescentar',
  removeSynonym: (word: string) => `Tirar o sinônimo ${word}`,
  noSynonyms: 'Nenhum',
  hide: 'Esconder das perguntas',
  hideLine: 'Não pode ser perguntada e não aparece em respostas nem em arquivos.',
  mainLine: 'É o conteúdo principal da fonte: não pode ser escondida.',

  facts: 'O que a coluna guarda',
  type: 'No banco de dados',
  filled: 'Preenchidas',
  filledOf: (filled: number, rows: number) => `${formatNumber(filled)} de ${formatNumber(rows)}`,
  distinct: 'Valores diferentes',
  minimum: 'Menor',
  maximum: 'Maior',
  first: 'Primeira',
  last: 'Última',
  common: 'Mais comuns',
  misfits: 'Células que não cabem no tipo',
  misfitsLine: 'Contam como vazias nas perguntas.',
  misfitCount: (count: number) => counted(count, 'valor não cabe', 'valores não cabem'),
  unread: 'Os valores não foram lidos.',
} as const;

export const KIND_NAMES: Same<typeof kindNamesPt, typeof kindNamesEn> =
  __LANGUAGE__ === 'en' ? kindNamesEn : kindNamesPt;
export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
