/**
 * Some questions ask for something that has a form of its own: a price, a telephone number, a time of day. A text that
 * has the words of the question and nothing of that form answers another question. Other forms only tell which text
 * answers better: who asks where a file is kept may also get an answer without its path.
 */
import { stemOf, stemsOf } from '../../../language/stems.ts';
import { fold } from '../../../language/words.ts';
import type { AskedTerm } from './scores.ts';

/** Both are looked for in folded text; `of` is said in the same sentence, row or item as what is given, or above it. */
type Form = { asked: RegExp; given: RegExp; isOfThing?: true };

const FEE = '(?:anuidade|diaria|ingresso|inscricao|licenca|matricula|mensalidade|multa|passagem|taxa|tarifa)';
const NUMBER =
  '(?:\\d|\\b(?:uma?|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|quinze|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|cento|duzentos|mil|meia?)\\b)';
const COUNTED = /\bquant[oa]s (?!vez|dia|hora|mes|semana|minuto|segundo|ano)(\p{L}{4,})/u;
/** «Um» and «uma» are articles, too. */
const COUNT = new RegExp(NUMBER.replace('uma?|', ''));
const FREE = '\\b(?:gratis|gratuit\\w*|isent\\w*)\\b|\\bde graca\\b|\\bsem (?:custo|onus|cobranca)';
const MONEY = '(?:real|reais|centavos|dolar(?:es)?|euros?|salarios? minimos?)';
const TIME = '(?:segundos?|minutos?|horas?|dias?|semanas?|mes|meses|bimestres?|trimestres?|semestres?|anos?)';
const MONTH = '(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)';

const REQUIRED: Form[] = [
  {
    asked: new RegExp(
      `\\bquanto (?:se )?(?:custa|custam|custou|cobra|cobram|esta|paga|pago|sai|vale)\\b|^preco\\b|\\bqual (?:e |era |foi )?(?:[oa] )?(?:custo|multa|preco)\\b|\\bquais (?:sao )?os precos\\b|\\bvalor d[aeo]s? ${FEE}s?\\b`,
    ),
    isOfThing: true,
    // Prices are also given in the units of account of a municipality or of a product.
    given: new RegExp(
      `r\\$|us\\$|€|${NUMBER} (?:\\S+ )?${MONEY}\\b|\\b\\d+[.,]\\d{2}\\b(?![.,]\\d)|\\b(?:custo|preco|valor)[\\w ]*: ?\\d|\\d ?%|\\bpor cento\\b|${NUMBER}\\s*(?:\\S+ )?(?:creditos|moedas|pontos|tokens|uf\\w*|urv\\w*|vr\\w*)\\b|${FREE}`,
    ),
  },
  {
    asked:
      /^(?:me (?:da|de|diga|diz|passa|passe) |qual |quais |sabe |preciso do )(?:\S+ ){0,3}(?:ramal|telefones?|whatsapp) (?:de|d[ao]s?|para|pra|n[ao]s?)\b|^telefone\b/,
    isOfThing: true,
    given:
      /\b\d{4,5}[-. ]?\d{4}\b|\(\d{2,3}\)\s?\d|\b0[389]00\b|\+\d{2}\b|\bramal \d|\b(?:disque|ligue|numero|telefone:?) \d{3}\b/,
  },
  {
    asked:
      /\bque horas\b|\bhorarios? d[eao]s? (?:abertura|atendimento|expediente|fechamento|funcionamento)\b/,
    given:
      /\d\s*(?:h|hs|hrs|horas)\b|\d{1,2}[h:]\d{2}|\b\w+ horas\b|\bmei[ao][ -](?:dia|noite)\b|\bdia todo\b/,
  },
  { asked: /\bquanto (?:mede|medem|pesa|pesam)\b/, given: new RegExp(NUMBER) },
  {
    asked: /\bprazo d[eao]s? (?:garantia|validade|carencia)\b/,
    given: new RegExp(`${NUMBER}|\\b(?:indeterminad|ilimitad|vitalici)\\w+`),
  },
  {
    asked: /\bqual (?:e |era |foi |sera )?o prazo\b/,
    given: new RegExp(
      `${NUMBER}[\\s\\S]{0,25}\\b${TIME}\\b|\\b\\d{1,2}(?:/|º? de )(?:\\d|${MONTH})|\\bate (?:o|a|\\d)|\\b(?:final|fim|inicio) d[aeo]\\b|\\b(?:imediat|indeterminad|diari|mensal|anual)\\w*`,
    ),
  },
  {
    asked: new RegExp(`\\bquant[oa]s ${TIME}\\b`),
    given: new RegExp(`${NUMBER}[\\s\\S]{0,40}\\b${TIME}\\b|\\b${TIME}\\b[^\\n]{0,25}\\d`),
  },
  { asked: /\b(?:em|de|qual o|qual foi o) (?:que )?ano\b/, given: /\b(?:1[4-9]|20)\d\d\b/ },
];

