/** Conditions on how two dates of a row lie to each other: «entregues com atraso», «depois do prazo previsto», «pagas mais de 10 dias depois da emissão». */

import type { NumberSpan } from '../../../../../language/values/numbers.ts';
import { fold } from '../../../../../language/words.ts';
import { type Item, isSaidValue } from '../../chunk/items.ts';
import { formAt, formOf, isKeyword, itemsBefore, namesOf, type Reading } from '../../reading.ts';
import type { ComparisonPhrase } from '../../words/keywords.ts';
import { onlyOne } from '../../words/only-one.ts';
import { sharesRoot } from '../../words/roots.ts';
import type { TableColumn } from '../../words/table-column.ts';
import { isFiniteVerb, isParticiple } from '../../words/verbs.ts';
import { datesNamed, dateWords, dayAt, END, PLANNED } from './named-dates.ts';

/** `items`: those of the question, with the name of the days in the place of the words for them. */
type Apart = { from: TableColumn; to: TableColumn; items: (name: string) => Item[] };

const LATE =
  /^(?:com atraso|atrasad[oa]s?|fora d[oe] (?:prazo|sla)(?: d[oe] sla)?|(?:depois|apos|alem) (?:d[oae] |o |a )?(?:prazo|(?:data|dia) (?:(?:previst|programad|planejad|marcad|combinad)[oa]|limite)|previsto|programado|planejado|vencimento|sla)(?: (?:d[eoa] )?(?:previst[oa]|marcad[oa]|combinad[oa]|sla|entrega|conclusao|atendimento))?)\b/;
const IN_TIME =
  /^(?:(?:no|dentro d[oe]) (?:prazo|sla)(?: previsto| d[oe] sla)?|(?:antes|ate) (?:d[oae] |o |a )?(?:prazo|(?:data|dia) (?:(?:previst|programad|planejad|marcad|combinad)[oa]|limite)|previsto|programado|planejado|vencimento|sla)(?: (?:d[eoa] )?(?:previst[oa]|marcad[oa]|combinad[oa]|sla|entrega|conclusao|atendimento))?|sem atraso|em dia)\b/;

/** A table has one planned date and the real one, and a verb says that the thing was done. */
export function plannedSpan(reading: Reading, dates: TableColumn[]): Apart | null {
  const planned = dates.filter((column) => PLANNED.test(dateWords(reading, column)));
  const from = onlyOne(oneOfPlanned(reading, planned));
  const isTold = reading.lexicon.table.columns.some(({ name }) =>
    /atras|pontual/.test(namesOf(reading, name)),
  );
  if (!from || isTold) return null;
  const forms = reading.words.map(({ form }) => form);
  for (const [at, item] of reading.items.entries()) {
    const said = forms.slice(item.from).join(' ');
    const found = LATE.exec(said) ?? IN_TIME.exec(said);
    const done =
      found && (item.kind !== 'value' || isSaidValue(item))
        ? doneBefore(
            reading,
            at,
            dates.filter((column) => column !== from),
          )
        : null;
    if (!found || !done) continue;
    const last = item.from + found[0].split(' ').length;
    const op = LATE.test(said) ? '>' : '<=';
    const { column: to, verb } = done;
    return { from, to, items: (name) => withBound(reading, item.from, last, { name, op, verb }) };
  }
  return null;
}

/** The planned day of payment where the question speaks of money, and else the other planned days. */
function oneOfPlanned(reading: Reading, planned: TableColumn[]): TableColumn[] {
  if (planned.length < 2) return planned;
  const isOfMoney = reading.words.some(
    ({ form }) => /^(?:pag|quit|receb)/.test(form) && form !== 'recebimento',
  );
  const due = planned.filter((column) => /\bvencimento\b/.test(dateWords(reading, column)));
  return isOfMoney ? due : planned.filter((column) => !due.includes(column));
}

