/** The synonyms of a base. */
import type { BaseSynonym } from '#contract/knowledge.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Sinônimos desta base',
  line: 'Quem pergunta com uma palavra acha também os trechos que usam a outra, depois dos que usam a palavra da pergunta.',
  loadFailed: 'Falha ao carregar os sinônimos',
  empty: 'Nenhum sinônimo próprio',
  emptyLine: (known: number) =>
    `A lista da casa já conhece ficheiro/arquivo, palavra-passe/senha e outras ${formatNumber(known - 2)}. Adicione as palavras próprias da sua organização.`,
  add: 'Adicionar',
  importCsv: 'Importar CSV',
  imported: (count: number) => (count === 1 ? '1 linha importada.' : `${count} linhas importadas.`),
  importFailed: 'Falha ao importar os sinônimos',
  importLine: (number: number) =>
    `A linha ${number} precisa de 2 a 6 colunas separadas por ponto e vírgula: a palavra e o que também se diz.`,
  table: 'Sinônimos',
  word: 'Palavra',
  others: 'Também se diz',
  weight: 'Peso',
  actions: 'Ações',
  weights: { 1: 'Igual', 0.6: 'Parecido', 0.3: 'Fraco' } satisfies Record<BaseSynonym['weight'], string>,
  edit: (word: string) => `Editar ${word}`,
  remove: (word: string) => `Remover ${word}`,
  removeFailed: 'Falha ao remover o sinônimo',
  form: {
    add: 'Adicionar sinônimo',
    edit: 'Editar sinônimo',
    othersHint: 'Até 5, separados por ponto e vírgula. Palavras ou expressões.',
    wordMissing: 'Escreva a palavra.',
    othersMissing: 'Escreva ao menos uma outra palavra.',
    weightHint: 'Quanto vale a outra palavra ao lado da que foi digitada.',
    submit: 'Salvar',
    submitting: 'Salvando…',
    cancel: 'Cancelar',
    failed: 'Falha ao salvar o sinônimo',
  },
  test: {
    title: 'Testar',
    line: 'Faça uma pergunta e compare o que a busca acha sem sinônimos e com eles.',
    question: 'Pergunta',
    submit: 'Testar',
    failed: 'Falha ao testar os sinônimos',
    without: 'Sem sinônimos',
    with: 'Com sinônimos',
    nothing: 'Nada encontrado.',
    refused: 'Um agente diria que não encontrou.',
    same: 'Os sinônimos não mudam nada nesta pergunta.',
    isNew: 'só com sinônimos',
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
