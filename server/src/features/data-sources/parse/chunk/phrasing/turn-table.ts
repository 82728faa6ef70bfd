/** Turns of speech, and the words that the rules know for each. */

export type Turn = {
  said: string[];
  meant: string[];
  /** The words mean this only where such a thing follows them. */
  before:
    | 'period'
    | 'year'
    | 'key'
    | 'rows'
    | 'number'
    | 'value'
    | 'state'
    | 'things'
    | 'anything'
    /** A column of days: what happens to rows. */
    | 'event'
    | 'end or anything';
  /** Only right after a period. */
  isAfterPeriod?: boolean;
  /** Only right after a word for how something is. */
  isAfterState?: boolean;
  /** Only where a sentence begins. */
  isFirst?: boolean;
};

const turns = (before: Turn['before'], meant: string, said: string): Turn[] =>
  said.split('|').map((one) => ({ said: one.trim().split(' '), meant: meant.split(' '), before }));

const firstTurns = (before: Turn['before'], meant: string, said: string): Turn[] =>
  turns(before, meant, said).map((turn) => ({ ...turn, isFirst: true }));

/** «superam os», «que superam os» and «que superam», the longer before those that they begin with. */
const thatPass = (verbs: string): string =>
  verbs
    .split(' ')
    .flatMap((verb) => [`que ${verb} os`, `que ${verb} a`, `que ${verb}`, `${verb} os`, verb])
    .join('|');

const withBoth = (nouns: string, link: string): string =>
  nouns
    .split(' ')
    .flatMap((noun) => [`${noun}s ${link}`, `${noun} ${link}`])
    .join('|');

/** «onde falta o», «onde falta a», «onde falta». */
function withArticles(said: string): string {
  const each = said
    .split('|')
    .flatMap((one) => [...['o', 'a', 'os', 'as'].map((article) => `${one} ${article}`), one]);
  return each.join('|');
}

