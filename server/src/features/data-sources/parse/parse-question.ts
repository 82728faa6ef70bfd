/**
 * Reads a question to a table by rules: the plan, what the table does not have, and what cannot be done. The steps:
 *
 * 1. `chunk` cuts the question into items: numbers, periods, values, columns, the rows, keywords and plain words.
 * 2. Courtesies and requests that no table answers are answered or refused at once (`small-talk.ts`, `requests.ts`).
 * 3. Words for what two columns give together become items of one column (`bounds`, `numbers/days`).
 * 4. Rules take items and add to the plan: conditions (`number-conditions.ts`, `numbers`, `conditions`), groups and orders
 *    (`groups`), figures (`measures`). A rule takes only what none before it has taken; `roles.ts` lists the rules.
 * 5. A question that leans on the answer before edits its plan (`follow-ups`).
 * 6. Words that are left join what others name (`links.ts`), or are looked for in texts (`leftover.ts`).
 * 7. The plan is completed and the columns are chosen that are shown (`plan`).
 * 8. `guard` refuses the answer where a word has no part in the plan, or a part of the plan no word.
 *
 * `words` knows the words of one table (`lexicon.ts`) and those of any question.
 */
import type { Plan } from '#contract/table-plan.ts';
import { WORDS_MAX } from '../../../language/question-words.ts';
import type { Day } from '../../../language/values/calendar.ts';
import { singular } from '../../../language/word-forms.ts';
import { wordsOf } from '../../../language/words.ts';
import { nameChange } from './bounds/difference-of-periods.ts';
import { nameDifference } from './bounds/difference-of-two.ts';
import { nameDurations } from './bounds/durations.ts';
import { nameMeterReadings } from './bounds/meter-readings.ts';
import { nameComparedColumns } from './bounds/two-columns.ts';
import { nameTwoPeriods } from './bounds/two-periods.ts';
import { chunk } from './chunk/chunk.ts';
import type { Item } from './chunk/items.ts';
import { joinAddedValues } from './conditions/added-values.ts';
import { readCorrections } from './conditions/corrections.ts';
import { readPeriodConditions } from './conditions/days/periods.ts';
import { readTimesOfDay } from './conditions/days/times-of-day.ts';
import { readWeekdays } from './conditions/days/weekdays.ts';
import { readYears } from './conditions/days/year-columns.ts';
import { readEventStates, readLate } from './conditions/event-states.ts';
import { readMentions, textColumns } from './conditions/mentions.ts';
import { readOverdue } from './conditions/overdue.ts';
import { readValueConditions } from './conditions/value-conditions.ts';
import { askedOfRowBefore } from './follow-ups/asked-of-row.ts';
import { askedOfTopBefore } from './follow-ups/asked-of-top.ts';
import { editCommand } from './follow-ups/edit-commands.ts';
import { hasSameShape, isElliptical } from './follow-ups/elliptical.ts';
import { takesOut } from './follow-ups/follow-up-edits.ts';
import { followUpOf, leansOnNothing, nameFromBefore } from './follow-ups/leaning.ts';
import { mergeFollowUp, replaceTexts, takePlan } from './follow-ups/merge.ts';
import { refuseUnreplaced } from './follow-ups/restated.ts';
import { inTurnsOfEdits } from './follow-ups/turns-of-edits.ts';
import { readGroups } from './groups/group-phrases.ts';
import { namePutInOrder } from './groups/put-in-order.ts';
import { readTops } from './groups/tops.ts';
import { refuseUnaccounted } from './guard/account.ts';
import { readLeftovers } from './leftover.ts';
import { nameVerbsOfUs } from './links.ts';
import { nameMeasureNouns } from './measures/measure-nouns.ts';
import { readMeasures } from './measures/read-measures.ts';
import { settleShare, settleSharedBefore } from './measures/shares.ts';
import { readBareColumns, readFurtherFigures } from './measures/sums.ts';
import { nameAmounts } from './measures/verbs-of-amounts.ts';
import { readNumberConditions } from './number-conditions.ts';
import { nameDaysBetween } from './numbers/days/days-between.ts';
import { settleAmount } from './plan/amount-asked.ts';
import { readChoice } from './plan/choices.ts';
import { groupBothSides, readComparison } from './plan/comparisons.ts';
import { finish } from './plan/finish-plan.ts';
import { settleWho } from './plan/one-row.ts';
import {
  refuseEitherText,
  refuseMissingGroups,
  refuseSeveralQuestions,
  refuseUnchanged,
  refuseUnknownSubject,
} from './plan/refusals.ts';
import { readShown } from './plan/shown-columns.ts';
import { settleSingleRow } from './plan/single-row.ts';
import { beginReading, consume, formOf, isKeyword, type Reading, textOf } from './reading.ts';
import { refusalOf } from './requests.ts';
import { isSmallTalk } from './small-talk.ts';
import { type Lexicon, monthsIn } from './words/lexicon.ts';

