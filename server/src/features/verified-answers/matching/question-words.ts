/** Closed lists of words that decide whether two questions ask the same. All folded. */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/**
 * Words that hold a sentence together. Those that change what is asked are not among them: contra, até, sob, sobre,
 * antes, depois, desde, entre, só, apenas, mais, menos.
 */
export const FUNCTION_WORDS = words(`
  a o as os e de da do das dos em no na nos nas num numa um uma uns umas ao aos que para pra por pelo pela pelos pelas
  com como se ou eu me mim meu minha meus minhas voce voces te seu sua seus suas ele ela eles elas lhe lhes isso isto
  esse essa esses essas este esta estes estas aquele aquela deste desta desse dessa neste nesta nesse nessa dele dela
  qual quais quando onde quem quanto quantos quanta quantas porque cada ser sou e sao era foi fosse sera estar estou
  esta estao tenho tem temos ter tinha ha haver existe existem houve la aqui ai ja tambem entao quer dizer feito sido
  seja vai vou vao nosso nossa nossos nossas a gente`);

/** With these people turn to somebody; they say nothing of what is asked. */
export const COURTESY_WORDS = words(`
  gostaria queria quero desejo saber informar informe informem informacao informacoes ajudar ajude ajuda favor gentileza
  obrigado obrigada grato grata ola oi bom boa dia tarde noite dizer diga digam falar fale explicar explique mostrar
  mostre duvida pergunta perguntar pergunto preciso precisamos precisa poderia poderiam posso pode podem podemos consigo
  consegue conseguir possivel seria tirar esclarecer esclareca orientar oriente entender conhecer alguem certo
  permitido permitida necessario necessaria obrigatorio obrigatoria devo deve devem tenho fazer faco faz fazem`);

export const NEGATIONS = words('nao sem nunca jamais exceto salvo nem nenhum nenhuma');

/** The kind of thing that is asked for: two questions of different classes are never the same. */
export const QUESTION_CLASSES = [
  'yes_no',
  'may',
  'must',
  'who',
  'when',
  'where',
  'how_much',
  'how',
  'why',
  'what',
  'list',
] as const;
export type QuestionClass = (typeof QUESTION_CLASSES)[number];

type ClassRule = [RegExp, QuestionClass];

const TOLD =
  '(?:me |nos )?(?:saber|dizer|informar|explicar|ajudar|falar|mostrar|tirar|esclarecer|orientar|entender|perguntar)';

/** The rule that fits earliest in a folded question decides, among equals the first. */
export const CLASS_RULES: ClassRule[] = [
  [/\b(?:por que|porque|por qual (?:motivo|razao)|qual (?:e )?(?:o motivo|a razao))\b/, 'why'],
  [/\b(?:liste|listar|enumere|relacione|(?:uma |a )?lista de)\b/, 'list'],
  [
    /\b(?:quando|(?:em |por )?quanto tempo|(?:a |de )?(?:que|quantas) horas|(?:em )?(?:qual|que) (?:dia|data|horario|prazo)|(?:em )?quantos (?:dias|meses|anos)|quantas semanas|ate quando|quais? (?:\w+ ){0,2}(?:prazos?|datas?|horarios?|validade|vigencia|duracao))\b/,
    'when',
  ],
  [
    /\b(?:quanto|quanta|quantos|quantas|quais? (?:\w+ ){0,2}(?:valor|valores|precos?|taxas?|custos?|quantidade|percentual))\b/,
    'how_much',
  ],
  [
    /\b(?:onde|aonde|em (?:qual|que) (?:lugar|local|setor|sala|endereco)|quais? (?:\w+ ){0,2}(?:enderecos?|loca(?:l|is)))\b/,
    'where',
  ],
  [/\b(?:(?:a |para |de |com )?quem|qual (?:pessoa|setor|area|servidor))\b/, 'who'],
  [
    /\b(?:como|de que (?:forma|maneira|modo|jeito)|o que (?:e preciso |preciso |devo |tenho que )?faz(?:er|o)|quais? (?:\w+ ){0,2}(?:passos?|procedimentos?|forma|maneira))\b/,
    'how',
  ],
  [/\b(?:qual|quais|o que)\b|^(?:(?:em|de|com|para|por|a|sobre) )?que\b/, 'what'],
  [
    new RegExp(
      `\\b(?:(?:devo|deve|devem|precisa|preciso|precisamos)(?! (?:de )?(?:uma )?(?:${TOLD}|informa|ajuda))|(?:e |sao )?(?:obrigatori[oa]s?|necessari[oa]s?)|tenho que|tem que|tem de|exige|exigid[oa])\\b`,
    ),
    'must',
  ],
  [
    new RegExp(
      `\\b(?:(?:posso|pode|podem|podemos|poderia|poderiam|consigo|consegue)(?! ${TOLD})|(?:e )?(?:possivel|permitid[oa]|autorizad[oa])(?! ${TOLD})|da (?:para|pra))\\b`,
    ),
    'may',
  ],
];

/** A few words in the manner of a search: the noun tells what is wanted. */
export const NOUN_RULES: ClassRule[] = [
  [/^(?:o |a |os |as )?(?:prazo|prazos|data|datas|horario|horarios|validade|vigencia|duracao)\b/, 'when'],
  [/^(?:o |a |os |as )?(?:valor|valores|preco|precos|taxa|taxas|custo|custos)\b/, 'how_much'],
  [/^(?:o |a |os |as )?(?:endereco|enderecos|local|locais|localizacao)\b/, 'where'],
];
