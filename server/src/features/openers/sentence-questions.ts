/** Questions made of the sentences of a text: «O prazo para recurso é de dez dias» asks «Qual é o prazo para recurso?». */

/** «Art. 5º», «§ 2º», «3.1», «IV –», «a)» at the beginning of a rule. */
const NUMBERING =
  /^(?:(?:Art(?:igo|\.)|§)\s*\d+[ºª°.]?|Parágrafo único|Cláusula \p{L}+|\d+(?:\.\d+)*[.)]?|[IVXLC]+(?=\s*[-–—.)])|[a-z](?=\)))\s*[-–—.:)]*\s*(?=\p{Lu})/u;

/** No sentence ends behind «art.» or «nº 3.». */
const SENTENCE =
  /(?<=[.;!?])(?<!(?:^|[^\p{L}])(?:[Aa]rts?|[Ii]nc|[Pp]ágs?|[Ff]ls?|n|Sra?|Dra?|Av)\.)\s+(?=\p{Lu}|\d|[a-z]\))|\n+/u;
const SUBJECT_MAX = 70;

/** The noun that a sentence is about, with its article, and what belongs to it: «O prazo para recurso», «A biblioteca». */
const SUBJECT = `(?<subject>(?:[OA]s?|Cada|Todo|Toda) \\p{L}[^,;:.()]{2,${SUBJECT_MAX}}?)`;
const SUBJECT_OR_NOUN = `(?<subject>\\p{Lu}\\p{Ll}*[^,;:.()]{2,${SUBJECT_MAX}}?)`;
const PARTICIPLE = '\\p{L}+(?:ad|id|eit)[oa]s?(?!\\p{L})|entregues?(?!\\p{L})|pag[oa]s?(?!\\p{L})';
const MEASURED =
  '(?:prazo|horário|valor|preço|custo|limite|capital|período|intervalo|endereço|telefone|quórum|taxa|multa|tarifa|mensalidade|anuidade|jornada|validade|vigência|duração|capacidade|carga horária|idade mínima|velocidade máxima|entrada)';

type Found = Record<string, string>;
type Pattern = [RegExp, (found: Found) => string];

const pattern = (source: string): RegExp => new RegExp(source, 'u');

/** The first that fits decides. */
const PATTERNS: Pattern[] = [
  [
    pattern(`^Se (?<what>\\p{Ll}[^,;:.()]{6,${SUBJECT_MAX}}),`),
    ({ what = '' }) => `O que acontece se ${what}?`,
  ],
  [
    pattern(`^(?<case>Em caso de|No caso de) (?<what>[^,;:.()]{3,${SUBJECT_MAX}}),`),
    ({ what = '' }) => `O que fazer em caso de ${what}?`,
  ],
  [
    pattern(
      `^Quem (?<what>\\p{L}[^,;:.()]{4,${SUBJECT_MAX}}?),? (?:paga|perde|perderá|responde|fica|recebe|será|terá|volta)(?!\\p{L})`,
    ),
    ({ what = '' }) => `O que acontece com quem ${what}?`,
  ],
  [
    pattern(
      `^(?:É|São|Fica|Ficam|Não é|Não são) (?:expressamente |terminantemente )?(?:proibid|vedad|permitid)[oa]s? (?<what>\\p{L}[^,;:.()]{5,${SUBJECT_MAX}})`,
    ),
    ({ what = '' }) => `${allowed(what)} ${what}?`,
  ],
  [
    pattern(
      `^(?<subject>(?<article>[OA]) ${MEASURED}\\b[^,;:.()]{0,${SUBJECT_MAX}}?) (?:é|será|fica|passa a ser)(?!\\p{L})`,
    ),
    ({ subject = '' }) => `Qual é ${uncapitalised(subject)}?`,
  ],
  [
    pattern(`^${SUBJECT} (?<verb>custam?|pagam?) (?:[^.;]{0,30} )?R\\$`),
    ({ subject = '', verb = '' }) => `Quanto ${verb} ${uncapitalised(subject)}?`,
  ],
  [
    pattern(
      `^(?<article>[OA]s?) (?<noun>\\p{L}[^,;:.()]{2,40}?) (?:abre|abrem|funciona|funcionam|atende|atendem)\\b[^.;]*\\d\\s?h`,
    ),
    ({ article = '', noun = '' }) => `Qual é o horário d${article.toLowerCase()} ${noun}?`,
  ],
  [
    pattern(`^${SUBJECT} (?<verb>vale|valem) (?:por )?\\p{L}`),
    ({ subject = '', verb = '' }) => `Por quanto tempo ${uncapitalised(subject)} ${verb}?`,
  ],
  [
    pattern(
      `^${SUBJECT_OR_NOUN} (?<verb>deve|devem|pode|podem|precisa|precisam) ser (?<done>${PARTICIPLE}) (?:em até|até|no prazo de|dentro de|com)(?!\\p{L})[^.;]*\\b(?:hora|dia|semana|mês|meses|ano)`,
    ),
    ({ subject = '', verb = '', done = '' }) => `Em que prazo ${uncapitalised(subject)} ${verb} ser ${done}?`,
  ],
  [
    pattern(`^${SUBJECT} (?<verb>deve|devem|pode|podem|precisa|precisam) ser (?<done>${PARTICIPLE})`),
    ({ subject = '', verb = '', done = '' }) => `Como ${uncapitalised(subject)} ${verb} ser ${done}?`,
  ],
];

/** «É permitido fumar», «É permitida a entrada», «São permitidos os animais». */
function allowed(what: string): string {
  const article = /^(?:uma?|[oa]s?)(?= )/.exec(what)?.[0] ?? '';
  const ending = `${/a/.test(article) ? 'a' : 'o'}${article.endsWith('s') ? 's' : ''}`;
  return `${article.endsWith('s') ? 'São' : 'É'} permitid${ending}`;
}

const uncapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** In the order of the text, each once. */
export function sentenceQuestions(text: string): string[] {
  const questions = text
    .split(SENTENCE)
    .map((sentence) => sentence.trim().replace(NUMBERING, ''))
    .flatMap((sentence) => questionOf(sentence) ?? []);
  return [...new Set(questions)];
}

function questionOf(sentence: string): string | null {
  for (const [form, question] of PATTERNS) {
    const found = form.exec(sentence);
    if (found) return question(found.groups ?? {}).replace(/\s+/g, ' ');
  }
  return null;
}
