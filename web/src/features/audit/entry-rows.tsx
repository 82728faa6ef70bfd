/** Entries as a table; where there is no room for one, each is a card. */
import type { AuditEntry } from '#contract/audit.ts';
import { classes } from '../../ui/classes.ts';
import { cardLook } from '../../ui/display/card.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { type Column, TableOrCards } from '../../ui/page/table-or-cards.tsx';
import { Changes, ObjectCell, Origin, When, Who } from './entry-cells.tsx';
import { sentenceOf } from './sentences.ts';
import { texts } from './texts.ts';

type EntryRowsProps = { entries: AuditEntry[]; onOnly: (actor: number) => void };
type EntryProps = { entry: AuditEntry; onOnly: (actor: number) => void };

const names = texts.columns;

const columnsWith = (onOnly: (actor: number) => void): Column<AuditEntry>[] => [
  { header: names.when, width: 'w-[11.5%]', cell: (entry) => <When entry={entry} /> },
  { header: names.who, width: 'w-[18%]', cell: (entry) => <Who entry={entry} onOnly={onOnly} /> },
  {
    header: names.what,
    width: 'w-[150px]',
    cell: (entry) => <span className="block text-control leading-snug">{sentenceOf(entry)}</span>,
  },
  { header: names.object, width: 'w-[176px]', cell: (entry) => <ObjectCell entry={entry} /> },
  { header: names.change, cell: (entry) => <Changes entry={entry} /> },
  { header: names.origin, width: 'w-[13%]', cell: (entry) => <Origin entry={entry} /> },
];

export function EntryRows({ entries, onOnly }: EntryRowsProps) {
  return (
    <TableOrCards
      label={texts.list}
      width={920}
      columns={columnsWith(onOnly)}
      rows={entries}
      rowLook="align-top [&>*]:px-3.5 [&>*]:py-2.5"
      card={(entry) => <EntryCard entry={entry} onOnly={onOnly} />}
    />
  );
}

function EntryCard({ entry, onOnly }: EntryProps) {
  return (
    <li className={classes(cardLook, 'grid gap-3 p-4')}>
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium">{sentenceOf(entry)}</p>
        <When entry={entry} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 @min-[640px]:grid-cols-[1fr_1fr_1.4fr_1fr] @min-[640px]:[&>*]:col-span-1 [&_dt]:mb-0.5 [&_dt]:text-tiny [&_dt]:text-ink-3">
        <div className="min-w-0">
          <dt>{names.who}</dt>
          <dd>
            <Who entry={entry} onOnly={onOnly} />
          </dd>
        </div>
        <div className="min-w-0">
          <dt>{names.object}</dt>
          <dd>
            <ObjectCell entry={entry} />
          </dd>
        </div>
        <div className="col-span-2 min-w-0">
          <dt>{names.change}</dt>
          <dd>
            <Changes entry={entry} />
          </dd>
        </div>
        <div className="col-span-2 min-w-0">
          <dt>{names.origin}</dt>
          <dd>
            <Origin entry={entry} />
          </dd>
        </div>
      </dl>
    </li>
  );
}

export function EntryRowSkeletons() {
  return (
    <div aria-busy="true" data-skeleton className={classes(cardLook, '@container divide-y divide-line')}>
      {[1, 2, 3, 4, 5].map((row) => (
        <div
          key={row}
          className="flex h-[200px] items-start gap-6 px-3.5 pt-4 @min-[920px]:h-[62px] @min-[920px]:items-center @min-[920px]:pt-0"
        >
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="hidden h-4 flex-1 @min-[920px]:block" />
        </div>
      ))}
    </div>
  );
}
