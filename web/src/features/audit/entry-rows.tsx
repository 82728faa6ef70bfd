/** Entries as a table; on a phone each is a card. */
import type { AuditEntry } from '#contract/audit.ts';
import { useMobile } from '../../lib/use-mobile.ts';
import { cardLook } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Changes, ObjectCell, Origin, When, Who } from './entry-cells.tsx';
import { sentenceOf } from './sentences.ts';
import { texts } from './texts.ts';

type EntryRowsProps = { entries: AuditEntry[]; onOnly: (actor: number) => void };
type EntryProps = { entry: AuditEntry; onOnly: (actor: number) => void };

const { columns } = texts;
const widths = ['w-[106px]', 'w-[170px]', 'w-[150px]', 'w-[176px]', null, 'w-[140px]'];

export function EntryRows({ entries, onOnly }: EntryRowsProps) {
  const mobile = useMobile();
  if (mobile) {
    return (
      <ul aria-label={texts.list} className="grid gap-3">
        {entries.map((entry) => (
          <EntryCard key={entry.id} entry={entry} onOnly={onOnly} />
        ))}
      </ul>
    );
  }
  return (
    <div className={classes(cardLook, 'overflow-x-auto')}>
      <table aria-label={texts.list} className="w-full min-w-[960px] table-fixed text-left">
        <thead>
          <tr className="h-9 border-b border-line text-tiny text-ink-2">
            {Object.values(columns).map((name, index) => (
              <th key={name} scope="col" className={classes('px-3 font-medium', widths[index])}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {entries.map((entry) => (
            <TableRow key={entry.id} entry={entry} onOnly={onOnly} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableRow({ entry, onOnly }: EntryProps) {
  return (
    <tr className="align-top [&>*]:px-3 [&>*]:py-2.5">
      <td>
        <When entry={entry} />
      </td>
      <td>
        <Who entry={entry} onOnly={onOnly} />
      </td>
      <td className="text-control leading-snug">{sentenceOf(entry)}</td>
      <td>
        <ObjectCell entry={entry} />
      </td>
      <td>
        <Changes entry={entry} />
      </td>
      <td>
        <Origin entry={entry} />
      </td>
    </tr>
  );
}

function EntryCard({ entry, onOnly }: EntryProps) {
  return (
    <li className={classes(cardLook, 'grid gap-3 p-4')}>
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium">{sentenceOf(entry)}</p>
        <When entry={entry} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 [&_dt]:mb-0.5 [&_dt]:text-tiny [&_dt]:text-ink-3">
        <div className="min-w-0">
          <dt>{columns.who}</dt>
          <dd>
            <Who entry={entry} onOnly={onOnly} />
          </dd>
        </div>
        <div className="min-w-0">
          <dt>{columns.object}</dt>
          <dd>
            <ObjectCell entry={entry} />
          </dd>
        </div>
        <div className="col-span-2 min-w-0">
          <dt>{columns.change}</dt>
          <dd>
            <Changes entry={entry} />
          </dd>
        </div>
        <div className="col-span-2 min-w-0">
          <dt>{columns.origin}</dt>
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
    <div aria-busy="true" data-skeleton className={classes(cardLook, 'divide-y divide-line')}>
      {[1, 2, 3, 4, 5].map((row) => (
        <div
          key={row}
          className="flex h-[62px] items-center gap-6 px-3 phone:h-[200px] phone:items-start phone:pt-4"
        >
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 flex-1 phone:hidden" />
        </div>
      ))}
    </div>
  );
}
