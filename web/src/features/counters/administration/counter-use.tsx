/** How much a counter is used: sums of a period, and of each of its days. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Counter, CounterStatistics } from '#contract/counters.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { choicesOf } from '../../../lib/text/choices.ts';
import { writtenDay } from '../../../lib/text/day.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { counterStatistics } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.use;

type Range = `${keyof typeof texts.ranges}`;
type Figure = keyof typeof texts.figures;
type CounterUseProps = { counter: Counter; onClose: () => void };

const figures = Object.keys(texts.figures) as Figure[];

export function CounterUse({ counter: { id, name }, onClose }: CounterUseProps) {
  const [range, setRange] = useState<Range>('30');
  const found = useQuery({ ...counterStatistics(id, Number(range)), refetchOnMount: 'always' });
  return (
    <Modal
      open
      size="large"
      title={texts.title(name)}
      line={texts.line}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div>
          <Segmented
            label={texts.range}
            value={range}
            options={choicesOf<Range>(texts.ranges)}
            onChange={setRange}
          />
        </div>
        {found.isPending && (
          <div data-skeleton>
            <Skeleton className="h-40 w-full" />
          </div>
        )}
        {found.isError && <LoadFailure query={found} text={texts.loadFailed} />}
        {found.data && <Sums statistics={found.data} />}
        {found.data && <Days days={found.data.days} />}
      </div>
    </Modal>
  );
}

function Sums({ statistics: { total, open_requests, overdue_requests } }: { statistics: CounterStatistics }) {
  const shown: [name: string, value: number, note?: string][] = [
    ...figures.map((figure): [string, number] => [texts.figures[figure], total[figure]]),
    [
      texts.openRequests,
      open_requests,
      overdue_requests > 0 ? texts.overdue(overdue_requests) : undefined,
    ] as [string, number, string?],
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {shown.map(([name, value, note]) => (
        <div key={name} className="rounded-card border border-line bg-surface px-3.5 py-2.5">
          <dt className="text-tiny text-ink-3">{name}</dt>
          <dd className="text-title tabular-nums">
            {formatNumber(value)}
            {note && <span className="ml-2 font-sans text-small text-danger">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The newest day first; days on which nobody came have no row. */
function Days({ days }: { days: CounterStatistics['days'] }) {
  if (days.length === 0) return <p className="text-ink-2">{texts.none}</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-label font-medium">{texts.byDay}</h3>
      <section
        tabIndex={0}
        aria-label={texts.byDay}
        className="overflow-x-auto rounded-card border border-line bg-surface -outline-offset-2"
      >
        <table className="w-full text-left whitespace-nowrap text-small">
          <thead>
            <tr className="h-9 border-b border-line text-tiny text-ink-2">
              <th scope="col" className="px-3 font-medium">
                {texts.day}
              </th>
              {figures.map((figure) => (
                <th key={figure} scope="col" className="px-3 text-right font-medium">
                  {texts.figures[figure]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {days.toReversed().map((day) => (
              <tr key={day.day} className="h-9 tabular-nums">
                <th scope="row" className="px-3 font-normal">
                  {writtenDay(day.day)}
                </th>
                {figures.map((figure) => (
                  <td key={figure} className="px-3 text-right">
                    {formatNumber(day[figure])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
