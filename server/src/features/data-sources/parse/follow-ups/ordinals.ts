/** «e o segundo?», «e o terceiro colocado?», «e o último?» after a ranking: another place of the same order. */
import type { Plan } from '#contract/table-plan.ts';
import type { Reading } from '../reading.ts';

const PLACES = ['primeir', 'segund', 'terceir', 'quart', 'quint', 'sext', 'setim', 'oitav', 'non', 'decim'];

const ASKED =
  /^(?:(?:e|mas|entao) )?(?:(?:qual|quem)(?: (?:e|foi|seria|fica|ficou|esta|vem))? )?(?:(?:o|a|em) )?(\S+?)[oaºª]?(?: (?:colocad[oa]|lugar|posicao|do ranking|da lista|mai(?:or|s \S+)|men(?:or|os \S+)))?$/;

/** «e o próximo?», «e depois?»: the place after the one that was shown. */
const NEXT =
  /^(?:(?:e|mas|entao) )?(?:(?:qual|quem) )?(?:(?:e|vem|foi|fica|ficou) )?(?:[oa] (?:proxim[oa]|seguinte)|(?:em seguida|depois|logo depois)(?: del[ea])?)$/;

/** The answer before at another place of its order; null where the question asks nothing of the kind. */
export function placeOfBefore({ words }: Pick<Reading, 'words'>, before: Plan): Plan | null {
  const said = ASKED.exec(words.map(({ form }) => form).join(' '))?.[1] ?? '';
  const [first] = before.order;
  const isRanked =
    before.group_by.length > 0 ? before.measures.length > 0 : before.rows && first !== undefined;
  if (
    !isRanked ||
    before.group_by.length > 1 ||
    before.group_by.some(({ bucket }) => bucket !== null && !first)
  )
    return null;
  const order = first
    ? before.order
    : [{ by: 'measure' as const, index: 0, column: null, direction: 'desc' as const }];
  const place = /^\d$|^10$/.test(said) ? Number(said) : PLACES.indexOf(said) + 1;
  if (NEXT.test(words.map(({ form }) => form).join(' ')))
    return before.limit === 1 ? { ...before, order, skip: (before.skip ?? 0) + 1 } : null;
  if (place > 0) return { ...before, order, limit: 1, skip: place > 1 ? place - 1 : undefined };
  // The last of a list that was cut may be that of the list as well as that of all rows.
  if (said !== 'ultim' || (before.limit ?? 1) > 1) return null;
  const turned = order.map((one) => ({
    ...one,
    direction: one.direction === 'asc' ? ('desc' as const) : ('asc' as const),
  }));
  return { ...before, order: turned, limit: 1, skip: undefined };
}