export type ParsedQuestion = {
  plan: Plan;
  /** Words that no rule took: a text filter if the main column has them, else unknown names. */
  texts: string[];
  /** Where they are looked for, the first first; empty for the main column alone. */
  text_columns: string[];
  /** One of them is enough. */
  is_either_text: boolean;
  /** The same and other names of rows, to rank rows by. */
  search: string;
  refusals: string[];
  /** Those of them that hold however else a model reads the question. */
  impossible: string[];
  remarks: string[];
  isCourtesy: boolean;
  isFollowUp: boolean;
  /** It names rows, columns or values of the table, or says how to list, count or compare them. */
  namesTable: boolean;
  /** The rules that took words, with the words. */
  rules: { rule: string; text: string }[];
};

/** A condition beyond the words that are read would be lost. */
const TOO_LONG =
  'Não consigo ler uma pergunta tão longa: diga em uma ou duas frases o que quer saber da tabela.';

type AskedAfter = {
  today: Day;
  /** The plan of the last answer of this table; null where there is none. */
  before: Plan | null;
  /** Another question stands between that answer and this one, and had no answer of a table. */
  isBeforeUnanswered?: boolean;
};

/** An edit of an older answer would be taken for one of the question before. */
const LEANS_ON_NOTHING = 'Não sei a que resposta anterior isto se refere: faça a pergunta inteira.';

export function parseQuestion(said: string, lexicon: Lexicon, asked: AskedAfter): ParsedQuestion {
  const question = inTurnsOfEdits(said, lexicon, asked.before);
  const parsed = parseOnce(question, lexicon, asked);
  const isSaid = lexicon.months !== null && new RegExp(`\\b${lexicon.months} meses\\b`, 'i').test(question);
  if (!isSaid || usesMonths(parsed.plan, lexicon)) return parsed;
  // «comprados nos últimos 12 meses» speaks of a day, and not of the «faturamento 12 meses».
  return parseOnce(question, { ...lexicon, months: null }, asked);
}

const usesMonths = ({ measures, filters, order, show = [] }: Plan, { table, months }: Lexicon): boolean => {
  const asked = [...[...measures, ...filters, ...order].map(({ column }) => column), ...show];
  return table.columns.some(({ name, label }) => asked.includes(name) && monthsIn(label) === months);
};

function parseOnce(question: string, lexicon: Lexicon, asked: AskedAfter): ParsedQuestion {
  const { today, before, isBeforeUnanswered = false } = asked;
  const reading = beginReading(question, chunk(question, lexicon, today), lexicon, today);
  const command =
    before && !isBeforeUnanswered
      ? (askedOfRowBefore(reading, before) ??
        askedOfTopBefore(reading, before) ??
        editCommand(reading, before))
      : null;
  const atOnce = command ? null : readAtOnce(reading, { before, isBeforeUnanswered });
  if (atOnce) return atOnce;
  consume(reading, 'edit of the answer before', ...(command?.items ?? []));
  const leaning = leaningOf(reading, before, command !== null);
  const parsedHere = readAll(reading, {
    before,
    plan: command?.plan ?? null,
    isFollowUp: leaning !== 'none',
    isRestated: command?.isRestated === true,
    isOfRow: command?.isOfRow === true,
  });
  return leaning === 'likely'
    ? withWholeTable(parsedHere, parseQuestion(question, lexicon, { today, before: null }))
    : parsedHere;
}

