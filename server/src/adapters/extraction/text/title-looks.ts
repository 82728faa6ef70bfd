/** Whether a line that nothing but its writer's habit marks may be the title of a section: what titles look like. */
const LETTERS_MAX = 100;
const WORDS_MAX = 14;

/** «CAPÍTULO II», «SEÇÃO ÚNICA»: a text with such parts has levels of its own. */
const LAW_PART =
  /^(?:LIVRO|T[ÍI]TULO|CAP[ÍI]TULO|SE[ÇC][ÃA]O|SUBSE[ÇC][ÃA]O)\s+(?:[IVXLCDM]+|\d+|[ÚU]NIC[AO])(?![\p{L}\d])/iu;
/** Heads of boxes, whose text stays with them, and what is written beside the places for a signature. */
const LABEL =
  /^(?:notas?|note|avisos?|aten[çc][ãa]o|importante|dicas?|exemplos?|obs|observa[çc](?:[ãa]o|[õo]es)|cuidado|warning|tip|fonte|ps|cc|anexos?|local e data|assinatura|testemunhas?|ciente|de acordo|data|nome|índice|indice)(?:\s+[\d.]+)?[:.!]?$/iu;
/** «Figura 2 – Mapa» is the caption of what stands beside it. */
const CAPTION =
  /^(?:figura|fig\.|tabela|quadro|gráfico|foto|imagem|exemplo|listagem|table|figure)\s+[\dA-Z]/iu;
/** How letters begin and end. */
const GREETING =
  /^(?:atenciosamente|att|cordialmente|respeitosamente|grat[oa]|obrigad[oa]|um abraço|abraços|saudações|com os melhores|sem mais|prezad[oa]s?|car[oa]s?|car[íi]ssim[oa]s?|ilm[oa]|exm[oa]|ol[áa]|oi|bom dia|boa tarde|boa noite|at[ée] breve|best regards|kind regards|regards|sincerely|dear|hi|hello)(?![\p{L}\d])/iu;
/** Addresses, telephones, registers of companies and persons, postal codes, days, amounts of money. */
const FACT =
  /@|https?:|www\.|\d{4,5}-\d{4}|\d{2}\.\d{3}\.\d{3}|\d{3}\.\d{3}\.\d{3}-\d|\d{5}-\d{3}|\d{1,2}\/\d{1,2}\/\d{2,4}|R\$|\b(?:cnpj|cpf|cep|crm|oab|tel(?:efone)?|fone|whatsapp|e-?mail)\b[\s.:]*(?:n[º°]\s*)?\d*/iu;
const STREET =
  /^(?:rua|r\.|av\.|avenida|travessa|alameda|praça|rodovia|estrada)\s.*(?:,\s*(?:n[º°.]?\s*)?\d|\s\d+\s*[-–])/iu;
/** «Brasília, 3 de maio de 2025». */
const PLACE_AND_DAY =
  /^(?:\p{L}[\p{L}\s./-]{2,40},\s*)?\d{1,2}º?\s+de\s+\p{L}+(?:\s+de\s+\d{4})?$|^\p{L}[\p{L}\s-]{2,40},\s*(?:de\s+)?\p{L}*\s*(?:de\s+)?\d{4}$/iu;
/** «Vigência: 12 meses» says what something is; «Anexo 2: Preços» is a title. */
const NAME_AND_VALUE =
  /^(?!(?:anexo|ap[êe]ndice|aula|exerc[íi]cio|semana|cap[íi]tulo|etapa|fase|li[çc][ãa]o|m[óo]dulo|parte|passo|se[çc][ãa]o|t[óo]pico|unidade|cl[áa]usula|\d))[^:?]{2,60}:\s+\S/iu;
const ITEM = /^(?:[-*+•▪◦·–—>●■→]|\(?[a-z][.)]\s)/;
/** A sentence ends inside, and the next one begins. */
const TWO_SENTENCES = /\p{Ll}{2}[.!?]\s+\p{Lu}/u;
/** Titles do not end with these: the line goes on. */
const GOES_ON =
  /(?:[,–—-]|\s(?:d[aeo]s?|e|ou|[aà]os?|às?|em|n[ao]s?|pel[ao]s?|para|por|com|sem|sobre|que|se|um|uma|o|os|as))$/iu;
const COLUMNS = /\t|\S\s{3,}\S|\|/;
const BLANKS_TO_FILL = /_{3,}|\.{4,}/;

/** A line between the parts of a text: dashes, or the place for a signature. */
export const isRule = (line: string): boolean => /^\s*([-=_~*#])\1{2,}\s*$/.test(line);

export const isLawPart = (line: string): boolean => LAW_PART.test(line);

export const isGreeting = (line: string): boolean => GREETING.test(line);

export const isInCapitals = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= 4 && /\p{L}{3}/u.test(text) && text === text.toUpperCase();
};

/** Whether a line may be a title by its words: short, of letters, not ended as a sentence, and not a line of a letter or an address. */
export function looksLikeTitle(line: string): boolean {
  const title = line.trim();
  if (title.length > LETTERS_MAX || title.split(/\s+/).length > WORDS_MAX) return false;
  if (!/\p{L}{3}/u.test(title) || !/^["“«¿(]?[\p{Lu}\p{N}]/u.test(title)) return false;
  if (/[.;:,!…]["”»)]?$/.test(title) || COLUMNS.test(title) || BLANKS_TO_FILL.test(title)) return false;
  const others = [LABEL, CAPTION, GREETING, FACT, STREET, PLACE_AND_DAY, NAME_AND_VALUE, ITEM, GOES_ON];
  return !TWO_SENTENCES.test(title) && !others.some((other) => other.test(title));
}

/** Words of a paragraph from which on it is one, whatever it ends with. */
const PROSE_WORDS = 14;
const SENTENCE_WORDS = 3;

/** Whether a text under a title reads as one: sentences, or a line that announces a list. */
export const readsAsText = (text: string): boolean => wordsIn(text) >= PROSE_WORDS || isSentence(text);

/** Below the title of a document stand its author, its publisher and its version, which are no sentences. */
export const isSentence = (text: string): boolean =>
  wordsIn(text) >= SENTENCE_WORDS && /[.!?:;]["”»)*_\s]*$/.test(text);

const wordsIn = (text: string): number => text.trim().split(/\s+/).length;
