import { memo } from 'react';
import type { GroupUser } from '#contract/groups.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { texts as all } from '../texts.ts';
import { ChoiceRow } from './choice-row.tsx';

const texts = all.assign;

type UserChoiceProps = { row: GroupUser; selected: boolean; onToggle: (id: number) => void };

/** People who are in the group already stay ticked: nobody is removed here. */
export const UserChoice = memo(function UserChoice({ row, selected, onToggle }: UserChoiceProps) {
  const { user, is_associated } = row;
  return (
    <ChoiceRow
      id={user.id}
      name={user.name}
      line={`${user.email} · ${texts.id(user.id)}`}
      checked={is_associated || selected}
      fixed={is_associated}
      onToggle={onToggle}
    >
      {is_associated && <Badge>{texts.inGroup}</Badge>}
      {!is_associated && selected && <Badge tone="brand">{texts.willAdd}</Badge>}
      {!is_associated && user.user_group && (
        <span className="max-w-[320px] truncate text-tiny text-ink-3" title={user.user_group.name}>
          {texts.nowIn(user.user_group.name)}
        </span>
      )}
    </ChoiceRow>
  );
});

type Pages = { pages: { data: GroupUser[] }[] };

/** Pages may overlap when somebody joins between two of them. */
export function usersIn(data: Pages | undefined): GroupUser[] {
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  return [...new Map(rows.map((row) => [row.user.id, row])).values()];
}
