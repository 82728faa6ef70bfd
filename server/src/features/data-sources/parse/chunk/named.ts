/** A word of the table: a value, a column or the rows, and which of them where it is more than one. */

import { isContentWord } from '../../../../language/stop-words.ts';
import { numberAt } from '../../../../language/values/numbers.ts';
import { REGIONS } from '../../../../language/values/states.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import { fold } from '../../../../language/words.ts';
import { isDailyNoun } from '../words/common-words.ts';
import { isFallingDue, sharesEvent } from '../words/events.ts';
import { KEYWORDS } from '../words/keywords.ts';
import { type Lexicon, phrasesAt } from '../words/lexicon.ts';
import { onlyOne } from '../words/only-one.ts';
import { hasSameRoot, sharesRoot } from '../words/roots.ts';
import type { TableColumn, ValuePhrase } from '../words/table-column.ts';
import { isFiniteVerb } from '../words/verbs.ts';
import { columnsMeant, isKeywordFirst } from './column-words.ts';
import { type Item, isCounted, isNameInside, type Text } from './items.ts';
import { isMeantAsValue } from './words-for-two.ts';

/** A noun or verb of the same root as one value: «faltas» of «Faltou», «cancelamentos» of «Cancelada». */
export function byRoot(text: Text, at: number): Item | null {
  const { forms, lexicon } = text;
  const form = forms[at] ?? '';
  if (
    form.length < ROOT_LETTERS ||
    KEYWORDS.has(form) ||
    !isContentWord(form) ||
    isNameInside(text, at) ||
    isRank(text, at) ||
    isDailyNoun(text.bases[at] ?? '') ||
    DOER.test(form) ||
    /^fic(?:a|am|ou|aram|ava|avam)$/.test(form)
  )
    return null;
  // «em que dia se abrem mais chamados»: the verb tells the day.
  if (lexicon.table.columns.some((column) => column.kind === 'date' && tellsDay(form, column))) return null;
  const found = lexicon.roots.filter(
    ({ word, phrase }) =>
      hasSameRoot(form, word) &&
      !(withoutEnding(form) !== withoutEnding(word) && isProperName(phrase, isFiniteVerb(form))),
  );
  const [first] = found;
  if (!first || found.some(({ phrase }) => phrase.column !== first.phrase.column)) return null;
  const values = [...new Set(found.flatMap(({ phrase }) => phrase.values))];
  const phrases = [{ ...first.phrase, values }];
  return { kind: 'value', phrases, columns: [], from: at, to: at + 1 };
}

/** «leiturista» is somebody, and no «Leitura estimada». */
const DOER = /(?:[^a]ista|[aei]dor|[aei]dora)(?:s|es)?$/;

/** «engenheiras civis» of the value «Engenheiro Civil» differs in gender and number alone. */
const withoutEnding = (word: string): string => word.replace(/(?:[ao]s?|es?)$/, '');

/** «marca» is no «Márcio Teles»; «correram» is no «Corrida da Primavera», nor «queimou» «Queima de pasto»: a verb tells an outcome. */
const isProperName = ({ values: [value = ''] }: ValuePhrase, isVerb: boolean): boolean =>
  /^\p{Lu}\S* \p{Lu}/u.test(value) ||
  (isVerb && /^\S+ \p{Ll}{2,3} \p{L}{4}|^\p{Lu}\S*(?: \p{Ll}{1,3})? \p{Lu}/u.test(value));

/** «vencem até dezembro»: a verb in the present tells the day, although «Vencida» is a value. */
const tellsDay = (form: string, column: TableColumn): boolean =>
  sharesRoot(form, column) || (isFallingDue(form) && sharesEvent(form, column));

/** Shorter words share their first letters by chance. */
const ROOT_LETTERS = 5;