/** «pagamentos com mais de 30 dias de atraso», «pagas com até 5 dias de atraso»: so many days after the planned one. */
export function lateSpan(reading: Reading, dates: TableColumn[]): Apart | null {
  const at = reading.items.findIndex(
    (item, place) =>
      /^atras(?:o|ad[oa]s?)$/.test(formOf(reading, item)) &&
      itemsBefore(reading, place, LATE_REACH).some(
        (each, step, near) =>
          each.kind === 'number' && /^(?:dias?|semanas?)$/.test(formOf(reading, near[step + 1])),
      ),
  );
  const planned = oneOfPlanned(
    reading,
    dates.filter((column) => PLANNED.test(dateWords(reading, column))),
  );
  const from = onlyOne(planned);
  const late = reading.items[at];
  if (!late || !from) return null;
  const others = dates.filter((column) => column !== from);
  const before = reading.items.slice(0, at);
  const named = new Set(before.flatMap((item) => datesNamed(reading, item, others)));
  const ends = others.filter((column) => END.test(dateWords(reading, column)));
  const to = onlyOne(named.size > 0 ? [...named] : ends);
  if (!to) return null;
  const items = (name: string): Item[] =>
    reading.items.flatMap((item, place): Item[] => {
      if (item === late) return [{ kind: 'column', columns: [name], from: item.from, to: item.to }];
      if (place === at - 1 && formOf(reading, item) === 'de') return [];
      // The deed says no more than that it was done, which the days say too.
      const isDeed = place < at && datesNamed(reading, item, others).includes(to);
      const isVerbOfIt = place < at && item.kind === 'word' && isFiniteVerb(formOf(reading, item));
      if (isDeed && item.kind !== 'rows' && !isVerb(formOf(reading, item)))
        return [{ kind: 'rows', from: item.from, to: item.to }];
      return isDeed || isVerbOfIt
        ? [{ kind: 'word', isFunction: true, from: item.from, to: item.to }]
        : [item];
    });
  return { from, to, items };
}

const LATE_REACH = 4;

/** «foram entregues», «devolveram»: the real date of what was done, the only one that ends where the verb names none. */
function doneBefore(
  reading: Reading,
  at: number,
  dates: TableColumn[],
): { column: TableColumn; verb: number } | null {
  const first = Math.max(0, at - 3);
  const verbs = reading.items
    .slice(first, at)
    .filter((item) => isVerb(formOf(reading, item)) || isDeed(reading, item, dates));
  const [verb] = verbs;
  if (!verb) return null;
  const place = reading.items.indexOf(verb);
  const [named, other] = verbs.flatMap((one) => datesNamed(reading, one, dates));
  if (named) return other && other !== named ? null : { column: named, verb: place };
  const only = onlyOne(dates, (column) => END.test(dateWords(reading, column)));
  return only && DONE.test(formOf(reading, verbs.at(-1))) ? { column: only, verb: place } : null;
}

/** «devoluções com atraso». */
const isDeed = (reading: Reading, item: Item, dates: TableColumn[]): boolean =>
  /(?:coes|sões|soes|entregas|pagamentos)$/.test(formOf(reading, item)) &&
  datesNamed(reading, item, dates).length === 1;

const isVerb = (form: string): boolean => isParticiple(form) || isFiniteVerb(form) || DONE.test(form);
const DONE = /^(?:pront[oa]s?|entregues?|ficaram|ficou|chegaram|chegou|sairam|saiu)$/;

/** «name > 0» in the place of some words. */
function withBound(
  { items }: Reading,
  first: number,
  last: number,
  { name, op, verb }: { name: string; op: ComparisonPhrase['op']; verb: number },
): Item[] {
  const number: NumberSpan = {
    from: first,
    to: last,
    value: '0',
    unit: null,
    isBare: true,
    isOrdinal: false,
  };
  const place = { from: first, to: last };
  const bound: Item[] = [
    { kind: 'column', columns: [name], ...place },
    { kind: 'comparison', phrase: { op, of: 'number' }, ...place },
    { kind: 'number', number, ...place },
  ];
  const at = items.findIndex((item) => item.from >= first);
  // The verb says no more than that the thing was done, which the days say too.
  const before = items
    .slice(0, at)
    .map(
      (item, place): Item =>
        place >= verb && (item.kind === 'word' || isSaidValue(item))
          ? { kind: 'word', isFunction: true, from: item.from, to: item.to }
          : item,
    );
  return [...before, ...bound, ...items.slice(at).filter((item) => item.from >= last)];
}