/** Whether a question is about the answer before: because its words say so, or most likely because it names no rows of its own. */
function leaningOf(reading: Reading, before: Plan | null, isCommand: boolean): 'certain' | 'likely' | 'none' {
  if (before === null) return 'none';
  if (isCommand || leansOn(reading, before)) return 'certain';
  return isElliptical(reading) ? 'likely' : 'none';
}

/** A question of its own with all that its rules have read, so that its plan can be compared with its words. */
export function readWhole(question: string, lexicon: Lexicon, today: Day): Reading {
  const reading = beginReading(question, chunk(question, lexicon, today), lexicon, today);
  if (!readAtOnce(reading, { before: null, isBeforeUnanswered: false }))
    readAll(reading, { before: null, plan: null, isFollowUp: false, isRestated: false, isOfRow: false });
  return reading;
}

/** Names the reading that leans on no answer before. */
export const WHOLE_TABLE = 'em toda a tabela';

/** The same question asked of the whole table is the other reading of one that only seems to lean on the answer before. */
function withWholeTable(leaning: ParsedQuestion, whole: ParsedQuestion): ParsedQuestion {
  const isOffered =
    whole.refusals.length === 0 && whole.texts.length === 0 && hasSameShape(leaning.plan, whole.plan);
  const { filters, measures } = whole.plan;
  const other = { text: WHOLE_TABLE, filters, ...(whole.plan.rows ? {} : { measures }) };
  return isOffered
    ? { ...leaning, plan: { ...leaning.plan, alternatives: [...leaning.plan.alternatives, other] } }
    : leaning;
}

/** `plan`: the answer before as an edit has left it; null where the question is no such edit. */
type Asked = {
  before: Plan | null;
  plan: Plan | null;
  isFollowUp: boolean;
  isRestated: boolean;
  /** The plan is that of the one row which the answer before was about, and of what is asked of it. */
  isOfRow: boolean;
};

/** All rules in their order: each finds in the plan what those before it have read. */
function readAll(reading: Reading, { before, plan, isFollowUp, isRestated, isOfRow }: Asked): ParsedQuestion {
  reading.isFollowUp = isFollowUp;
  reading.before = plan ?? (isFollowUp ? before : null);
  readCorrections(reading);
  readMentions(reading);
  if (reading.before) nameFromBefore(reading, reading.before);
  if (before === null && leansOnNothing(reading)) reading.refusals.push(LEANS_ON_NOTHING);
  readTimesOfDay(reading);
  readNumberConditions(reading);
  readOverdue(reading);
  readLate(reading);
  readPeriodConditions(reading);
  readYears(reading);
  readWeekdays(reading);
  readEventStates(reading);
  readGroups(reading);
  readMeasures(reading);
  readTops(reading);
  readBareColumns(reading);
  readFurtherFigures(reading);
  settleWho(reading);
  readValueConditions(reading);
  settleShare(reading);
  readComparison(reading);
  groupBothSides(reading);
  refuseSeveralQuestions(reading);
  readChoice(reading);
  if (isOfRow && plan) takePlan(reading, plan);
  else if (reading.before) mergeFollowUp(reading, reading.before);
  settleSharedBefore(reading);
  settleAmount(reading);
  readLeftovers(reading);
  if (before && isRestated) refuseUnreplaced(reading, before);
  if (reading.before) replaceTexts(reading, reading.before);
  refuseEitherText(reading);
  refuseUnknownSubject(reading);
  finish(reading);
  readShown(reading);
  settleSingleRow(reading);
  refuseMissingGroups(reading);
  if (before !== null && isFollowUp && !isOfRow) refuseUnchanged(reading, before);
  refuseUnaccounted(reading);
  return parsed(reading, isFollowUp);
}