export function named(text: Text, at: number): Item | null {
  const { bases, lexicon } = text;
  const phrases = phrasesAt(lexicon, bases, at).filter(
    ({ bases: own, column, strength, isAcronym }) =>
      own.length > 1 ||
      (isAcronym
        ? isWrittenAcronym(text, at)
        : !(strength === 'head' && isThing(text, at, column)) &&
          isMeantAsValue(text, at, column) &&
          !isNameOfOther(text, at, column) &&
          !(isRank(text, at) && strength !== 'whole')),
  );
  const word = text.words[at]?.text ?? '';
  // «a pé» is no «PE».
  const isAccented = word.length === 2 && /[^a-z]/i.test(word) && !/\d/.test(word);
  const isWritten =
    (!FUNCTION_CODE.test(text.forms[at] ?? '') && !isAccented) ||
    (/^\p{Lu}/u.test(word) && (at > 0 || word.length > 1));
  const columns = columnsMeant(text, at);
  const length = Math.max(0, ...phrases.map(({ bases: own }) => own.length));
  const longest = phrases.filter(({ bases: own }) => own.length === length && (isWritten || own.length > 1));
  const isFirm = longest.some(({ strength }) => strength === 'whole' || strength === 'short');
  if (
    lexicon.rows.has(bases[at] ?? '') &&
    !(columns.length > 0 && isToldApart(text, at)) &&
    (!isFirm || isOwnRows(text, at)) &&
    length < 2 &&
    !isColumnSooner(text, at, columns)
  )
    return { kind: 'rows', from: at, to: at + 1 };
  if (text.forms[at] === 'dinheiro' && /^(?:mais|menos|quanto)$/.test(text.forms[at - 1] ?? '')) return null;
  if (isOfColumnBefore(text, at, longest)) return null;
  const asked = longest.length > 0 ? columnAskedFor(text, at, columns) : null;
  if (asked) return { kind: 'column', columns: [asked], from: at, to: at + 1 };
  if (
    longest.length > 0 &&
    (isOnlyAbout(text, at, columns) || !isWeakerThanColumns(text, at, columns, longest))
  )
    return { kind: 'value', phrases: longest, columns, from: at, to: at + length };
  const outcome = isOnlyAbout(text, at, columns) ? byRoot(text, at) : null;
  if (outcome) return outcome;
  if (columns.length > 0 && isCountedNoun(text, at, columns)) return { kind: 'rows', from: at, to: at + 1 };
  if (columns.length > 0 && !isKeywordFirst(text, at))
    return { kind: 'column', columns, from: at, to: endOfCompound(text, at) };
  return null;
}

/** «Loja Sul» names a shop, and «sul» no region. */
const isNameOfOther = ({ bases, lexicon }: Text, at: number, column: string): boolean => {
  const before = lexicon.columns.get(bases[at - 1] ?? '');
  return Object.hasOwn(REGIONS, bases[at] ?? '') && before !== undefined && !before.has(column);
};

/** «ausências» of the column «justificativa da ausência», which only says something of them. */
const isOnlyAbout = ({ bases, lexicon }: Text, at: number, columns: string[]): boolean =>
  columns.length > 0 &&
  columns.every((name) =>
    lexicon.table.columns.some(
      ({ name: own, label, kind }) =>
        own === name &&
        (kind === 'text' || kind === 'category') &&
        /^(?:justificativa|motivo|causa|tipo|razao|observacao|descricao|detalhe|forma)(?: d[eoa]s?)? /.test(
          fold(label),
        ) &&
        lexicon.heads.get(name) !== bases[at],
    ),
  );

/** «são tubo», «itens de tubo»: a thing that is written small, and no «Tubos Piratininga» that delivers it. */
const isThing = ({ words, forms, lexicon }: Text, at: number, column: string): boolean =>
  /^\p{Ll}/u.test(words[at]?.text ?? '') &&
  /^(?:sao|de|eram|tipo)$/.test(forms[at - 1] ?? '') &&
  lexicon.table.main_column !== column &&
  lexicon.table.columns.some(
    ({ name, label }) =>
      name === column &&
      /^(?:fornecedor|empresa|fabricante|razao social|contratad[oa]|credor|prestador|loja)/.test(fold(label)),
  );

