/** The words of questions that ask for figures, groups and orders, and the phrases that compare. Folded. */

export type Keyword =
  | 'how_many'
  | 'how_much'
  | 'number_of'
  | 'total'
  | 'sum'
  | 'average'
  | 'median'
  | 'largest'
  | 'smallest'
  | 'more'
  | 'fewer'
  | 'expensive'
  | 'cheap'
  | 'recent'
  | 'old'
  | 'well'
  | 'each'
  | 'by'
  | 'ranking'
  | 'top'
  | 'share'
  | 'part'
  | 'compare'
  | 'versus'
  | 'difference'
  | 'distinct'
  | 'not'
  | 'without'
  | 'except'
  | 'nor'
  | 'or'
  | 'and'
  | 'list'
  | 'which'
  | 'order'
  | 'trend'
  | 'empty'
  | 'already'
  | 'split'
  | 'among'
  | 'unit';

const words = (text: string): string[] => text.trim().split(/\s+/);

const LISTS: Record<Keyword, string[]> = {
  how_many: words('quantos quantas qtos qtas qts qnts qntos qntas'),
  how_much: words('quanto quanta qto qnto qta qt'),
  number_of: words('nº nro num numero numeros quantidade quantidades qtd qtde contagem conte contar'),
  total: words('total totais'),
  sum: words(
    'soma somas somatorio somatoria some somar somam somou somaram somando somados somadas montante totaliza totalizam totalizou totalizaram',
  ),
  average: words('media medias medio medios'),
  median: words('mediana medianas mediano'),
  largest: words('maior maiores maximo maxima maximos max melhor melhores'),
  smallest: words('menor menores minimo minima minimos min pior piores'),
  more: words('mais campeao campea lidera lider lideram liderou'),
  fewer: words('menos'),
  expensive: words(
    'caro cara caros caras valioso valiosa valiosos valiosas custoso custosa custosos custosas alto alta altos altas',
  ),
  cheap: words('barato barata baratos baratas baixo baixa baixos baixas'),
  recent: words('recente recentes novo nova novos novas ultimo ultima ultimos ultimas'),
  old: words('antigo antiga antigos antigas velho velha velhos velhas'),
  well: words('bem mal'),
  each: words('cada'),
  by: words('por'),
  ranking: words('ranking rank classificacao'),
  top: words('top'),
  share: words(
    'percentual percentuais porcentagem porcentual proporcao fatia parcela participacao taxa percentagem',
  ),
  part: words('parte partes'),
  compare: words(
    'comparado comparada comparados comparadas compare comparar comparando comparacao comparativo comparativa compara',
  ),
  versus: words('versus vs x contra'),
  difference: words('diferenca'),
  distinct: words('diferentes diferente distintos distintas distinto distinta unicos unicas'),
  not: words('nao nunca jamais'),
  without: words('sem'),
  except: words(
    'exceto excetuando tirando salvo fora excluindo desconsiderando descontando ignorando excluidas excluidos',
  ),
  nor: words('nem'),
  or: words('ou'),
  and: words('e'),
  list: words(
    'liste listar lista listem mostre mostra mostrar mostrem exiba exibe exibir traga apresente relacione relaciona relacionar relacionem enumere enumera enumerar elenque elenca elencar discrimine discrimina discriminar listagem',
  ),
  which: words('qual quais quem'),
  order: words(
    'ordem ordena ordenem ordenado ordenada ordenados ordenadas ordene ordenar classificados classificadas decrescente crescente alfabetica',
  ),
  trend: words(
    'evolucao historico mensal mensais mensalmente anual anuais anualmente trimestral semestral diario diaria semanal',
  ),
  empty: words('vazio vazia vazios vazias branco nulo nula nulos nulas faltando'),
  already: words(
    'ja preenchido preenchida preenchidos preenchidas informado informada informados informadas',
  ),
  split: words(
    'separado separada separados separadas dividido dividida divididos divididas agrupado agrupada agrupados agrupadas distribuido distribuidas distribuidos distribuida agrupe agrupa agrupar separe separa separar divida divide dividir distribuicao quebrado quebradas',
  ),
  among: words('entre dentre'),
  unit: words('dia dias semana semanas mes meses bimestre trimestre trimestres semestre semestres ano anos'),
};

export const KEYWORDS = new Map<string, Keyword>(
  (Object.entries(LISTS) as [Keyword, string[]][]).flatMap(([keyword, forms]) =>
    forms.map((form) => [form, keyword] as const),
  ),
);

export type Comparison = '>' | '<' | '>=' | '<=' | '=' | '~' | 'between';
export type ComparisonPhrase = { op: Comparison; of: 'number' | 'date' | 'both' };

const PHRASES: [Comparison, ComparisonPhrase['of'], string][] = [
  [
    '>',
    'number',
    'acima de|acima dos|acima das|acima do|mais de|mais que|mais do que|maior que|maior do que|maior de|maiores que|maiores do que|maiores de|superior a|superiores a|superior aos|passa de|passam de|passou de|passaram de|ultrapassa|ultrapassam|ultrapassou|ultrapassaram|excede|excedem|alem de|melhor que|melhores que',
  ],
  [
    '<',
    'number',
    'abaixo de|abaixo dos|abaixo das|abaixo do|menos de|menos que|menos do que|menor que|menor do que|menores que|menores do que|menores de|menor de|inferior a|inferiores a|inferior aos|nao chega a|nao chegam a|pior que|piores que',
  ],
  [
    '>=',
    'number',
    'no minimo|pelo menos|ao menos|minimo de|maior ou igual a|maiores ou iguais a|igual ou superior a|iguais ou superiores a|igual ou maior que|igual ou acima de',
  ],
  [
    '<=',
    'number',
    'no maximo|maximo de|menor ou igual a|menores ou iguais a|igual ou inferior a|iguais ou inferiores a|igual ou menor que|em ate|ate no maximo',
  ],
  ['=', 'number', 'exatamente|exatos|exatas|igual a|iguais a|precisamente'],
  [
    '~',
    'number',
    'cerca de|por volta de|aproximadamente|em torno de|perto de|uns|umas|proximo de|proximos de|mais ou menos',
  ],
  ['>', 'date', 'depois de|depois do|depois da|apos|posterior a|posteriores a'],
  ['<', 'date', 'antes de|antes do|antes da|anterior a|anteriores a'],
  ['>=', 'date', 'desde|desde o|desde a'],
  ['>=', 'both', 'a partir de|a partir do|a partir da|de no minimo'],
  ['<=', 'both', 'ate|ate o|ate a'],
  ['between', 'both', 'entre|na faixa de|na faixa entre'],
];

const COMPARISONS = new Map<string, ComparisonPhrase>(
  PHRASES.flatMap(([op, of, text]) => text.split('|').map((phrase) => [phrase, { op, of }] as const)),
);

const PHRASE_WORDS_MAX = 5;

/** The longest phrase of comparison that begins at a word. */
export function comparisonAt(forms: string[], from: number): { to: number; phrase: ComparisonPhrase } | null {
  for (let length = PHRASE_WORDS_MAX; length > 0; length -= 1) {
    const phrase = COMPARISONS.get(forms.slice(from, from + length).join(' '));
    if (phrase) return { to: from + length, phrase };
  }
  return null;
}