const leansOn = (reading: Reading, before: Plan): boolean =>
  takesOut(reading) || followUpOf(reading) || editCommand(reading, before) !== null;

/** Questions that are answered or refused before the rules: courtesies, changes of the table, edits of what was not answered. */
function readAtOnce(
  reading: Reading,
  { before, isBeforeUnanswered }: Required<Omit<AskedAfter, 'today'>>,
): ParsedQuestion | null {
  if (isSmallTalk(reading.question)) return { ...parsed(reading, false), isCourtesy: true };
  const refusal = refusedAtOnce(reading, before);
  if (refusal) {
    reading.refusals.push(refusal);
    return parsed(reading, false);
  }
  joinAddedValues(reading);
  nameDaysBetween(reading, before);
  nameComparedColumns(reading, before);
  nameDifference(reading);
  nameTwoPeriods(reading, before);
  nameChange(reading);
  nameMeterReadings(reading);
  nameDurations(reading);
  nameMeasureNouns(reading);
  nameAmounts(reading);
  nameVerbsOfUs(reading);
  namePutInOrder(reading);
  if (!isBeforeUnanswered && (before !== null || !takesOut(reading))) return null;
  const leans = before === null ? takesOut(reading) || followUpOf(reading) : leansOn(reading, before);
  if (!leans && !isElliptical(reading)) return null;
  reading.refusals.push(LEANS_ON_NOTHING);
  // A model may know what was said before, where no plan tells: the conditions of the question are read for it.
  return before === null ? null : parsed(reading, false);
}

/** A refusal that needs no rule: for too many words, or for a request to change the table and not the answer before. */
function refusedAtOnce(reading: Reading, before: Plan | null): string | null {
  if (reading.words.length >= WORDS_MAX) return TOO_LONG;
  return before !== null && takesOut(reading) ? null : refusalOf(reading);
}

/** «aquisição» in a table of tenders is another name for its rows, and a word that some of them have. */
function searchOf(reading: Reading): string {
  const { one, many } = reading.lexicon.table.rows_word;
  const usual = new Set([...wordsOf(one), ...wordsOf(many)].map(singular));
  const texts = new Set(reading.texts.map(({ item }) => item));
  const words = reading.items
    .filter(
      (item) =>
        texts.has(item) ||
        (item.kind === 'rows' && texts.size > 0 && !usual.has(singular(formOf(reading, item)))),
    )
    .map((item) => textOf(reading, item));
  return words.join(' ').slice(0, SEARCH_MAX);
}

/** As a plan holds it. */
const SEARCH_MAX = 500;

const asksTable = (reading: Reading, item: Item): boolean =>
  (item.kind !== 'word' && item.kind !== 'keyword') ||
  isKeyword(item, 'how_many', 'how_much', 'number_of', 'list') ||
  /^(tudo|everything)$/.test(formOf(reading, item));

const parsed = (reading: Reading, isFollowUp: boolean): ParsedQuestion => ({
  plan: reading.plan,
  texts: reading.texts.map(({ text }) => text),
  text_columns: textColumns(reading),
  is_either_text: reading.isEitherText,
  search: searchOf(reading),
  refusals: [...reading.impossible, ...reading.refusals],
  impossible: reading.impossible,
  remarks: reading.remarks,
  isCourtesy: false,
  isFollowUp,
  namesTable:
    isFollowUp ||
    reading.plan.group_by.length + reading.plan.filters.length > 0 ||
    reading.refusals.length + reading.impossible.length > 0 ||
    reading.items.some((item) => asksTable(reading, item)),
  rules: [...reading.used].map(([item, rule]) => ({
    rule,
    text: reading.question.slice(reading.words[item.from]?.start ?? 0, reading.words[item.to - 1]?.end ?? 0),
  })),
});
