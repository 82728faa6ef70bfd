/**
 * Some questions ask for something that has a form of its own: a price, a telephone number, a time of day. A text that
 * has the words of the question and nothing of that form answers another question. Other forms only tell which text
 * answers better: who asks where a file is kept may also get an answer without its path.
 */
import { stemOf, stemsOf } from '../../../language/stems.ts';
import { fold } from '../../../language/words.ts';
import { type AskedTerm, type Columns, shareNamed } from './asked-terms.ts';

/** Both are looked for in folded text, but for names; `of` is said in the same sentence, row or item as what is given, or above it. */
type Form = { asked: RegExp; unless?: RegExp; given: RegExp; isOfThing?: true; isName?: true };

const FEE = '(?:anuidade|diaria|ingresso|inscricao|licenca|matricula|mensalidade|multa|passagem|taxa|tarifa)';
const NUMBER =
  '(?:\\d|\\b(?:uma?|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|quinze|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|cento|duzentos|mil|meia?)\\b)';
const COUNTED =
  /\b(?:quant[oa]s|(?:numero|quantidade|quantitativo)(?: (?:maxim|minim)[oa])? de) (?!vez|dia|hora|mes|semana|minuto|segundo|ano|telefone|registro|processo|inscri|protocolo|serie)(\p{L}{4,})/u;
/** «Um» and «uma» are articles, too. */
const COUNT = new RegExp(NUMBER.replace('uma?|', ''));
const FREE =
  '\\b(?:gratis|gratuit\\w*|isent\\w*)\\b|\\bde graca\\b|\\bsem (?:custo|onus|cobranca)|\\bnao (?:ha|tem|se cobra|se paga|e cobrad[oa])\\b';
const MONEY = '(?:real|reais|centavos|dolar(?:es)?|euros?|salarios? minimos?)';
const TIME = '(?:segundos?|minutos?|horas?|dias?|semanas?|mes|meses|bimestres?|trimestres?|semestres?|anos?)';
const MONTH = '(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)';

const MOMENT = new RegExp(
  `\\d|\\b(?:${MONTH}|(?:segunda|terca|quarta|quinta|sexta)(?:-feira|s)?|sabados?|domingos?|antes|depois|apos|ate|durante|inicio|fim|final|termino|vencimento|sempre|imediat\\w+|diari\\w+|seman\\w+|mens\\w+|anual\\w*|bimestr\\w+|trimestr\\w+|semestr\\w+|assim que|logo que|quando|enquanto|hoje|amanha|dias?|mes|meses|anos?|datas?|prazo)\\b`,
);

/** «Quanto custa», «quanto uma empresa paga»: between the two stands who pays, which is asked about and no part of the form. */
const PRICE_ASKED =
  /(?<=\bquanto(?! tempo\b)(?: [^\s?!.;:]+){0,8} )(?:custa|custam|custou|custaria|cobra|cobram|cobrou|paga|pagam|pago|pagamos|pagaria|pagar)\b/;
/** The number of an article or a paragraph is none of what is asked for. */
const REFERENCE =
  /(?:\b(?:arts?\.?|artigos?|incisos?|alineas?|paragrafos?|anexos?|capitulos?)|§+) ?(?:\d+ ?[ºo°]?|[ivxlc]+\b)/g;

/** With one of these a question that begins with a noun asks whether something is so: «o telefone é obrigatório?» */
const STATES = '(?:e|sao|pode|podem|poderia|deve|devem|tem|ha|existe|foi|sera|vai|esta|estao)';
/** «Qual é o …», or only «o …» and the bare noun, as people type who leave the asking out. Followed by the noun. */
const BARE = `^(?![^?.!]*\\b${STATES}\\b)(?:d?[oa]s? )?`;
const NAMES = `(?:\\bqua(?:l|is) (?:e |era |foi |sao |sera |seria )?(?:[oa]s? )?|${BARE})`;

