/** Words that mean the same in questions about tables of offices and companies. Folded, in the base form. */
import { basesOf } from '../../../../language/question-words.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import { fold } from '../../../../language/words.ts';
import { COLUMN_SYNONYMS } from './vocabulary/column-synonyms.ts';

const groups = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((word) => baseForm(word.trim())));

/** Words for what the rows of a table are. */
const ROW_WORDS = groups(`
compra, aquisição, contratação, licitação, certame
servidor, funcionário, colaborador, empregado, trabalhador, pessoa, gente, pessoal
chamado, solicitação, reclamação, ocorrência, protocolo, atendimento, demanda, ticket, pedido, queixa, manifestação
aluno, estudante, matriculado, discente
professor, docente
paciente, atendido
cliente, consumidor
contrato, ajuste, contratação
produto, item, mercadoria, artigo
venda, pedido, transação
obra, construção, empreendimento
multa, infração, autuação
escola, colégio, unidade
veículo, carro, automóvel
imóvel, propriedade
morador, cidadão, habitante
viagem, diária, deslocamento
projeto, iniciativa
despesa, gasto, pagamento
receita, arrecadação
processo, procedimento
convênio, repasse, transferência
nota, fatura, boleto
empresa, fornecedor, companhia
livro, título, exemplar
empréstimo, retirada
matrícula, matriculado
abastecimento, reabastecimento
visita, consulta
atendimento, consulta, sessão
animal, bicho
acidente, sinistro
equipamento, bem, patrimônio
avaliação, prova
entrega, carga, envio, remessa, encomenda, frete, despacho, expedição
inscrição, inscrito, participação, participante, competidor
atleta, corredor, competidor
internação, internado, hospitalização
fatura, conta, boleto
partida, jogo, confronto
aluguel, locação
denúncia, queixa, reclamação
fiscalização, vistoria, inspeção
`);

const COLUMN_WORDS = COLUMN_SYNONYMS.flatMap(groups);

const OWED = ['debito', 'divida', 'saldo', 'devedor'];

/** Verbs that ask for the same as a column. */
const VERBS: Record<string, string[]> = {
  ganha: ['salario'],
  ganham: ['salario'],
  recebe: ['salario'],
  recebem: ['salario'],
  pago: ['salario', 'valor'],
  custa: ['valor', 'custo', 'preco'],
  custam: ['valor', 'custo', 'preco'],
  custou: ['valor', 'custo', 'preco'],
  custaram: ['valor', 'custo', 'preco'],
  custar: ['valor', 'custo', 'preco'],
  deve: OWED,
  devem: OWED,
  devendo: OWED,
  devia: OWED,
  deviam: OWED,
  vale: ['valor', 'preco'],
  valem: ['valor', 'preco'],
  bebeu: ['litro'],
  bebe: ['litro'],
  beberam: ['litro'],
  consumiu: ['litro', 'kwh'],
  consumiram: ['litro', 'kwh'],
  consome: ['litro', 'kwh'],
  consomem: ['litro', 'kwh'],
  rodou: ['km', 'quilometragem', 'distancia'],
  rodaram: ['km', 'quilometragem', 'distancia'],
  percorreu: ['km', 'quilometragem', 'distancia'],
  percorreram: ['km', 'quilometragem', 'distancia'],
  faltou: ['falta'],
  faltaram: ['falta'],
  dura: ['duracao', 'tempo'],
  duram: ['duracao', 'tempo'],
  durou: ['duracao', 'tempo'],
  duraram: ['duracao', 'tempo'],
};

/** Words for values that many tables have: each stands for the others of its line. */
const VALUE_WORDS = groups(`
concluído, resolvido, finalizado, encerrado, terminado, solucionado, fechado, atendido, entregue, pronto
aberto, pendente, aguardando
cancelado, anulado, revogado
andamento, tramitação, execução, tratamento
efetivo, concursado, estatutário
ativo, vigente
deferido, concedido, autorizado
indeferido, negado, recusado
realizado, efetuado
suspenso, paralisado, parado
feminino, mulher, menina, moça, fêmea
masculino, homem, menino, rapaz, macho
automóvel, carro
motocicleta, moto
gratuito, graça, grátis
noturno, noite
matutino, manhã
vespertino, tarde
diurno, dia
cão, cachorro, cachorra, cadela
óbito, morte, falecimento, mortalidade, falecido, morto, morreu, morreram, morrer, faleceu, faleceram
vitória, venceu, venceram, ganhou, ganharam
derrota, perdeu, perderam
empate, empatou, empataram
mobiliário, móvel
dinheiro, espécie
ausente, falta, faltou, faltaram, ausência, ausentou
`);

