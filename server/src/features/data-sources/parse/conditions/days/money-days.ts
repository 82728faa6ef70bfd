/** The column of days that money has: when it was paid, or when it falls due. */

import { columnsOfKind, formOf, isKeyword, namesOf, type Reading } from '../../reading.ts';
import { onlyOne } from '../../words/only-one.ts';
import { isFiniteVerb, isParticiple } from '../../words/verbs.ts';

const MOVED = /^(?:pag|receb|quit|arrecad|embols|desembols|liquid)/;
/** «quanto entrou em maio»: said of money, where the question asks for it. */
const CAME_IN = /^(?:entrou|entraram|caiu|cairam)$/;
export const DAY_OF_PAYMENT =
  /pagamento|pagto|pgto|recebimento|quitacao|liquidacao|arrecadacao|baixa|payment|paid/;
const OWED = /^(?:pagar|receber|quitar)$/;
const DAY_DUE = /vencimento|\bvenc|prazo|limite|\bdue\b/;

/**
 * «valor recebido em 2024» is about the day of payment, and «a receber em maio» about the day on which it falls due,
 * although the question names neither. Null where the table has no such column, or several.
 */
export function dayOfMoney(reading: Reading): string | null {
  const forms = reading.words.map(({ form }) => form);
  const isMoney = reading.items.some(
    (item) => isKeyword(item, 'how_much') || /^(?:valor|dinheiro)$/.test(formOf(reading, item)),
  );
  if (
    forms.includes('arrecadacao') ||
    (isMoney && forms.some((form) => CAME_IN.test(form))) ||
    forms.some(
      (form) => MOVED.test(form) && (isParticiple(form) || isFiniteVerb(form) || /^pag[oa]s?$/.test(form)),
    )
  )
    return onlyDay(reading, DAY_OF_PAYMENT);
  const isMoved = /^(?:gastamos|gastou|gastaram|entrou|entraram)$/;
  if (forms.some((form) => isMoved.test(form)) && forms.some((form) => /^quanto$/.test(form)))
    return onlyDay(reading, DAY_OF_PAYMENT);
  const isOwed = forms.some((form, at) => OWED.test(form) && forms[at - 1] === 'a');
  return isOwed ? onlyDay(reading, DAY_DUE) : null;
}

export function onlyDay(reading: Reading, names: RegExp): string | null {
  const only = onlyOne(columnsOfKind(reading, 'date'), ({ name }) => names.test(namesOf(reading, name)));
  return only?.name ?? null;
}