/** «no RH», «do rh». */
const isWrittenAcronym = ({ words, forms }: Text, at: number): boolean =>
  /^\p{Lu}+$/u.test(words[at]?.text ?? '') || /^(?:n[oa]|d[oa]|pel[oa]|em|de)$/.test(forms[at - 1] ?? '');

/** «os municípios atendidos»: a participle that agrees with the column before it, and that no value has, is none of «Encerrada». */
const isOfColumnBefore = ({ forms, bases, lexicon }: Text, at: number, phrases: ValuePhrase[]): boolean =>
  phrases.length > 0 &&
  phrases.every(({ strength }) => strength === 'synonym') &&
  /(?:[ai]d[oa]s|ntes)$/.test(forms[at] ?? '') &&
  at === forms.length - 1 &&
  /s$/.test(forms[at - 1] ?? '') &&
  lexicon.columns.has(bases[at - 1] ?? '') &&
  !lexicon.rows.has(bases[at - 1] ?? '') &&
  /^[oa]s$/.test(forms[at - 2] ?? '');

/** «veículos diferentes» are counted by a column, although the rows are called so too. */
const isToldApart = ({ forms }: Text, at: number): boolean =>
  [forms[at - 1], forms[at + 1]].some((form) => KEYWORDS.get(form ?? '') === 'distinct');

/** «se» is a code of a state only in capitals. */
const FUNCTION_CODE = /^(?:a|o|e|se|es|to|ma|pa|me|no|na|do|da|em|de|ao|as|os|um|ou)$/;

/** «quantos boletos» counts the rows of a table of them, although one way of paying is called so; «pagos com boleto» is that way. */
const isOwnRows = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  baseForm(lexicon.table.rows_word.one) === bases[at] &&
  forms[at] !== bases[at] &&
  !/^(?:com|em|no|na|nos|nas|via|por|pelo|pela)$/.test(forms[at - 1] ?? '');

/** «as 3 primeiras» counts, and names no «Primeira vez». */
const isRank = ({ words, forms }: Text, at: number): boolean =>
  /^(?:primeir|ultim)[oa]s$/.test(forms[at] ?? '') &&
  (numberAt(words, at - 1) !== null || /^[oa]s$/.test(forms[at - 1] ?? ''));

/** The column is meant although the rows are called so: «qual livro», «por exame». */
const isColumnSooner = (text: Text, at: number, columns: string[]): boolean => {
  const before = text.forms[at - 1] ?? '';
  return (
    isOwnColumn(columns, text.lexicon, at, text) ||
    (columns.length > 0 && /^(?:qual|quais)$/.test(before) && asksForOnes(text, at)) ||
    (/^(?:por|cada)$/.test(before) && columns.some((name) => isNameOf(text, at, name)))
  );
};

/** «qual agente», «por agente» of the column «nome do agente»: the column is asked for, although a value of another is called so. */
function columnAskedFor({ forms, bases, lexicon }: Text, at: number, columns: string[]): string | null {
  if (!/^(?:qual|quais|por|cada)$/.test(forms[at - 1] ?? '')) return null;
  const only = onlyOne(
    lexicon.table.columns,
    ({ name, label, kind }) =>
      columns.includes(name) &&
      (kind === 'category' || kind === 'text') &&
      new RegExp(`^(?:nome )?(?:d[eoa] )?${bases[at]}$`).test(baseForm(label)),
  );
  return only?.name ?? null;
}

/** A part or a synonym of values says less than the name of a column. */
const isWeakerThanColumns = (text: Text, at: number, columns: string[], phrases: ValuePhrase[]): boolean =>
  columns.length > 0 &&
  phrases.every(
    ({ strength, column, values }) =>
      strength === 'part' ||
      strength === 'synonym' ||
      (strength === 'head' &&
        (columns.includes(column) ||
          isAsked(text, at) ||
          columns.some((name) => text.lexicon.heads.get(name) === text.bases[at]) ||
          values.every((value) => isSentence(value)))),
  );

