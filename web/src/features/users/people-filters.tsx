/** Which people the list shows: all, the few that are looked for among many, and those of one group. */
import { useQuery } from '@tanstack/react-query';
import { PEOPLE_KINDS } from '#contract/users.ts';
import { clipped } from '../../lib/text/clipped.ts';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { groupChoices, type PeopleFilters, type Shown } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.absent;

/** Days without a sign-in. */
const ABSENCES = [30, 90, 180, 365] as const;

type Props = { filters: PeopleFilters; onChange: (filters: PeopleFilters) => void };

export function PeopleFilterFields({ filters, onChange }: Props) {
  return (
    <>
      <ShownFilter shown={filters.shown} onChange={(shown) => onChange({ ...filters, shown })} />
      <GroupFilter group_id={filters.group_id} onChange={(group_id) => onChange({ ...filters, group_id })} />
    </>
  );
}

type ShownFilterProps = { shown: Shown; onChange: (shown: Shown) => void };

function ShownFilter({ shown, onChange }: ShownFilterProps) {
  return (
    <NativeSelect
      label={texts.filter}
      labelHidden
      className="slim:w-full"
      value={shown === null ? '' : String(shown)}
      options={[
        { value: '', label: texts.everybody },
        ...PEOPLE_KINDS.map((value) => ({ value, label: texts.kinds[value] })),
        ...ABSENCES.map((value) => ({ value: String(value), label: texts.since(value) })),
      ]}
      onChange={(value) => onChange(PEOPLE_KINDS.find((kind) => kind === value) ?? (Number(value) || null))}
    />
  );
}

type GroupFilterProps = { group_id: number | null; onChange: (group_id: number | null) => void };

/** Where the groups cannot be loaded there is nothing to choose, and everybody is shown. */
function GroupFilter({ group_id, onChange }: GroupFilterProps) {
  const groups = useQuery(groupChoices()).data?.data ?? [];
  // A group that was deleted meanwhile stays chosen: nobody is in it, and the field says why.
  const isGone = group_id !== null && !groups.some(({ id }) => id === group_id);
  return (
    <NativeSelect
      label={all.group.filter}
      labelHidden
      className="desk:max-w-[300px] slim:w-full"
      value={group_id === null ? '' : String(group_id)}
      options={[
        { value: '', label: all.group.any },
        ...(isGone ? [{ value: String(group_id), label: all.group.gone }] : []),
        ...groups.map(({ id, name }) => ({ value: String(id), label: clipped(name).shown })),
      ]}
      onChange={(value) => onChange(Number(value) || null)}
    />
  );
}
