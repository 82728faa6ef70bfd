import { useQuery } from '@tanstack/react-query';
import { memo, useId, useState } from 'react';
import type { Tag } from '#contract/tags.ts';
import { messageOf } from '../../api/error-message.ts';
import { plain } from '../../lib/text/matching.ts';
import { Chip } from '../../ui/controls/chip.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { offeredTags } from './queries.ts';
import { texts } from './texts.ts';

type TagFilterProps = { chosen: number[]; onChange: (tagIds: number[]) => void };

/** Agents with any of the chosen tags are shown. */
export const TagFilter = memo(function TagFilter({ chosen, onChange }: TagFilterProps) {
  const tags = useQuery(offeredTags());
  if (tags.isPending) return <Skeleton className="h-7 w-3/5 rounded-full phone:h-11" />;
  if (!tags.data) {
    return (
      <Alert
        title={messageOf(tags.error, texts.tagsFailed)}
        onRetry={() => void tags.refetch()}
        retrying={tags.isFetching}
      />
    );
  }
  if (tags.data.data.length === 0) return null;
  return <TagChips tags={tags.data.data} chosen={chosen} onChange={onChange} />;
});

function TagChips({ tags, chosen, onChange }: TagFilterProps & { tags: Tag[] }) {
  const [term, setTerm] = useState('');
  const [all, setAll] = useState(false);
  const { first, others, hidden } = drawnTags(tags, { chosen, term, all });
  const many = tags.length > TAGS_WITHOUT_SEARCH;
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const chip = ({ id, name }: Tag) => (
    <Chip key={id} pressed={chosen.includes(id)} onToggle={() => toggle(id)}>
      {name}
    </Chip>
  );
  const clear = chosen.length > 0 && (
    <button type="button" onClick={() => onChange([])} className={actionLook}>
      {texts.clearFilters}
    </button>
  );
  return (
    <fieldset className="-m-1 flex max-h-[108px] flex-wrap items-center gap-2 overflow-y-auto p-1 phone:max-h-[156px]">
      <legend className="sr-only">{texts.tags}</legend>
      {many && <TagSearch value={term} onChange={setTerm} />}
      {first.map(chip)}
      {/* Before the many: at their end it would be out of sight. */}
      {many && clear}
      {others.map(chip)}
      {others.length === 0 && term && <p className="text-small text-ink-3">{texts.noTag}</p>}
      {hidden > 0 && (
        <button type="button" onClick={() => setAll(true)} className={actionLook}>
          {texts.allTags(tags.length)}
        </button>
      )}
      {!many && clear}
    </fieldset>
  );
}

const actionLook = 'link ml-1 text-small phone:h-11 phone:px-2';

function TagSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {texts.searchTag}
      </label>
      <input
        id={id}
        value={value}
        autoComplete="off"
        placeholder={texts.searchTag}
        onChange={(event) => onChange(event.target.value)}
        className="h-7 w-32 rounded-full border border-line-strong bg-surface px-3 text-small phone:h-11 phone:w-full phone:text-[16px]"
      />
    </>
  );
}

/** With more tags than these one searches among them. */
const TAGS_WITHOUT_SEARCH = 12;
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