/** The longer before those that they begin with. */
export const TURNS: Turn[] = [
  ...turns(
    'anything',
    'pela data',
    `a que vale e a data|o que vale e a data|vale a data|valendo a data|considere a data|considerar a data|use a data|usa a data|usar a data|
     olhe a data|olha a data|olhar a data|leve em conta a data|levar em conta a data|levando em conta a data|tome a data|tomando a data|
     conte pela data|conta pela data|contar pela data|contando pela data|conforme a data|segundo a data`,
  ),
  ...turns(
    'period',
    'em',
    `ao longo de|ao longo do|ao longo da|ao longo deste|ao longo desta|no decorrer de|no decorrer do|no decorrer da|no decurso de|
     no transcorrer de|no exercicio financeiro de|no exercicio de|no periodo de|durante todo|durante toda|durante|dentro de|dentro do|
     no correr de|no correr do|no ano calendario de|no ano calendario|relativos a|relativas a|relativo a|relativa a|relativos ao|relativas ao`,
  ),
  ...turns('year', 'em', 'do exercicio financeiro|do exercicio|no exercicio|no ano base|no ano fiscal'),
  ...turns(
    'key',
    'por',
    `conforme o|conforme a|conforme|de acordo com o|de acordo com a|de acordo com|separando por|dividindo por|agrupando por|quebrando por|detalhando por|
     abrindo por|discriminado por|discriminada por|discriminados por|discriminadas por|detalhado por|detalhada por|detalhados por|detalhadas por|
     segmentado por|segmentada por|segmentados por|segmentadas por|segmentando por|desdobrado por|desdobrada por|com quebra por|com abertura por|
     discriminando por|discriminando a|discriminando o|segundo a|segundo o|em funcao da|em funcao do|em funcao de|
     nas diferentes|nos diferentes|nas diversas|nos diversos|das diferentes|dos diferentes|das diversas|dos diversos|
     ${withBoth('classificado classificada organizado organizada estratificado estratificada', 'por')}`,
  ),
  ...turns('period', 'a partir de', 'a contar de|contados de|contando de'),
  ...turns('period', 'desde', 'desde o inicio de|desde o comeco de|desde o inicio do|desde o comeco do'),
  ...turns('anything', 'ate hoje', 'ate agora|ate o momento|ate o presente momento|ate aqui').map((turn) => ({
    ...turn,
    isAfterPeriod: true,
  })),
  ...turns('end or anything', 'mais recentes', 'mais recentemente'),
  ...turns('key', 'com', 'cuja|cujo|cujas|cujos'),
  ...turns(
    'value',
    'de',
    'a cargo da|a cargo do|a cargo de|sob responsabilidade da|sob responsabilidade do|sob a responsabilidade da|sob a responsabilidade do|de responsabilidade da|de responsabilidade do',
  ),
  ...turns(
    'value',
    'de',
    'da localidade de|da localidade|relativos a|relativas a|relativo a|relativa a|no ambito de|no ambito da|no ambito do|especificamente em|especificamente na|especificamente no|pertencentes a|pertencente a|pertencentes ao|pertencentes aos',
  ),
  ...turns(
    'value',
    'que sao',
    withBoth(
      'tido tida considerado considerada declarado declarada dado dada classificado classificada listado listada',
      'como',
    ).concat('|considerados|consideradas|declarados|declaradas'),
  ),
  ...turns('value', 'de', 'igual a|igual ao|iguais a'),
  ...turns('state', 'atualmente', 'hoje'),
  ...turns('end or anything', 'atualmente', 'hoje').map((turn) => ({ ...turn, isAfterState: true })),
  ...turns('rows', 'quantidade de', 'volume de|volume dos|volume das'),
  ...turns(
    'things',
    'quantos',
    'qual o numero de|qual e o numero de|numero de|numero total de|qual o total de|total de',
  ),
  ...turns(
    'rows',
    'tem mais',
    'esta em primeiro lugar em|ocupa o primeiro lugar em|fica em primeiro lugar em|lidera em|responde por mais',
  ),
  ...turns(
    'rows',
    'com mais',
    'campeoes de|campeoes em|campeas de|campeas em|lideres em|lideres de|no topo em|no topo de',
  ),
  ...turns(
    'key',
    'quais estao sem',
    withArticles('onde falta|onde faltam|em quais falta|em quais faltam|em qual falta'),
  ),
  ...turns(
    'key',
    'sem',
    withArticles('que falta|que faltam|faltando|em que falta|em que faltam').concat(
      '|carentes de|carente de',
    ),
  ),
  ...turns('key', 'maior', 'maximo do|maximo da'),
  ...turns('key', 'menor', 'minimo do|minimo da'),
  ...turns('end or anything', 'diferentes', 'sem repetir|sem repeticao|sem repeticoes'),
  ...turns(
    'end or anything',
    'de maior valor',
    'de valor maximo|com valor maximo|com o valor maximo|de maior montante|com maior montante',
  ),
  ...turns(
    'end or anything',
    'de menor valor',
    'de valor minimo|com valor minimo|com o valor minimo|de menor custo|com menor custo',
  ),
  ...turns(
    'end or anything',
    'mais barato',
    'mais em conta|mais acessivel|mais acessiveis|mais baratinho|mais baratinha|menos caro|menos cara|menos custoso|menos oneroso',
  ),
  ...turns('end or anything', 'mais caro', 'mais oneroso|mais onerosa|mais salgado|mais salgada'),
  ...turns(
    'end or anything',
    'mais baixo',
    'mais reduzido|mais reduzida|mais modesto|mais modesta|mais enxuto|mais enxuta',
  ),
  ...turns(
    'end or anything',
    'mais alto',
    'mais expressivo|mais expressiva|mais vultoso|mais vultosa|mais elevado|mais elevada',
  ),
  ...turns(
    'state',
    'foi',
    'acabou sendo|acabaram sendo|acaba sendo|acabam sendo|acabou|acabaram|acaba|acabam',
  ),
  ...firstTurns('anything', 'liste', 'procura ai|procure|procura|localize|localiza|encontre|encontra'),
  ...turns('anything', 'de', 'em nome de|em nome da|em nome do'),
  ...turns('key', 'considerando', 'olhando o|olhando a|olhando pelo|olhando pela|vendo pelo|vendo pela'),
  ...turns('anything', 'em que situacao', 'em que pe|a quantas anda'),
  ...turns('event', 'tiveram', 'passaram por|passaram pelo|passaram pela'),
  ...turns('event', 'teve', 'passou por|passou pelo|passou pela'),
  ...turns('anything', 'ainda nao', 'ainda nem'),
  ...turns('anything', 'nao', 'nem sequer'),
  ...turns('anything', '1 ou mais', 'um ou mais|uma ou mais'),
  ...turns('key', 'valor', 'valor ja|valores ja'),
  ...turns(
    'rows',
    'lista de',
    'relacao de|relacao dos|relacao das|relacao completa dos|relacao completa das',
  ),
  ...firstTurns(
    'rows',
    'quantos',
    'conta os|conta as|conta|conte|contar os|contar as|contar|contabilize os|contabilize as|contabiliza os|contabiliza as',
  ),
  ...firstTurns(
    'rows',
    'liste',
    `traz os|traz as|traz|ver os|ver as|ver|apresentar os|apresentar as|apresentar|manda a lista de|manda a lista dos|manda a lista das|aponte os|aponte as|
     puxa os|puxa as|puxa|puxe os|puxe as|puxe|busca os|busca as|consultar os|consultar as|consultar|consulte os|consulte as|pesquisar|pesquise os|pesquise as|
     extrair|extraia os|extraia as|imprima os|imprima as|detalhe os|detalhe as|detalha os|detalha as|selecione os|selecione as|seleciona os|seleciona as|
     abre os|abre as|quadro de|quadro dos|quadro das`,
  ),
  ...firstTurns(
    'anything',
    'soma de',
    'totalize os|totalize as|totalize o|totalize a|totalize|totalizar os|totalizar as|totalizar o|totalizar a|totalizar',
  ),
  ...turns('anything', 'media', 'media aritmetica|media simples|tirando a media|tirar a media'),
  ...turns(
    'number',
    'acima de',
    thatPass('superam supera superaram superou extrapolam extrapola extrapolaram excederam excedeu').concat(
      '|superando|extrapolando|excedendo|que passaram dos|que passaram de|que passam dos|que passou dos|que passou de|passaram dos|passam dos|acima da casa dos|acima da casa de|acima da marca de|acima da marca dos|acima do patamar de|acima da faixa de|acima da faixa dos|mais caros que|mais caras que|mais caros do que|mais caras do que|mais altos que|mais altas que|mais altos do que',
    ),
  ),
  ...turns(
    'number',
    'abaixo de',
    'abaixo da casa dos|abaixo da casa de|abaixo da marca de|abaixo do patamar de|abaixo da faixa de|mais baratos que|mais baratas que|mais baratos do que|mais baratas do que|mais baixos que|mais baixas que',
  ),
  ...turns('year', 'primeiro semestre de', 'primeira metade de|primeiros seis meses de|primeiros 6 meses de'),
  ...turns('year', 'segundo semestre de', 'segunda metade de|ultimos seis meses de|ultimos 6 meses de'),
  ...turns('year', 'primeiro trimestre de', 'primeiros tres meses de|primeiros 3 meses de'),
  ...turns(
    'number',
    'ate',
    'nao mais que|nao mais de|nao tem mais de|nao tem mais que|nao passa de|nao passam de|nao ultrapassa|nao ultrapassam|nao excede|nao excedem|nao supera|nao superam|com nao mais que|com nao mais de',
  ),
  ...turns(
    'number',
    'com no minimo',
    'nao menos que|nao menos de|nao tem menos de|nao tem menos que|com nao menos de|com nao menos que',
  ),
  ...turns('value', 'exceto', 'diferente de|diferente da|diferente do'),
  ...['soma', 'total', 'media', 'mediana', 'valor total', 'valor medio'].flatMap((figure) =>
    turns(
      'anything',
      `qual ${figure}`,
      ['da', 'deu', 'e', 'foi', 'fica', 'ficou', 'seria']
        .flatMap((verb) => ['a', 'o'].map((article) => `quanto ${verb} ${article} ${figure}`))
        .concat(`qual seria a ${figure}`, `qual seria o ${figure}`)
        .join('|'),
    ),
  ),
];