const PREFERRED: Form[] = [
  {
    asked:
      /\b(?:onde (?:fica|ficam|esta|estao|acho|encontro)|em (?:que|qual)|qual (?:e |seria )?[oa]?) ?(?:[oa]s? )?(?:pasta|diretorio|caminho|arquivo|ficheiro)s?\b/,
    given: /(?:^|[\s"'“`(«])(?:~|[a-z]:)?[\\/][\w.-]+[\\/]|~\/|[\w-]+\/[\w-]+\//,
  },
];

/** Whether a text answers, as far as its form tells; `above` is the headings and the document that it stands under. */
type Given = (text: string, above: string) => boolean;

type FormAsked = {
  /** A text without it does not answer. */
  required: Given | null;
  /** A text with it answers better. */
  preferred: Given | null;
};

/** Null where the question asks for no such form; `terms` are those that the passages have. */
export function formAsked(question: string, terms: readonly AskedTerm[]): FormAsked {
  const asked = fold(question).trim();
  const required = [allOf(REQUIRED, asked, terms), countOf(asked, terms)].filter((given) => given !== null);
  return {
    required: required.length ? (text, above) => required.every((given) => given(text, above)) : null,
    preferred: allOf(PREFERRED, asked, terms),
  };
}

function allOf(forms: Form[], asked: string, terms: readonly AskedTerm[]): Given | null {
  const wanted = forms.filter((form) => form.asked.test(asked));
  if (!wanted.length) return null;
  return (text, above) =>
    wanted.every((form) =>
      form.isOfThing ? isGivenOf(form, { text, above, asked, terms }) : form.given.test(fold(text)),
    );
}

/** «Quantas lojas há?»: a number stands in one sentence with what is counted. */
function countOf(asked: string, terms: readonly AskedTerm[]): Given | null {
  const noun = COUNTED.exec(asked)?.[1];
  const counted = terms.find(({ term }) => noun !== undefined && term === stemOf(noun));
  if (!counted) return null;
  const names = (text: string) => stemsOf(text).some((stem) => counted.stems.has(stem));
  return (text, above) =>
    piecesOf(text).some((piece) => COUNT.test(fold(piece)) && (names(piece) || names(above)));
}

type Place = { text: string; above: string; asked: string; terms: readonly AskedTerm[] };

/** A price or a number of something else answers nothing: it stands in one sentence with a word of the thing. */
function isGivenOf(form: Form, { text, above, asked, terms }: Place): boolean {
  const form_stems = new Set(stemsOf(form.asked.exec(asked)?.[0] ?? ''));
  const things = terms.filter(({ term }) => !form_stems.has(term));
  const names = (piece: string): boolean => {
    const said = stemsOf(piece);
    const named = things.filter(({ stems }) => said.some((stem) => stems.has(stem)));
    return named.length === things.length || named.length > 1 || named.some(({ isTelling }) => isTelling);
  };
  const isUnder = names(above);
  return piecesOf(text).some((piece) => form.given.test(fold(piece)) && (isUnder || names(piece)));
}

const PIECE = /\n|(?<=[.!?]["'”’»)\]]?)\s+(?=["'“‘«([]?\p{Lu})/u;

/** Sentences, items, and rows of tables with the names of their columns. */
function piecesOf(text: string): string[] {
  const pieces = text.split(PIECE);
  const head = pieces.find((piece) => piece.trimStart().startsWith('|')) ?? '';
  return pieces.map((piece) => (head && piece.trimStart().startsWith('|') ? `${head} ${piece}` : piece));
}

const MANY =
  /\b(?:quais|como|passos?|etapas?|procedimentos?|tudo|tod[oa]s|lista|liste|que (?:documentos|elementos|etapas|formatos|itens|opcoes|passos|regras|requisitos|tipos))\b/;

/** A single word, as a person types it who wants to know all that is said about it. */
const BARE_WORD = /^(?:(?:e|sobre|[ao]s?) )*[\p{L}\p{N}-]+[^\p{L}\p{N}]*$/u;

/** Whether several items of a list may answer together, as of steps or of documents to bring. */
export function asksForMany(question: string): boolean {
  const asked = fold(question).trim();
  return MANY.test(asked) || BARE_WORD.test(asked);
}
