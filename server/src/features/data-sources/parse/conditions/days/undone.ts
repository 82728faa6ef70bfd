/** Deeds of a table without their day, which the amount tells: «ainda não foram recebidas», «sem pagamento nenhum». */

import type { Condition } from '#contract/table-plan.ts';
import type { Item } from '../../chunk/items.ts';
import { addFilter } from '../../filters.ts';
import {
  candidates,
  columnsOfKind,
  consume,
  formAt,
  formOf,
  isKeyword,
  isUsed,
  itemsBefore,
  type Reading,
} from '../../reading.ts';
import { onlyOne } from '../../words/only-one.ts';
import { rootsMeet, sharesRoot } from '../../words/roots.ts';
import { contentOf, type TableColumn } from '../../words/table-column.ts';
import { isParticiple } from '../../words/verbs.ts';
import { withoutAny } from '../empties.ts';
import { negationBefore } from '../unpaid.ts';

export function readUndone(reading: Reading): void {
  for (const [index, item] of reading.items.entries()) {
    if (isUsed(reading, item) || item.kind === 'value' || item.kind === 'rows') continue;
    const form = formOf(reading, item);
    const said = isParticiple(form) || PAID.test(form) ? deed(reading, index) : lacking(reading, index);
    const column = said ? amountOfDeed(reading, item) : null;
    if (!said || !column) continue;
    consume(reading, 'event', item, ...said.items);
    addFilter(reading, said.isDone ? had(column) : withoutAny(reading, column.name), item, ...said.items);
  }
}

type Said = { isDone: boolean; items: Item[] };

/** «ainda não foram recebidas», «já foi paga», where rows are asked for and no amount. */
function deed(reading: Reading, index: number): Said | null {
  const negation = negationBefore(reading, index);
  if (negation) return { isDone: false, items: [negation] };
  const before = itemsBefore(reading, index, 3);
  const already = before.find((each) => formOf(reading, each) === 'ja');
  const isAmount = reading.items.some((each) =>
    isKeyword(each, 'how_much', 'total', 'sum', 'average', 'share'),
  );
  const isPassive = before.some((each) => /^(?:foi|foram|sido|esta|estao)$/.test(formOf(reading, each)));
  return already && isPassive && !isAmount ? { isDone: true, items: [already] } : null;
}

const PAID = /^pag[oa]s?$/;

/** «sem pagamento nenhum», «não tiveram nenhum pagamento». */
function lacking(reading: Reading, index: number): Said | null {
  if (!DEED.test(formAt(reading, index))) return null;
  const any = /^(?:nenhum|qualquer|algum)a?$/;
  const lead = any.test(formAt(reading, index - 1)) ? index - 2 : index - 1;
  const had = /^(?:tiveram|teve|tem|houve|receberam|recebeu)$/.test(formAt(reading, lead)) ? lead : -1;
  const without = reading.items[had < 0 ? lead : lead - 1];
  if (!isKeyword(without, 'without') && !(had >= 0 && isKeyword(without, 'not'))) return null;
  const around = [reading.items[index - 1], reading.items[index + 1]].filter((each) =>
    any.test(formOf(reading, each)),
  );
  const items = [without, reading.items[had], ...around].filter((each) => each !== undefined);
  return { isDone: false, items };
}

/** The noun of a verb: «pagamento», «cobrança», «devolução», «repasse». */
const DEED = /(?:mentos?|c[ao]es|cao|soes|sao|agem|agens|ancas?|encias?)$/;

/** The only amount of that root, where the table does not have the day of it. */
function amountOfDeed(reading: Reading, item: Item): TableColumn | null {
  const form = formOf(reading, item);
  if (columnsOfKind(reading, 'date').some((column) => sharesRoot(form, column))) return null;
  const named = candidates(item);
  const amounts = columnsOfKind(reading, 'money').filter(({ name, label }) =>
    named.length > 0
      ? named.includes(name)
      : contentOf(label).some((word) => word.length >= 4 && !GENERAL.test(word) && rootsMeet(form, word)),
  );
  return onlyOne(amounts) ?? null;
}

/** In the base form. */
const GENERAL = /^(?:valor|total|custo|preco)$/;

const had = ({ name, lacks }: TableColumn): Condition =>
  lacks?.zero ? { column: name, op: '>', values: ['0'] } : { column: name, op: 'filled', values: [] };
