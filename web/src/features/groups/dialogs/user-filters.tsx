import { ListChecks } from 'lucide-react';
import type { RefObject } from 'react';
import { EMAIL_MAX } from '#contract/limits.ts';
import { formatNumber } from '../../../lib/format.ts';
import { choicesOf } from '../../../lib/text/choices.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { controlBorder, controlLook } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import type { UserFilter } from '../queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.assign;

type UserFiltersProps = {
  searchBox: RefObject<HTMLInputElement | null>;
  filter: UserFilter;
  onChange: (filter: UserFilter) => void;
  /** How many match; undefined while it is not known. */
  total: number | undefined;
  selecting: boolean;
  onSelectAll: () => void;
};

export function UserFilters({
  searchBox,
  filter,
  onChange,
  total,
  selecting,
  onSelectAll,
}: UserFiltersProps) {
  const change = (part: Partial<UserFilter>) => onChange({ ...filter, ...part });
  return (
    <>
      <SearchBox
        ref={searchBox}
        value={filter.search_term}
        onChange={(search_term) => change({ search_term })}
        label={texts.search}
      />
      <div className="grid grid-cols-2 gap-3">
        <input
          aria-label={texts.domain}
          placeholder={texts.domainExample}
          value={filter.email_domain}
          maxLength={EMAIL_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => change({ email_domain: event.target.value })}
          className={classes(controlLook, controlBorder(false), 'h-[42px] px-3 phone:h-11')}
        />
        <NativeSelect
          label={all.association}
          labelHidden
          value={filter.association}
          options={choicesOf(texts.associations)}
          onChange={(association) => change({ association })}
        />
      </div>
      <div className="flex items-center justify-between gap-3">
        <span role="status" className="text-small text-ink-3 tabular-nums">
          {total !== undefined && all.people(formatNumber(total), total === 1)}
        </span>
        <Button
          size="small"
          icon={<ListChecks className="size-4" />}
          busy={selecting}
          // People who are in the group already cannot be added.
          disabled={filter.association === 'in_group' || total === 0}
          onClick={onSelectAll}
        >
          {texts.selectAll}
        </Button>
      </div>
    </>
  );
}
