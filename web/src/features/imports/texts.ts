import type { ImportAction } from '#contract/imports.ts';
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Importar',
  line: 'Traga ou atualize muitas pessoas de uma vez, a partir de um arquivo .csv.',
  file: 'Planilha de pessoas',
  choose: 'Escolher arquivo',
  dropHere: 'Solte um .csv aqui, ou escolha o arquivo',
  drop: 'Solte para ler a planilha',
  limits: 'Até 10.000 linhas e 5 MB. Colunas: e-mail, nome, telefone e grupo.',
  template: 'Baixar modelo',
  templateName: 'modelo-de-pessoas.csv',
  templateHeader: 'e-mail;nome;telefone;grupo',
  reading: 'Lendo a planilha…',
  readFailed: 'Falha ao ler a planilha',
  nothingYet: 'Nada é gravado antes de você conferir e aplicar.',

  preview: 'O que a planilha muda',
  counts: {
    new: 'Novas',
    changed: 'Mudam',
    unchanged: 'Sem mudança',
    problem: 'Com problema',
    absent: 'Fora da planilha',
  } satisfies Record<ImportAction, string>,
  show: 'Mostrar',
  list: 'Linhas da planilha',
  columns: {
    line: 'Linha',
    email: 'E-mail',
    name: 'Nome',
    phone: 'Telefone',
    group: 'Grupo',
    problem: 'Problema',
  },
  stays: 'como está',
  none: 'Nenhuma linha aqui',
  loadMore: 'Carregar mais',
  loading: 'Carregando a importação…',
  loadFailed: 'Falha ao carregar a importação',
  ignored: (columns: string, one: boolean) =>
    one ? `A coluna ${columns} não é importada.` : `As colunas ${columns} não são importadas.`,
  ignoredLine: 'Perfis (papéis) nunca vêm de uma planilha.',
  createGroups: (count: string, one: boolean) =>
    one ? 'Criar o grupo que falta' : `Criar os ${count} grupos que faltam`,
  createGroupsLine: (names: string) => `${names}. Sem isso, as linhas deles ficam de fora.`,
  invite: 'Enviar convite por e-mail',
  inviteLine:
    'Cada pessoa nova recebe um link para escolher a senha. Sem convite, ela entra por «Esqueci minha senha».',
  deactivate: (name: string) => `Desativar ${name}`,
  absentLine: 'Ninguém fora da planilha perde o acesso, a não ser quem você marcar.',
  apply: 'Aplicar',
  applying: 'Aplicando…',
  another: 'Outra planilha',
  applyFailed: 'Falha ao aplicar a importação',
  nothingToApply: 'A planilha não muda nada.',
  question: 'Aplicar a importação?',
  summary: (parts: string[]) => `${parts.join(', ')}.`,
  summaryParts: {
    new: (count: string, one: boolean) => (one ? `${count} pessoa nova` : `${count} pessoas novas`),
    changed: (count: string, one: boolean) => (one ? `${count} muda` : `${count} mudam`),
    deactivated: (count: string, one: boolean) =>
      one ? `${count} perde o acesso` : `${count} perdem o acesso`,
    invited: 'convites por e-mail',
  },

  done: 'Importação aplicada',
  results: {
    created: 'Pessoas criadas',
    changed: 'Pessoas alteradas',
    deactivated: 'Desativadas',
    invited: 'Convites na fila',
    groups_created: 'Grupos criados',
    left_out: 'Linhas sem grupo, deixadas de fora',
  },
  problems: 'Baixar linhas com problema',
  problemsFailed: 'Falha ao baixar as linhas com problema',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