/** Codes of one letter or two, with the words of the column that gives them their meaning. Folded. */
const CODES: [column: RegExp, words: Record<string, string[]>][] = [
  [
    /sexo|genero|gender/,
    {
      f: ['feminino', 'mulher', 'menina', 'moça', 'garota', 'fêmea'],
      m: ['masculino', 'homem', 'menino', 'rapaz', 'garoto', 'macho'],
    },
  ],
  [
    /turno|periodo/,
    {
      m: ['manhã', 'matutino'],
      t: ['tarde', 'vespertino'],
      n: ['noite', 'noturno'],
      i: ['integral'],
    },
  ],
  [
    /pessoa/,
    {
      pf: ['física', 'pessoa física'],
      pj: ['jurídica', 'pessoa jurídica', 'empresa'],
      f: ['física', 'pessoa física'],
      j: ['jurídica', 'pessoa jurídica'],
    },
  ],
  [/situacao|status|ativo/, { a: ['ativo'], i: ['inativo'] }],
  [
    /idioma|lingua|\blang/,
    {
      pt: ['português'],
      br: ['português'],
      en: ['inglês'],
      es: ['espanhol'],
      fr: ['francês'],
      de: ['alemão'],
      it: ['italiano'],
      ja: ['japonês'],
    },
  ],
];

/** Rows without a known code have such a value in a column of codes. Folded. */
const NOT_KNOWN =
  /^(?:n[id]|n\/?a|o|i|x|ign|ignorad[oa]|outr[oa]s?|nao (?:informad[oa]|se aplica|declarad[oa])|-)?$/;

/** The words for a value that is a code, such as «mulher» for F; only where all values of its column are such codes. */
export function wordsOfCode(column: string, value: string, all: string[]): string[] {
  const words = CODES.find(([names]) => names.test(column))?.[1];
  const found = words?.[value.toLowerCase()];
  if (!words || !found) return [];
  const areCodes = all.every((one) => words[one.toLowerCase()] || NOT_KNOWN.test(fold(one).trim()));
  return areCodes ? found : [];
}

export const valueGroups: readonly string[][] = VALUE_WORDS;

const others = (found: string[][], word: string): string[] =>
  found.filter((group) => group.includes(word)).flatMap((group) => group.filter((other) => other !== word));

export const rowSynonyms = (word: string): string[] => others(ROW_WORDS, word);
export const columnSynonyms = (word: string): string[] => others(COLUMN_WORDS, word);
export const valueSynonyms = (word: string): string[] => others(VALUE_WORDS, word);
export const columnsOfVerb = (form: string): string[] => VERBS[form] ?? [];

const KNOWN_WORDS = new Set([...ROW_WORDS, ...COLUMN_WORDS, ...VALUE_WORDS].flat());

export const hasSynonyms = (base: string): boolean => KNOWN_WORDS.has(base);

/** Words for any row of any table. */
export const GENERAL_ROWS = new Set(
  'registro linha item dado resultado caso entrada ocorrencia evento coisa ficha'.split(' '),
);

/** Columns whose values are names of places, of which one word alone says nothing. */
export const PLACE_COLUMN = /municipio|cidade|bairro|distrito|localidade|regiao|comarca|nome|logradouro|rua/;

/** Short names of cities. Folded. */
const CITY_NAMES: Record<string, string> = {
  rio: 'rio de janeiro',
  bh: 'belo horizonte',
  poa: 'porto alegre',
  sampa: 'sao paulo',
  floripa: 'florianopolis',
  bsb: 'brasilia',
  jampa: 'joao pessoa',
};

/** The bases of a city's name → its short names. */
export const CITY_ALIASES = new Map(
  [...Map.groupBy(Object.entries(CITY_NAMES), ([, name]) => basesOf(name).join(' '))].map(
    ([name, aliases]) => [name, aliases.map(([alias]) => alias)] as const,
  ),
);
