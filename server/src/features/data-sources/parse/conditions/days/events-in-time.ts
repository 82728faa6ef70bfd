/** A participle that is a value of the table and the event of a day as well: «abertos em cada dia da semana», «assinadas por mês». */
import { type Item, isSaidValue } from '../../chunk/items.ts';
import { columnNamed, consume, formOf, itemsBefore, type Reading } from '../../reading.ts';
import { sharesRoot } from '../../words/roots.ts';
import { isParticiple } from '../../words/verbs.ts';

/** How something is, and no event: «estão abertos por mês», «ainda abertas». */
const STANDING = /^(?:esta|estao|estava|estavam|continua|continuam|segue|seguem|ficou|ficaram|ainda|em)$/;

/** A verb beside it makes it an event, and no state: «são abertos», «foram abertas». */
const PASSIVE = /^(?:sao|foi|foram|sera|serao|sido|ser|eram|era|se)$/;

export const isPassiveAt = (reading: Reading, at: number): boolean =>
  itemsBefore(reading, at, 2).some((item) => PASSIVE.test(formOf(reading, item)));

/** Whether a word that is a value too may tell an event, by its form and by what stands before it. */
export const mayBeEvent = (reading: Reading, at: number): boolean => {
  const item = reading.items[at];
  return (
    item?.kind === 'value' &&
    item.to === item.from + 1 &&
    isParticiple(formOf(reading, item)) &&
    !itemsBefore(reading, at, 1).some((before) => STANDING.test(formOf(reading, before)))
  );
};

/** Rows that are grouped by the time of a day are those of its event, as those of a period are. The state is the other reading, unless a verb makes it an event. */
export function takesEventOfGroup(reading: Reading, at: number, item: Item & { kind: 'value' }): boolean {
  const day = reading.plan.group_by
    .filter(({ bucket }) => bucket !== null)
    .map(({ column }) => columnNamed(reading, column))
    .find((column) => column?.kind === 'date' && sharesRoot(formOf(reading, item), column));
  if (!day || !mayBeEvent(reading, at)) return false;
  consume(reading, 'event', item);
  const [phrase] = item.phrases;
  if (phrase && !isPassiveAt(reading, at) && !isSaidValue(item))
    reading.eventValues.push({ column: phrase.column, values: phrase.values });
  return true;
}