/** The first word of «cliente irritado, quer falar com gerente» names no such remark. */
const isSentence = (value: string): boolean => baseForm(value).split(' ').length >= SENTENCE_WORDS;
const SENTENCE_WORDS = 5;

/** «por exame» of a table of exams with the column «nome do exame». */
const isNameOf = ({ bases, lexicon }: Text, at: number, column: string): boolean =>
  lexicon.heads.get(column) === bases[at] &&
  lexicon.table.columns.some(
    ({ name, kind, values }) =>
      name === column && (kind === 'category' || (kind === 'text' && values.length > 0)),
  );

/**
 * «quantos imóveis» of a table with the column «uso do imóvel» counts rows: the columns only say something of what is
 * counted, and no column holds it.
 */
function isCountedNoun({ words, forms, bases, lexicon }: Text, at: number, columns: string[]): boolean {
  const isCounted =
    /^(?:quantos|quantas|qtos|qtas)$/.test(forms[at - 1] ?? '') ||
    // «os três imóveis mais caros»
    (/^[oa]s$/.test(forms[at - 2] ?? '') && numberAt(words, at - 1) !== null);
  const goesOn = columns.some((column) =>
    [1, 2].some((step) => lexicon.columns.get(bases[at + step] ?? '')?.has(column)),
  );
  const isQuality = columns.every((column) => {
    const kind = lexicon.table.columns.find(({ name }) => name === column)?.kind;
    const isOwnDay = column === lexicon.table.date_column;
    return isOwnDay || (lexicon.heads.get(column) !== bases[at] && kind === 'category');
  });
  const isNumberOfThem = columns.some((column) =>
    lexicon.table.columns.some(
      ({ name, kind, label }) => name === column && kind === 'number' && baseForm(label) === bases[at],
    ),
  );
  if (isNumberOfThem) return false;
  const isOwn = columns.some((column) =>
    lexicon.table.columns.some(
      ({ name, label }) =>
        name === column && contains(`${name.replaceAll('_', ' ')} ${label}`, bases[at] ?? ''),
    ),
  );
  return isCounted && isQuality && isOwn && !goesOn;
}

const contains = (text: string, base: string): boolean => baseForm(text).split(' ').includes(base);

/** «check-ins» is one word: what follows a hyphen belongs to the column. */
function endOfCompound({ words, lexicon }: Text, at: number): number {
  const next = words[at + 1];
  const isJoined = next?.before === '-' && !lexicon.columns.has(next.base) && !/\d/.test(next.form);
  return isJoined ? at + 2 : at + 1;
}

/** «doses» are the rows that a description calls so; «por dose» is the column of that name. */
const isRowsInPlural = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  forms[at] !== bases[at] && baseForm(lexicon.table.row_nouns?.[0] ?? '') === bases[at];

function isOwnColumn(columns: string[], lexicon: Lexicon, at: number, text: Text): boolean {
  const { bases, forms } = text;
  const isOwnCount = isCounted(lexicon, bases[at] ?? '') && forms[at] !== bases[at];
  if (isOwnCount) return true;
  if (isRowsInPlural(text, at)) return false;
  return (
    columns.some(
      (name) =>
        baseForm(name) === bases[at] ||
        lexicon.table.columns.some((one) => one.name === name && baseForm(one.label) === bases[at]),
    ) || isCounted(lexicon, bases[at] ?? '')
  );
}

/** «quantos animais», «qual agente»: what a column is named after, and not the first word of a longer value. */
const isAsked = ({ forms }: Text, at: number): boolean =>
  /^(?:quant[oa]s|qual|quais|que|cada|por)$/.test(forms[at - 1] ?? '');

/** «quais livros têm mais empréstimos» compares books; «quais livros falam de rios» asks for rows, where books are the rows. */
const asksForOnes = ({ forms, bases, lexicon }: Text, at: number): boolean =>
  !lexicon.rows.has(bases[at] ?? '') || forms.some((form) => COMPARES.test(form));

const COMPARES = /^(?:mais|menos|mai(?:or|ores)|men(?:or|ores)|melhor|melhores|pior|piores|top|cada|por)$/;
