/** Groups that are compared by what is dear or cheap: the price of one piece, or all that was paid in a time. */
import type { Item } from '../chunk/items.ts';
import { addMeasure, isRate } from '../measures/add-measure.ts';
import {
  columnNamed,
  columnsOfKind,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  namesOf,
  type Reading,
} from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';

/** «mais caro», «mais barata»: at the word for more. */
export function priceOfGroups(reading: Reading, index: number): void {
  if (!sumOfTime(reading, index)) averagePrice(reading, formOf(reading, reading.items[index + 1]));
}

/** «qual mês saiu mais caro»: a time has no price, so that all that was paid in it is compared; «em que mês o diesel saiu mais caro» is about another thing. */
function sumOfTime(reading: Reading, index: number): boolean {
  const unit = reading.items.findLastIndex((item, at) => at < index && isKeyword(item, 'unit'));
  const isLittle = (item: Item) => item.kind === 'period' || isFiller(reading, item);
  // «em que mês foi mais caro o frete»: what follows is what was dear in it.
  const isItself =
    !/^(?:em|n[oa])$/.test(formAt(reading, unit - 2)) &&
    reading.items
      .slice(unit + 1, index)
      .every((item) => isLittle(item) || COSTS.test(formOf(reading, item))) &&
    reading.items.slice(index + 2).every(isLittle);
  const { money_column } = reading.lexicon.table;
  const isOther = reading.plan.measures.length > 0 || isRate(columnNamed(reading, money_column ?? ''));
  if (unit < 0 || !isItself || !money_column || isOther) return false;
  addMeasure(reading, 'sum', money_column);
  return true;
}

const COSTS = /^(?:sa(?:i|iu)|fic(?:a|ou)|foi|cust(?:a|ou))$/;

const PRICE_OF_ONE =
  /\b(?:preco|valor|custo)\b.*\b(?:litro|unitari[oa]|unidade|hora|diaria|kg|quilo|m2|metro|kwh|km|saca|tonelada)\b/;

/** «onde o diesel é mais barato» compares the price of one litre, where the table has it, and not what was paid. */
function averagePrice(reading: Reading, form: string): void {
  const only = onlyOne(columnsOfKind(reading, 'money', 'number'), ({ name }) =>
    PRICE_OF_ONE.test(namesOf(reading, name).replaceAll('_', ' ')),
  );
  const { money_column } = reading.lexicon.table;
  const isPrice = /^(?:car|barat)[oa]s?$/.test(form) && reading.plan.measures.length === 0;
  const price = only?.name ?? (isPrice ? money_column : null);
  if (!price) return;
  reading.plan.measures = [];
  addMeasure(reading, 'average', price);
}
