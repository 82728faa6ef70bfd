/** «de quem foi?», «quando foi isso?», «de que produto?» after an answer of one row, or of the largest amount: what that row has. */
import type { Plan } from '#contract/table-plan.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { isOfPeople, placesOf, SHOWN_MAX } from '../plan/who-and-where.ts';
import { candidates, formOf, isFiller, isKeyword, type Reading } from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import type { TableColumn } from '../words/table-column.ts';
import { isDoer, isFiniteVerb } from '../words/verbs.ts';
import type { EditCommand } from './order-commands.ts';

const LINK = '(?:e|foi|era|fica|ficou|foi isso|e isso|aconteceu|ocorreu|aconteceu isso)';
const ONLY_LINK = new RegExp(`^${LINK}$`);
const BEGIN = '^(?:(?:e|mas|entao) )?';
const WHO = new RegExp(
  `${BEGIN}(?:${LINK} )?(?:(?:de|com|por|pra|para|a) )?quem(?: (\\S+))?(?: (?:isso|ess[ae]))?$`,
);
const WHEN = new RegExp(
  `${BEGIN}(?:${LINK} )?(?:quando|(?:em )?(?:que|qual) (?:dia|data|mes|ano))(?: ${LINK})?(?: isso)?$`,
);
const WHERE = new RegExp(`${BEGIN}(?:${LINK} )?(?:de )?(?:onde|aonde|em que lugar)(?: ${LINK})?(?: isso)?$`);
/** The amount of the one row, and not the sum of all. */
const HOW_MUCH = new RegExp(
  `${BEGIN}(?:${LINK} )?(?:(?:de|por) )?quanto (?:e|foi|era|deu|custou|saiu|vale|valeu)(?: (?:isso|el[ea]))?$`,
);

/** Null where the answer before is of more than one row, or the question asks nothing of a row. */
export function askedOfRowBefore(reading: Reading, before: Plan): EditCommand | null {
  const row = rowOf(before);
  const show = row && columnsAsked(reading);
  return row && show ? { plan: { ...row, show }, items: reading.items, isOfRow: true } : null;
}

/** The one row of an answer: that of a list of one, or the one that has the largest or smallest amount. */
function rowOf(before: Plan): Plan | null {
  if (before.rows) return before.limit === 1 && before.order.length > 0 ? before : null;
  const measure = onlyOne(before.measures);
  const isEnd = measure?.fn === 'maximum' || measure?.fn === 'minimum';
  if (!isEnd || !measure.column || before.group_by.length > 0 || before.share) return null;
  const direction = measure.fn === 'maximum' ? ('desc' as const) : ('asc' as const);
  return {
    ...before,
    rows: true,
    measures: [],
    order: [{ by: 'column', index: 0, column: measure.column, direction }],
    limit: 1,
  };
}

function columnsAsked(reading: Reading): string[] | null {
  const { table } = reading.lexicon;
  const said = reading.items.filter((item) => !(item.kind === 'word' && item.isTalk));
  const text = said
    .flatMap(({ from, to }) => reading.words.slice(from, to).map(({ form }) => form))
    .join(' ');
  const visible = table.columns.filter(({ hidden }) => !hidden);
  const who = WHO.exec(text);
  if (who) return whoAsked(reading, visible, who[1] ?? '');
  if (WHEN.test(text)) return table.date_column ? [table.date_column] : null;
  if (HOW_MUCH.test(text)) return table.money_column ? [table.money_column] : null;
  if (WHERE.test(text)) return someOf(placesOf(visible));
  return columnNamed(reading, said);
}

/** The doer that the verb names; else everybody that the row names, those of its main column too. */
function whoAsked(reading: Reading, visible: TableColumn[], verb: string): string[] | null {
  const isLink = !verb || ONLY_LINK.test(verb);
  if (!isLink && !isFiniteVerb(verb)) return null;
  const doers = visible.filter(({ label }) => wordsOf(fold(label)).some((word) => isDoer(verb, word)));
  return someOf(isLink ? visible.filter((column) => isOfPeople(reading, column)) : doers);
}

const someOf = (columns: TableColumn[]): string[] | null =>
  columns.length > 0 ? columns.slice(0, SHOWN_MAX).map(({ name }) => name) : null;

/** «de que produto foi?», «quem foi o comprador?», «e o prazo dela?»: the column that is named alone, beside words that ask. */
function columnNamed(reading: Reading, said: Item[]): string[] | null {
  const named = said.filter(
    (item, at) =>
      !isFiller(reading, item) &&
      !isKeyword(item, 'and') &&
      !ASKS.test(formOf(reading, item)) &&
      // «o fiscal dessa obra»
      !(item.kind === 'rows' && THAT_ONE.test(formOf(reading, said[at - 1]))),
  );
  const column = onlyOne(named);
  const isAsked =
    said.some((item) => /^(?:que|qual|quais|quem)$/.test(formOf(reading, item))) ||
    /^(?:e|mas) [oa] /.test(reading.words.map(({ form }) => form).join(' '));
  const isCount = said.some((item) => isKeyword(item, 'how_many', 'how_much', 'by', 'each'));
  if (column?.kind !== 'column' || !isAsked || isCount) return null;
  const columns = candidates(column);
  const { date_column, money_column } = reading.lexicon.table;
  // «e o valor?», «e a data?» of several: the usual one of the table.
  const usual = [money_column, date_column].find((name) => name !== null && columns.includes(name));
  const asked = onlyOne(columns) ?? usual;
  return asked ? [asked] : null;
}

const THAT_ONE = /^[dn]?(?:ess[ae]|est[ae])$/;
const ASKS = /^(?:que|qual|quem|foi|era|del[ea]|diss[oa]|ess[ae]|dess[ae])$/;
