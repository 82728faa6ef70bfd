/** Questions made of the headings of documents: «Prazo de recurso» asks «Qual é o prazo de recurso?». */
import { fold } from '../../language/words.ts';

export const HEADING_MIN = 8;
export const HEADING_MAX = 120;
const SHORT_MIN = 5;

/** A heading of the index: dots that lead to a page, or a page number after a gap. */
const OF_INDEX = /\.{3,}|…|\s{2,}\d+$|\t\d+$|·\s*·/;
/** «3.2 », «IV – », «Art. 5º », «Capítulo II – », «a) ». */
const NUMBERING =
  /^(?:(?:[Cc]ap[ií]tulo|CAP[IÍ]TULO|[Ss]e[çc][ãa]o|SE[ÇC][ÃA]O|[Tt][ií]tulo|T[IÍ]TULO|[Aa]nexo|ANEXO|[Pp]arte|PARTE|[Ll]ivro|LIVRO|[Aa]rt(?:igo|\.)?|ART(?:IGO|\.)?|§)\s*(?:\d+|[IVXLC]+)[ºª°]?(?:-[A-Z])?(?!\p{L})|\d+(?:\.\d+)*|[IVXLC]+(?=\s*[-–—.)])|[a-z](?=\)))\s*[-–—.:)º°]*\s*/u;