/** «registradas mais de 2 dias depois da corrida», «pagas até 30 dias após a emissão». */
export function apartSpan(reading: Reading, dates: TableColumn[]): Apart | null {
  for (const [at, item] of reading.items.entries()) {
    const way = /^(?:depois|apos|antes)$/.exec(formOf(reading, item))?.[0];
    const isAsked = isKeyword(reading.items[at - 2], 'how_many');
    const isCounted =
      (isAsked || reading.items[at - 2]?.kind === 'number') &&
      /^(?:dias?|semanas?)$/.test(formAt(reading, at - 1));
    if (!way || !isCounted) continue;
    const base = dayAt(reading, at + 1, dates);
    const isOther = (each: Item) =>
      datesNamed(reading, each, dates).some((column) => column !== base?.column);
    // «quantos dias depois do vencimento o povo paga?»
    const lead =
      reading.items.slice(Math.max(0, at - APART_REACH), at - 2).findLast(isOther) ??
      (isAsked && base ? reading.items.slice(base.after, base.after + APART_REACH).find(isOther) : undefined);
    const own = onlyOne(
      lead ? datesNamed(reading, lead, dates).filter((column) => column !== base?.column) : [],
    );
    if (!base || !lead || !own || own === base.column) continue;
    const [from, to] = way === 'antes' ? [own, base.column] : [base.column, own];
    const last = reading.items[base.after - 1] ?? item;
    if (isAsked)
      return { from, to, items: (name) => withMean(reading, { at, after: base.after, lead, name }) };
    const items = (name: string): Item[] =>
      reading.items.flatMap((each, place): Item[] => {
        if (each === lead) return [{ kind: 'column', columns: [name], from: each.from, to: each.to }];
        if (place === at) return [{ kind: 'column', columns: [name], from: each.from, to: last.to }];
        return place > at && place < base.after ? [] : [each];
      });
    return { from, to, items };
  }
  return null;
}

const APART_REACH = 8;

/** «em média quantos dias depois do vencimento»: the average of the days, where no other figure of them is asked. */
function withMean(
  reading: Reading,
  { at, after, lead, name }: { at: number; after: number; lead: Item; name: string },
): Item[] {
  const hasFigure = reading.items.some((item) =>
    isKeyword(item, 'average', 'median', 'sum', 'total', 'largest', 'smallest'),
  );
  const last = reading.items[after - 1];
  return reading.items.flatMap((item, place): Item[] => {
    if (place === at - 2)
      return [{ kind: 'keyword', keyword: hasFigure ? 'which' : 'average', from: item.from, to: item.to }];
    if (place === at - 1)
      return [{ kind: 'column', columns: [name], from: item.from, to: last?.to ?? item.to }];
    if (place >= at && place < after) return [];
    // «depois do vencimento os clientes pagam»
    const isSubject = place >= after && place < reading.items.indexOf(lead) && item.kind === 'column';
    return isSubject || (item === lead && item.kind !== 'value')
      ? [{ kind: 'word', isFunction: true, from: item.from, to: item.to }]
      : [item];
  });
}

/** «foram reservadas e deram entrada no mesmo dia»: the two days that are named before. */
function bothOnOneDay(reading: Reading, at: number, dates: TableColumn[]): Apart | null {
  const before = itemsBefore(reading, at, APART_REACH);
  const naming = before.filter((item) => datesNamed(reading, item, dates).length > 0);
  const [from, to, another] = new Set(naming.flatMap((item) => datesNamed(reading, item, dates)));
  const [lead] = naming;
  const first = reading.items[at];
  if (!from || !to || another || !lead || !first) return null;
  const items = (name: string): Item[] =>
    withBound(reading, first.from, first.from + 3, { name, op: '=', verb: reading.items.indexOf(lead) }).map(
      (item): Item =>
        naming.includes(item) ? { kind: 'word', isFunction: true, from: item.from, to: item.to } : item,
    );
  return { from, to, items };
}

/** «reservadas no mesmo dia da chegada»: no day lies between the two. */
export function sameDaySpan(reading: Reading, dates: TableColumn[]): Apart | null {
  const at = reading.items.findIndex((item, place) => {
    const said = [place, place + 1, place + 2].map((one) => formAt(reading, one)).join(' ');
    return /^n[oa] mesm[oa] (?:dia|data)$/.test(said) && item.to === item.from + 1;
  });
  const base = at < 0 ? null : dayAt(reading, at + 3, dates);
  const first = reading.items[at];
  if (first && !base) return bothOnOneDay(reading, at, dates);
  if (!base || !first || !/^(?:d[oae]|em)$/.test(formAt(reading, at + 3))) return null;
  const others = dates.filter((column) => column !== base.column);
  const before = itemsBefore(reading, at, APART_REACH);
  const verb = before.findLast((item) => isVerb(formOf(reading, item)));
  const named = before.flatMap((item) => datesNamed(reading, item, others));
  const made = others.filter((column) => sharesRoot(fold(reading.lexicon.table.rows_word.one), column));
  const only = onlyOne(new Set(named).size > 0 ? new Set(named) : made.length > 0 ? made : others);
  if (!only) return null;
  const place = verb ? reading.items.indexOf(verb) : at;
  const last = reading.items[base.after - 1]?.to ?? first.to;
  return {
    from: only,
    to: base.column,
    items: (name) => withBound(reading, first.from, last, { name, op: '=', verb: place }),
  };
}
