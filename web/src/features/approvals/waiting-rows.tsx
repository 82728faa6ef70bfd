import type { WaitingPerson } from '#contract/approvals.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { classes } from '../../ui/classes.ts';
import { cardLook } from '../../ui/display/card.tsx';
import { Fact } from '../../ui/display/fact.tsx';
import { type Column, PickBox, TableOrCards } from '../../ui/page/table-or-cards.tsx';
import { texts } from './texts.ts';

type Picks = { picked: ReadonlySet<number>; onPick: (picked: ReadonlySet<number>) => void };

const names = texts.columns;

export function WaitingRows({ rows, ...picks }: Picks & { rows: WaitingPerson[] }) {
  const isAll = rows.every(({ id }) => picks.picked.has(id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <label className="flex items-center gap-2.5 text-small text-ink-2 phone:min-h-11">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => picks.onPick(new Set(isAll ? [] : rows.map(({ id }) => id)))}
          className="size-4 accent-brand"
        />
        {texts.pickAll}
      </label>
      <TableOrCards
        label={texts.list}
        width={760}
        columns={columnsWith(picks)}
        rows={rows}
        rowLook="[&>*]:px-3.5 [&>*]:py-2.5"
        card={(person) => (
          <li className={classes(cardLook, 'grid gap-3 p-4')}>
            <div className="flex items-start justify-between gap-3">
              <Identity {...person} />
              <Pick person={person} {...picks} />
            </div>
            <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-small">
              <Fact name={names.since}>
                <Since {...person} />
              </Fact>
              <Fact name={names.via}>{person.via_provider ?? texts.registration}</Fact>
              <Fact name={names.group}>{person.user_group?.name ?? texts.noGroup}</Fact>
            </dl>
          </li>
        )}
      />
    </div>
  );
}

const columnsWith = (picks: Picks): Column<WaitingPerson>[] => [
  { header: names.pick, width: 'w-[84px]', cell: (person) => <Pick person={person} {...picks} /> },
  { header: names.name, isRowHeader: true, cell: (person) => <Identity {...person} /> },
  { header: names.since, width: 'w-[190px]', cell: (person) => <Since {...person} /> },
  {
    header: names.via,
    width: 'w-[128px]',
    cell: ({ via_provider }) => (
      <span className="text-small wrap-anywhere text-ink-2">{via_provider ?? texts.registration}</span>
    ),
  },
  {
    header: names.group,
    width: 'w-[160px]',
    cell: ({ user_group }) => (
      <span className="text-small wrap-anywhere text-ink-2">{user_group?.name ?? texts.noGroup}</span>
    ),
  },
];

const Identity = ({ name, email }: WaitingPerson) => (
  <div className="min-w-0">
    <span className="block text-control font-medium wrap-anywhere">{name}</span>
    <span className="block text-small wrap-anywhere text-ink-2">{email}</span>
  </div>
);

const Since = ({ since, deletion_due }: WaitingPerson) => (
  <span className="text-small text-ink-2 tabular-nums">
    {formatDateTime(since)}
    {deletion_due && <span className="block text-ink-3">{texts.erased(formatDate(deletion_due))}</span>}
  </span>
);

function Pick({ person: { id, name }, picked, onPick }: Picks & { person: WaitingPerson }) {
  const flip = () => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    onPick(next);
  };
  return <PickBox label={texts.pick(name)} checked={picked.has(id)} onChange={flip} />;
}