/** «Das salas e computadores», as chapters of regulations are called; but «De onde vem a resposta». */
const OF = /^d[eao]s? (?!onde|quem|quanto|que\b)(\p{L})/iu;
/** A message of a program, which somebody may look up but nobody asks about. */
const QUOTED = /^[«“"']/;

/** The part of a heading that names its subject; null where nothing can be asked of it. */
export function subjectOf(heading: string): string | null {
  const line = heading
    .normalize('NFC')
    .replace(/[*_`#|<>]/g, '')
    .trim();
  if (OF_INDEX.test(line) || QUOTED.test(line)) return null;
  const whole = line
    .replace(NUMBERING, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s.:;,–—-]+$/u, '')
    .trim();
  const subject = mainPart(whole.replace(OF, (_, first: string) => first.toUpperCase()));
  const letters = subject.match(/\p{L}/gu)?.length ?? 0;
  const least = OF.test(whole) ? SHORT_MIN : leastLength(subject);
  if (subject.length < least || subject.length > HEADING_MAX || letters < subject.length / 2) return null;
  return subject;
}

/** «Prazos» and «Multas» are asked for as they are, other short words say too little. */
const leastLength = (subject: string): number =>
  PATTERNS.some(([beginning]) => beginning.test(fold(subject))) ? SHORT_MIN : HEADING_MIN;

/** «Provedores: como guardar uma chave» asks after the colon, «Porta em uso: o Prosa não inicia» before it. */
function mainPart(heading: string): string {
  const at = heading.indexOf(': ');
  if (at < 0) return heading;
  const [before, after] = [heading.slice(0, at), heading.slice(at + 2)];
  if (QUESTION_WORD.test(fold(after))) return after;
  return before.length >= HEADING_MIN ? before : heading;
}

/** The last heading of a path such as «Contas › Senha temporária». */
export const lastHeading = (section: string): string => section.split(' › ').at(-1) ?? '';

/** The words of a heading in capitals as a sentence writes them: «COMO ATENDER O CLIENTE», but «COMO TIRAR O CPF» keeps its acronym. */
export function withoutCapitals(subject: string, text: string): string {
  if (subject !== subject.toUpperCase()) return subject;
  const sentences = text.split('\n').filter((line) => line !== line.toUpperCase());
  const written = new Set(sentences.join(' ').match(/\p{Lu}{2,}/gu) ?? []);
  const words = subject
    .split(' ')
    .map((word) => (written.has(word) || isUnspeakable(word) ? word : word.toLowerCase()));
  return capitalised(words.join(' '));
}

/** Without vowels, as «CNPJ» and «CPF»: no word that could be read. */
const isUnspeakable = (word: string): boolean =>
  /^\p{Lu}{2,6}$/u.test(word) && !/[AEIOU]/.test(fold(word).toUpperCase());

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Lower case at the beginning, where the first word is no acronym and no name that goes on in capitals. */
const uncapitalised = (text: string): string =>
  /^(?:\p{Lu}\p{Ll}|[OA] )/u.test(text) && !NAME.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

/** «Cora Coralina» and «Rio de Janeiro» keep their capitals. */
const NAME = /^\p{Lu}\p{Ll}+(?: d[eao]s?)?(?: \p{Lu}\p{Ll}+)+$/u;

const QUESTION_WORD =
  /^(?:como|de onde|quando|quanto|quanta|quantos|quantas|quem|onde|qual|quais|por que|para que|o que)\b/;

type Pattern = [RegExp, (subject: string) => string];

const what =
  (start: string) =>
  (subject: string): string =>
    `${start} ${uncapitalised(subject)}?`;

/** The longest first; matched against the folded heading. */
const PATTERNS: Pattern[] = [
  [/^(?:definicao|conceito) d[eao]s? /, (subject) => `O que é ${restAfter(subject, 2)}?`],
  [/^(?:documentos|documentacao) (?:necessari|exigid|obrigatori)[oa]s?\b/, what('Quais são os')],
  [/^documentacao\b/, what('Qual é a')],
  [
    /^(?:endereco|local|horario|prazo|valor|preco|custo|objetivo|limite|calendario|telefone)\b/,
    what('Qual é o'),
  ],
  [/^(?:taxa|multa|finalidade|vigencia|validade|carga horaria|data|tabela|penalidade)\b/, what('Qual é a')],
  [
    /^(?:prazos|valores|precos|custos|documentos|requisitos|criterios|direitos|deveres|horarios|objetivos)\b/,
    what('Quais são os'),
  ],
  [
    /^(?:limites|tipos|passos|procedimentos|beneficios|canais|contatos|casos|perfis|papeis|formatos)\b/,
    what('Quais são os'),
  ],
  [
    /^(?:taxas|multas|regras|condicoes|etapas|obrigacoes|penalidades|vedacoes|excecoes|formas|sancoes)\b/,
    what('Quais são as'),
  ],
  [/^(?:calculo|funcionamento|processo|procedimento) d[eao]s?\b/, what('Como é o')],
  [/^(?:pedido|requerimento|cadastro|agendamento|cancelamento|envio) d[eao]s?\b/, what('Como se faz o')],
  [
    /^(?:solicitacao|inscricao|renovacao|instalacao|configuracao|prestacao|atualizacao) d[eao]s?\b/,
    what('Como se faz a'),
  ],
  [/^(?:primeiros passos)\b/, what('Quais são os')],
  [/^perguntas frequentes\b/, () => ''],
];

const restAfter = (subject: string, words: number): string => subject.split(' ').slice(words).join(' ');

/** Nouns and adjectives that end as infinitives do. */
const NO_VERB = new Set(
  'lugar mulher dever poder militar escolar familiar titular exemplar particular complementar preliminar regular similar auxiliar hospitalar disciplinar lazer prazer parecer servidor sabor qualquer calendar celular circular'.split(
    ' ',
  ),
);

const isInfinitive = (word: string): boolean =>
  /[aei]r$/.test(word) && word.length >= 5 && !NO_VERB.has(word);

/** Whether the question is made of the words of its heading, and not of a heading in a frame that fits everything. */
export const isNatural = (question: string): boolean => !question.startsWith(FRAME);

/** Parts that every document has: nobody asks for them. */
const NO_SUBJECT =
  /^(?:introducao|apresentacao|conclus(?:ao|oes)|sumario|indice|prefacio|anexos?|apendices?|glossario|referencias|bibliografia|assinaturas?|consideracoes|observacoes?|importante|atencao|passo a passo|(?:regulamento|normas|politica)$|disposicoes (?:gerais|finais|preliminares|transitorias|complementares))\b/;

const FRAME = 'O que preciso saber sobre ';
/** Longer ones are titles of documents, which nobody would put into a question. */
const FRAMED_WORDS_MAX = 5;

/** The question that asks for what stands under a heading of a document. Empty where there is none. */
export function questionOf(subject: string): string {
  if (subject.endsWith('?')) return capitalised(subject);
  const folded = fold(subject);
  if (QUESTION_WORD.test(folded)) return `${capitalised(subject)}?`;
  const pattern = PATTERNS.find(([beginning]) => beginning.test(folded));
  if (pattern) return pattern[1](subject);
  if (isInfinitive(folded.split(' ')[0] ?? '')) return `Como ${uncapitalised(subject)}?`;
  if (NO_SUBJECT.test(folded) || subject.split(' ').length > FRAMED_WORDS_MAX) return '';
  return `${FRAME}${uncapitalised(subject)}?`;
}
