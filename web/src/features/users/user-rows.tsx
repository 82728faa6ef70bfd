/** People as a table; where there is no room for one, each is a card. */
import type { ReactNode } from 'react';
import type { User } from '#contract/users.ts';
import { classes } from '../../ui/classes.ts';
import { cardLook } from '../../ui/display/card.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { type Column, TableOrCards } from '../../ui/page/table-or-cards.tsx';
import {
  type CellProps,
  GroupCell,
  Identity,
  LastLogin,
  RoleCell,
  StatusCell,
  TokensCell,
} from './person-cells.tsx';
import { Pick, type Picks } from './picked-people.tsx';
import { texts } from './texts.ts';
import type { UserChanges } from './use-user-changes.ts';

/** `picks`: people can be picked. */
type UserRowsProps = { users: User[]; changes: UserChanges; picks?: Picks | undefined };

const names = texts.columns;

const columnsWith = (changes: UserChanges, picks: Picks | undefined): Column<User>[] => [
  ...(picks ? [pickColumn(picks)] : []),
  { header: names.name, cell: (user) => <Identity user={user} changes={changes} />, isRowHeader: true },
  { header: names.role, width: 'w-[172px]', cell: (user) => <RoleCell user={user} changes={changes} /> },
  { header: names.status, width: 'w-[128px]', cell: (user) => <StatusCell user={user} changes={changes} /> },
  { header: names.group, width: picks ? 'w-[150px]' : 'w-[18%]', cell: (user) => <GroupCell user={user} /> },
  { header: names.tokens, width: 'w-[100px]', cell: (user) => <TokensCell user={user} /> },
  { header: names.lastLogin, width: 'w-[156px]', cell: (user) => <LastLogin user={user} /> },
];

const pickColumn = (picks: Picks): Column<User> => ({
  header: texts.absent.column,
  width: 'w-[84px]',
  cell: (user) => <Pick user={user} picks={picks} />,
});

export function UserRows({ users, changes, picks }: UserRowsProps) {
  return (
    <TableOrCards
      label={texts.list}
      width={picks ? 1_000 : 920}
      columns={columnsWith(changes, picks)}
      rows={users}
      rowLook="[&>*]:px-3.5 [&>*]:py-2.5"
      card={(user) => <Card user={user} changes={changes} picks={picks} />}
    />
  );
}

function Card({ user, changes, picks }: CellProps & { picks: Picks | undefined }) {
  return (
    <li className={classes(cardLook, 'grid gap-3 p-4')}>
      <div className="flex items-start justify-between gap-3">
        <Identity user={user} changes={changes} />
        {picks && <Pick user={user} picks={picks} />}
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 @min-[640px]:grid-cols-4">
        <Fact name={names.role}>
          <RoleCell user={user} changes={changes} />
        </Fact>
        <Fact name={names.status}>
          <StatusCell user={user} changes={changes} />
        </Fact>
        <Fact name={names.group}>
          <GroupCell user={user} />
        </Fact>
        <Fact name={names.lastLogin}>
          <LastLogin user={user} />
        </Fact>
        <Fact name={names.tokens} wide>
          <TokensCell user={user} />
        </Fact>
      </dl>
    </li>
  );
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes('flex min-w-0 flex-col', wide && 'col-span-full')}>
      <dt className="mb-0.5 text-tiny text-ink-3">{name}</dt>
      {/* Beside a choice or a switch, words stand at the height of its own. */}
      <dd className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-center">{children}</dd>
    </div>
  );
}

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6];

export function UserRowSkeletons() {
  return (
    <div aria-busy="true" data-skeleton className={classes(cardLook, '@container divide-y divide-line')}>
      {SKELETON_ROWS.map((row) => (
        <div
          key={row}
          className="flex h-[180px] items-start gap-3 px-3.5 pt-4 @min-[920px]:h-[62px] @min-[920px]:items-center @min-[920px]:pt-0"
        >
          <Skeleton className="size-8 rounded-full" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-52" />
          </div>
          <Skeleton className="hidden h-8 w-2/5 @min-[920px]:block" />
        </div>
      ))}
    </div>
  );
}
