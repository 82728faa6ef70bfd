import type { Tag } from '#contract/tags.ts';
import { plain } from '../../lib/text/matching.ts';

/** With more tags than these one searches among them. */
export const TAGS_WITHOUT_SEARCH = 12;
/** So many are drawn before somebody asks for all. */
const SHOWN_AT_FIRST = 24;

type Wanted = { chosen: number[]; term: string; all: boolean };
type Drawn = {
  /** The chosen ones, in front of the others where there are many. */
  first: Tag[];
  others: Tag[];
  /** How many more fit. */
  hidden: number;
};

/** Which tags are drawn: a handful as they are; of many the chosen ones and those whose name holds the term. */
export function drawnTags(tags: Tag[], { chosen, term, all }: Wanted): Drawn {
  if (tags.length <= TAGS_WITHOUT_SEARCH) return { first: [], others: tags, hidden: 0 };
  const wanted = plain(term);
  const isChosen = ({ id }: Tag) => chosen.includes(id);
  const open = tags.filter((tag) => !isChosen(tag) && plain(tag.name).includes(wanted));
  const others = all ? open : open.slice(0, SHOWN_AT_FIRST);
  return { first: tags.filter(isChosen), others, hidden: open.length - others.length };
}