/** Prices are also given in the units of account of a municipality or of a product. */
const PRICE = new RegExp(
  `r\\$|us\\$|€|${NUMBER} (?:\\S+ )?${MONEY}\\b|\\b\\d+[.,]\\d{2}\\b(?![.,]\\d)|\\b(?:custo|preco|valor)[\\w ]*: ?\\d|\\b(?:custa|custam|custo|pag(?:a|am|ar)|cobra|cobram)\\b[^.;\\n]{0,30}?\\d|\\d ?%|\\bpor cento\\b|${NUMBER}\\s*(?:\\S+ )?(?:creditos|moedas|pontos|tokens|uf\\w*|urv\\w*|vr\\w*)\\b|${FREE}`,
);

const REQUIRED: Form[] = [
  {
    asked:
      /(?:^|[,.;:?!] ?|\b(?:de|por|pra|para|e) )quanto\b(?! (?:tempo|mais|menos|aos?|as? [^,?]*,|mede|medem|pesa|pesam|antes|possivel|(?:se )?(?:esta|sai|vale))\b)/,
    unless: PRICE_ASKED,
    isOfThing: true,
    given: new RegExp(`${NUMBER}|${FREE}|\\b(?:metade|dobro|triplo|nada|integral\\w*)\\b`),
  },
  {
    asked:
      /\b(?:qual|quais) (?:e |sao |era |foi )?(?:[oa]s? )?(?:\p{L}+ (?:d[aeo]s? )?)?(?:juros?|aliquotas?|taxas? de)\b/u,
    isOfThing: true,
    given: /\d|\bpor cento\b/,
  },
  {
    asked: /\bquantos? por cento\b|\b(?:qual|que) (?:e |era |foi )?(?:[oa] )?(?:percentual|porcentagem)\b/,
    isOfThing: true,
    given: /\d ?%|\bpor cento\b|\b(?:metade|terco|quarto|todos|nenhum\w*)\b/,
  },
  {
    asked: new RegExp(`${NAMES}(?:anuidade|mensalidade|remuneracao|salario|tarifa)\\b`),
    isOfThing: true,
    given: PRICE,
  },
  {
    asked: new RegExp(`\\b(?:ate|desde) quando\\b|\\bque d(?:ia|ata)\\b|${NAMES}d(?:ia|ata)s?\\b`),
    isOfThing: true,
    given: MOMENT,
  },
  {
    asked: new RegExp(
      `${PRICE_ASKED.source}|\\bquanto (?:se )?(?:esta|sai|vale)\\b|${NAMES}(?:custo|multa|precos?)\\b|\\bvalor d[aeo]s? ${FEE}s?\\b`,
    ),
    isOfThing: true,
    given: PRICE,
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
  {
    asked: /\bqual (?:e |seria )?(?:o )?(?:seu )?endereco\b/,
    given:
      /\b(?:rua|avenida|av\.|alameda|bairro|cep|estrada|largo|praca|quadra|rodovia|sala|travessa)\b|https?:|www\.|@|[a-z0-9]\/[a-z]/,
  },
  { asked: /\bquanto (?:mede|medem|pesa|pesam)\b/, given: new RegExp(NUMBER) },
  {
    asked: /\bprazo d[eao]s? (?:garantia|validade|carencia)\b/,
    given: new RegExp(`${NUMBER}|\\b(?:indeterminad|ilimitad|vitalici)\\w+`),
  },
  {
    asked: new RegExp(`${NAMES}prazo\\b`),
    given: new RegExp(
      `${NUMBER}[\\s\\S]{0,25}\\b${TIME}\\b|\\b\\d{1,2}(?:/|º? de )(?:\\d|${MONTH})|\\bate (?:o|a|\\d)|\\b(?:final|fim|inicio) d[aeo]\\b|\\b(?:imediat|indeterminad|diari|mensal|anual)\\w*`,
    ),
  },
  {
    asked: new RegExp(`\\b(?:quant[oa]s ${TIME}|quanto tempo)\\b`),
    // That is answered by «a cada três lavagens», too.
    unless: /\bde quanto em quanto\b/,
    given: new RegExp(`${NUMBER}[\\s\\S]{0,40}\\b${TIME}\\b|\\b${TIME}\\b[^\\n]{0,25}\\d`),
  },
  { asked: /\b(?:(?:em|de|n[oa]) que ano|qual (?:e |foi )?o ano)\b/, given: /\b(?:1[4-9]|20)\d\d\b/ },
];

/** «Quem é o pregoeiro?», not «quem é responsável por …?», which a role answers. */
const WHO: Form = {
  asked:
    /\bquem (?:e|sao|foi|foram|era|sera) (?:[oa]s? )?(?:atua(?:l|is) )?(?!responsave|encarregad)\p{L}{4,}/u,
  isOfThing: true,
  isName: true,
  // A capital within the sentence, or what somebody is said to be.
  given:
    /(?<=[\p{Ll}\p{N},;:–-] )\p{Lu}\p{Ll}+|\p{L}\s(?:é|são|foi|era|será)\s(?:[oa]s?|uma?|aquel\p{L}+|quem|tod[oa]s?|qualquer)\s/u,
};

const WHEN: Form = {
  asked: /(?:^|[,.;:?!] )(?:e )?quando\b/,
  // «Quando chove, quem abre o salão?»
  unless: /\b(?:quem|qua(?:l|is)|como|onde|o que|quant[oa]s?|poss[oa]|pode|devo|precis[oa])\b/,
  isOfThing: true,
  given: MOMENT,
};

/** «Qual o valor máximo por conjunto?», unless it is that of a setting, which may be a word. */
const VALUE: Form = {
  asked:
    /\bqual (?:e |era |foi |sera )?o valor (?:(?:maximo|minimo|total|estimado|medio) )?(?:d[aeo]s?|por)\b/,
  isOfThing: true,
  given: new RegExp(`${NUMBER}|${FREE}`),
};

/** A thing of the past has a date. */
const WAS: Form = {
  asked:
    /\bquando (?:e que )?(?:se )?(?:foi|foram|aconteceu|ocorreu|nasceu|morreu|comecou|surgiu|abriu|fundaram|criaram|inauguraram)\b/,
  isOfThing: true,
  given: new RegExp(`\\b(?:1[0-9]|20)\\d\\d\\b|\\d/\\d|\\b${MONTH}\\b|\\bseculo\\b`),
};

const PREFERRED: Form[] = [
  WHEN,
  {
    asked:
      /\b(?:onde (?:fica|ficam|esta|estao|acho|encontro)|em (?:que|qual)|qual (?:e |seria )?[oa]?) ?(?:[oa]s? )?(?:pasta|diretorio|caminho|arquivo|ficheiro)s?\b/,
    given: /(?:^|[\s"'“`(«])(?:~|[a-z]:)?[\\/][\w.-]+[\\/]|~\/|[\w-]+\/[\w-]+\//,
  },
  {
    asked: /\b(?:atalhos?|(?:combinacao de )?teclas?)\b/,
    given: /\b(?:alt|altgr|cmd|command|ctrl|enter|esc|shift|tab)\b|(?<![a-z])f(?:[1-9]|1[0-2])\b/,
  },
  {
    asked: /\b(?:qual|que) (?:e |seria )?(?:[oa] )?(?:comando|opcao|parametro)\b/,
    given: /(?:^|[\s"'“`(«,])--?[a-z]|[`\\]\w/,
  },
];

/**
 * How well a text answers, as far as its form tells: 0 where it does not, else the more the more of what is asked about
 * the sentence, item or row names that has the form. `above` is the headings and the document that it stands under.
 */
export type Grade = (text: string, above: string) => number;

export type FormAsked = {
  /** A text without it does not answer. */
  required: Grade | null;
  /** The same, however little of what is asked about the text names. */
  given: Grade | null;
  /** The same; of a question for nothing else that has a form, whether a text says who or when. */
  told: Grade | null;
  /** A text with it answers better. */
  preferred: Grade | null;
};

/** The terms of the question, and the names of columns in the passages. */
type Asking = { terms: readonly AskedTerm[]; columns: Columns };

/** Null where the question asks for no such form. */
export function formAsked(question: string, asking: Asking): FormAsked {
  const asked = fold(question).trim();
  const given = worst([...gradesOf(REQUIRED, asked, asking, 0), ...countOf(asked, asking, false)]);
  return {
    required: worst([...gradesOf(REQUIRED, asked, asking), ...countOf(asked, asking, true)]),
    given,
    told: given ?? worst(gradesOf([WHO, WHEN, WAS, VALUE], asked, asking, 0)),
    preferred: worst(gradesOf(PREFERRED, asked, asking)),
  };
}

/** Whether a folded text has the form that is asked for anywhere; null where none is. */
export function hasFormAsked(question: string): ((folded: string) => boolean) | null {
  const asked = fold(question).trim();
  const forms = REQUIRED.filter((form) => form.asked.test(asked) && !form.unless?.test(asked));
  return forms.length ? (text) => forms.every(({ given }) => given.test(text)) : null;
}

const worst = (grades: Grade[]): Grade | null =>
  grades.length ? (text, above) => Math.min(...grades.map((grade) => grade(text, above))) : null;

/** A piece that names less of what is asked about tells a price or a number of something else. */
const OF_THING = 0.36;
/** People who tell their story first type more words than a piece can name: the share that it needs falls with them. */
const USUAL_TERMS = 5;
/** The grade of a text that has the form and names nothing of what is asked about. */
const OF_SOMETHING = 0.01;

function gradesOf(
  forms: Form[],
  asked: string,
  { terms, columns }: Asking,
  floor: number = OF_THING,
): Grade[] {
  return forms
    .filter((form) => form.asked.test(asked) && !form.unless?.test(asked))
    .map(({ asked: pattern, given, isOfThing, isName }) => {
      const own = new Set(stemsOf(pattern.exec(asked)?.[0] ?? ''));
      const things = terms.filter(({ term }) => !own.has(term));
      return (text, above) => {
        const pieces = piecesOf(text).filter((piece) =>
          given.test(isName ? piece : fold(piece).replace(REFERENCE, '')),
        );
        const share = Math.max(
          0,
          ...pieces.map((piece) => shareNamed(piece, above, { terms: things, columns })),
        );
        if (!isOfThing)
          return given.test(fold(text))
            ? Math.max(OF_SOMETHING, shareNamed(text, above, { terms: things, columns }))
            : 0;
        if (!things.length) return pieces.length ? 1 : 0;
        return share >= floor * Math.min(1, USUAL_TERMS / things.length) ? share : 0;
      };
    });
}

/** «Quantas lojas há?»: a number stands in one sentence with what is counted, which a row of a table need not name. */
function countOf(asked: string, asking: Asking, isNamed: boolean): Grade[] {
  const noun = COUNTED.exec(asked)?.[1];
  const counted = asking.terms.find(({ term }) => noun !== undefined && term === stemOf(noun));
  if (!counted) return [];
  const names = (text: string) => !isNamed || stemsOf(text).some((stem) => counted.stems.has(stem));
  return [
    (text, above) =>
      Math.max(
        0,
        ...piecesOf(text)
          .filter((piece) => COUNT.test(withoutMeasures(piece)) && (names(piece) || names(above)))
          .map((piece) => Math.max(OF_SOMETHING, shareNamed(piece, above, asking))),
      ),
  ];
}

/** «48 horas», «R$ 12,00», «5 %», «art. 8º»: these numbers count nothing else. */
const MEASURED = new RegExp(
  `r\\$ ?[\\d.,]+|${NUMBER}(?:[\\d.,]*)(?: ?\\([^)]{1,40}\\))? ?(?:(?:${TIME}|${MONEY}|h|hs|min|por cento)\\b|%)|\\b\\d{1,2}(?:º? de ${MONTH}|/\\d{1,2}\\b|h\\d*)`,
  'g',
);

const withoutMeasures = (piece: string): string => fold(piece).replace(REFERENCE, '').replace(MEASURED, '');

const SENTENCE = /(?<=[.!?]["'”’»)\]]?)\s+(?=["'“‘«([]?\p{Lu})/u;
/** «- Item: 6; Preço unit. (R$): 2.465,00» is one, whatever is shortened in it. */
const ROW = /^[-*•] [^:;]{1,80}: [^;]*; [^:;]{1,80}: /;

/** Sentences, items, and rows of tables with the names of their columns. */
function piecesOf(text: string): string[] {
  const pieces = text.split('\n').flatMap((line) => (ROW.test(line) ? [line] : line.split(SENTENCE)));
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
