/** Groups as a table; where there is no room for one, each is a card. */
import type { UserGroup } from '#contract/groups.ts';
import { formatNumber } from '../../../lib/format.ts';
import { clipped } from '../../../lib/text/clipped.ts';
import { classes } from '../../../ui/classes.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { type Column, TableOrCards } from '../../../ui/page/table-or-cards.tsx';
import { texts } from '../texts.ts';
import { GroupActions, type OnGroupAction } from './group-actions.tsx';

type GroupRowProps = { group: UserGroup; onAction: OnGroupAction };
type GroupRowsProps = { groups: UserGroup[]; onAction: OnGroupAction };

const names = texts.columns;

const columnsWith = (onAction: OnGroupAction): Column<UserGroup>[] => [
  {
    header: names.id,
    width: 'w-[64px]',
    cell: ({ id }) => <span className="text-small text-ink-2 tabular-nums">{id}</span>,
  },
  { header: names.name, width: 'w-[34%]', cell: (group) => <Name group={group} />, isRowHeader: true },
  { header: names.description, cell: (group) => <Description group={group} /> },
  { header: names.isDefault, width: 'w-[84px]', cell: (group) => <IsDefault group={group} /> },
  {
    header: names.actions,
    width: 'w-[228px]',
    cell: (group) => <GroupActions group={group} onAction={onAction} />,
  },
];

export function GroupRows({ groups, onAction }: GroupRowsProps) {
  return (
    <TableOrCards
      label={texts.list}
      width={760}
      columns={columnsWith(onAction)}
      rows={groups}
      rowLook="[&>*]:px-3.5 [&>*]:py-2"
      card={(group) => <GroupCard group={group} onAction={onAction} />}
    />
  );
}

function Name({ group }: { group: UserGroup }) {
  const name = clipped(group.name);
  return (
    <>
      <span title={name.title} className="block text-control font-medium wrap-anywhere">
        {name.shown}
      </span>
      <span className="block text-tiny text-ink-3 tabular-nums">{countsOf(group)}</span>
    </>
  );
}

function Description({ group }: { group: UserGroup }) {
  const { title, shown } = clipped(group.description ?? '');
  return (
    <span title={title} className="text-small wrap-anywhere text-ink-2">
      {shown || <span className="text-ink-3">{texts.noDescription}</span>}
    </span>
  );
}

function GroupCard({ group, onAction }: GroupRowProps) {
  const name = clipped(group.name);
  const description = clipped(group.description ?? '');
  return (
    <li className={classes(cardLook, 'grid gap-2 p-4')}>
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0">
          <span title={name.title} className="block font-medium wrap-anywhere">
            {name.shown}
          </span>
          <span className="block text-tiny text-ink-3 tabular-nums">
            {names.id} {group.id} · {countsOf(group)}
          </span>
        </p>
        <span className="flex items-center gap-1.5 text-tiny text-ink-3">
          {names.isDefault} <IsDefault group={group} />
        </span>
      </div>
      {group.description && (
        <p title={description.title} className="text-small wrap-anywhere text-ink-2">
          {description.shown}
        </p>
      )}
      <GroupActions group={group} onAction={onAction} worded />
    </li>
  );
}

function countsOf({ users_count, agents_count }: UserGroup): string {
  const people = texts.people(formatNumber(users_count), users_count === 1);
  return `${people} · ${texts.agents(formatNumber(agents_count), agents_count === 1)}`;
}

const IsDefault = ({ group }: { group: UserGroup }) =>
  group.is_default ? <Badge tone="brand">{texts.yes}</Badge> : <Badge>{texts.no}</Badge>;

export function GroupRowSkeletons() {
  return (
    <div aria-busy="true" data-skeleton className={classes(cardLook, '@container divide-y divide-line')}>
      {['w-24', 'w-32', 'w-28'].map((width) => (
        <div key={width} className="flex h-[150px] items-center gap-6 px-3.5 @min-[720px]:h-14">
          <Skeleton className="h-4 w-6" />
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-4 flex-1" />
        </div>
      ))}
    </div>
  );
}
