/** The words of the checks: questions whose answers must keep holding. */

import type { Expectation, SingleExpectation } from '#contract/expectations.ts';
import { counted, formatNumber } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en, partsEn } from './texts-en.ts';

const pt = {
  title: 'Verificações',
  line: 'Perguntas cujas respostas precisam continuar certas. Mantida: a resposta veio como se espera.',
  list: 'Verificações',
  none: 'Nenhuma verificação ainda',
  noneLine: 'Guarde uma pergunta de uma conversa de teste ou escreva uma aqui.',
  loadFailed: 'Falha ao carregar as verificações',
  add: 'Nova verificação',
  run: 'Rodar verificações',
  compare: 'Comparar',
  running: 'Rodando…',
  progress: (ended: number, total: number) => `${ended} de ${total} perguntadas`,
  runFailed: 'Falha ao rodar as verificações',
  alreadyRunning: 'As verificações já estão rodando',
  alreadyRunningLine: 'Alguém começou. Os resultados aparecem aqui no fim.',
  broken: 'A execução foi interrompida',
  brokenLine: 'O que terminou até ali está abaixo.',
  cut: 'A conexão caiu durante a execução. Ela continua; os resultados aparecem aqui no fim.',

  holds: 'Mantida',
  fails: 'Falhou',
  error: 'Erro',
  notRun: 'Não rodou',
  asking: 'Perguntando…',
  answer: 'Resposta',
  noAnswer: 'Não respondeu nada.',
  cited: (titles: string[]) => `Citou: ${titles.join(', ')}`,

  edit: (question: string) => `Editar verificação: ${question}`,
  remove: (question: string) => `Excluir verificação: ${question}`,
  confirmRemove: 'Excluir esta verificação?',
  removeLabel: 'Excluir',
  removing: 'Excluindo…',
  removeFailed: 'Falha ao excluir a verificação',

  form: {
    add: 'Nova verificação',
    edit: 'Editar verificação',
    line: 'Depois de mudada, a verificação conta como não rodada.',
    question: 'Pergunta',
    kind: 'O que se espera da resposta',
    kindOf: (place: number) => `Condição ${place}`,
    allHint: 'Todas estas condições precisam valer.',
    addPart: 'Acrescentar condição',
    removePart: (place: number) => `Retirar a condição ${place}`,
    kinds: {
      contains: 'Contém o texto',
      equals: 'É igual a',
      cites: 'Cita o documento',
      cites_page: 'Cita o documento na página',
      refuses: 'Recusa responder',
      verified: 'Usa a resposta verificada',
      max_tokens: 'No máximo (tokens)',
      max_ms: 'No máximo (ms)',
      rubric: 'Avaliada por modelo',
    } satisfies Record<SingleExpectation['kind'], string>,
    text: 'Texto',
    containsHint: 'Maiúsculas e acentos não fazem diferença.',
    value: 'Valor',
    equalsHint: 'Um número com a unidade («30 dias», «R$ 50,00»), uma data, ou o texto inteiro da resposta.',
    document: 'Documento',
    documentHint: 'O nome do arquivo, como está na base.',
    page: 'Página',
    most: { max_tokens: 'Tokens escritos pelo modelo', max_ms: 'Milissegundos até o fim da resposta' },
    rubric: 'O que a resposta precisa ter',
    rubricHint: 'Um modelo lê a resposta e dá uma nota de 1 a 5. Gasta tokens do provedor a cada execução.',
    mark: 'Nota mínima',
    verified: 'Resposta verificada',
    chooseVerified: 'Escolha uma resposta',
    noVerified: 'Este agente não tem respostas verificadas.',
    refusesHint: 'O agente diz que não sabe ou que não pode, e não cita nada.',
    save: 'Salvar verificação',
    saving: 'Salvando…',
    failed: 'Falha ao salvar a verificação',
    cancel: 'Cancelar',
  },

  keep: 'Guardar como verificação',
  keeping: 'Guardando…',
  kept: 'Guardada como verificação',
  known: 'Esta verificação já está guardada',
  keepFailed: 'Falha ao guardar a verificação',
  change: 'Mudar',

  badge: {
    held: (held: number, total: number) =>
      `${held} de ${counted(total, 'verificação mantida', 'verificações mantidas')}`,
    stale: 'verificações não rodaram desde a última mudança',
    never: (kept: number) => counted(kept, 'verificação guardada', 'verificações guardadas'),
    broken: 'última execução das verificações interrompida',
  },

  file: {
    menu: 'Verificações em arquivo',
    export: 'Exportar CSV',
    exportFailed: 'Falha ao exportar as verificações',
    import: 'Importar CSV',
    importTitle: 'Importar verificações',
    readFailed: 'Falha ao importar as verificações',
    tooLarge: 'O arquivo de verificações pode ter até 1 MB.',
    summary: (added: number, same: number, wrong: number) =>
      [
        counted(added, 'nova', 'novas'),
        counted(same, 'igual', 'iguais'),
        ...(wrong ? [counted(wrong, 'linha com erro', 'linhas com erro')] : []),
      ].join(', '),
    empty: 'O arquivo não tem verificações.',
    states: { new: 'Nova', same: 'Igual', wrong: 'Com erro' },
    lineOf: (line: number) => `Linha ${formatNumber(line)}`,
    noQuestion: '(sem pergunta)',
    apply: (added: number) =>
      added === 1 ? 'Acrescentar 1 verificação' : `Acrescentar ${formatNumber(added)} verificações`,
    applying: 'Acrescentando…',
    close: 'Fechar',
  },
} as const;

/** The parts of an expectation, as they stand in a sentence on the answer. */
const partsPt = {
  and: ' e ',
  contains: (text: string) => `contém «${text}»`,
  equals: (value: string) => `é igual a «${value}»`,
  cites: (document: string) => `cita «${document}»`,
  cites_page: (document: string, page: string) => `cita «${document}» na página ${page}`,
  refuses: 'recusa responder',
  verified: (id: number) => `usa a resposta verificada nº ${id}`,
  max_tokens: (tokens: string) => `tem no máximo ${tokens} tokens`,
  max_ms: (ms: string) => `leva no máximo ${ms} ms`,
  rubric: (mark: number, text: string) => `tem nota ${mark} ou mais em «${text}»`,
} as const;

const words: Same<typeof partsPt, typeof partsEn> = __LANGUAGE__ === 'en' ? partsEn : partsPt;

export function expectationText(expectation: Expectation): string {
  const parts = expectation.kind === 'all' ? expectation.of : [expectation];
  const [first = '', ...others] = parts.map(partText);
  return [first.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()), ...others].join(words.and);
}

function partText(part: SingleExpectation): string {
  switch (part.kind) {
    case 'contains':
    case 'equals':
    case 'cites':
      return words[part.kind](part.value);
    case 'cites_page':
      return words.cites_page(part.document, formatNumber(part.page));
    case 'refuses':
      return words.refuses;
    case 'verified':
      return words.verified(part.id);
    case 'max_tokens':
    case 'max_ms':
      return words[part.kind](formatNumber(part.n));
    case 'rubric':
      return words.rubric(part.pass, part.text);
  }
}

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
