/** Where the tokens and their cost went: three lists of bars. */
import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import type { TokenShares as Shares, TimeRange } from '#contract/stats.ts';
import { failureWords } from '../../api/error-message.ts';
import { formatCompact, formatCost, formatNumber } from '../../lib/format.ts';
import { choicesOf } from '../../lib/text/choices.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { percentOf } from '../../ui/percent.ts';
import { tokenShares } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.tokens;
const FIRST = 5;

type Unit = 'tokens' | 'cost';

export function TokenShares({ range }: { range: TimeRange }) {
  const [unit, setUnit] = useState<Unit>('tokens');
  const found = useQuery(tokenShares(range));
  const { data } = found;
  const whole = data && amountOf(unit, data);
  return (
    <Card
      title={texts.title}
      line={whole !== undefined && whole > 0 && lineOf[unit](whole)}
      aside={
        <Segmented label={texts.unit} value={unit} options={choicesOf(texts.units)} onChange={setUnit} />
      }
    >
      {found.isError && (
        <Alert
          {...failureWords(found.error, texts.loadFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.isPending && <Skeletons />}
      {whole === 0 && <EmptyState icon={<ChartColumn />} {...nothing[unit]} />}
      {data && whole !== undefined && whole > 0 && (
        <div
          aria-busy={found.isFetching}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-7 md:grid-cols-3"
        >
          {listsOf(data).map(({ title, rows }) => (
            <ShareList key={title} title={title} rows={biggestFirst(rows, unit)} unit={unit} whole={whole} />
          ))}
        </div>
      )}
    </Card>
  );
}

type Spent = Pick<Shares['models'][number], 'tokens' | 'cost_brl_micro'>;
type Row = { key: string; name: string; calls: number } & Spent;

const amountOf = (unit: Unit, { tokens, cost_brl_micro }: Spent): number =>
  unit === 'tokens' ? tokens : cost_brl_micro;

const lineOf = {
  tokens: (tokens: number) => texts.total(formatNumber(tokens)),
  cost: (micro: number) => texts.totalCost(formatCost(micro)),
};

const nothing = {
  tokens: { title: texts.none, line: texts.noneLine },
  cost: { title: texts.noCost, line: texts.noCostLine },
};

const biggestFirst = (rows: Row[], unit: Unit): Row[] =>
  rows
    .filter((row) => amountOf(unit, row) > 0)
    .toSorted((one, other) => amountOf(unit, other) - amountOf(unit, one));

function listsOf({ models, agents, groups }: Shares): { title: string; rows: Row[] }[] {
  return [
    {
      title: texts.by.models,
      rows: models.map((share) => ({ ...share, key: share.model, name: share.model })),
    },
    {
      title: texts.by.agents,
      rows: agents.map((share) => ({
        ...share,
        key: String(share.agent_id),
        name: share.agent_name ?? texts.goneAgent,
      })),
    },
    {
      title: texts.by.groups,
      rows: groups.map((share) => ({
        ...share,
        key: String(share.user_group_id),
        name: share.group_name ?? texts.goneGroup,
      })),
    },
  ];
}

type ShareListProps = { title: string; rows: Row[]; unit: Unit; whole: number };

function ShareList({ title, rows, unit, whole }: ShareListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  return (
    <section aria-label={`${texts.title} ${title.toLowerCase()}`} className="min-w-0">
      <h3 className="mb-3 text-control font-semibold">{title}</h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {shown.map((row) => (
          <Share key={row.key} row={row} unit={unit} percent={percentOf(amountOf(unit, row), whole)} />
        ))}
      </ul>
      {rows.length > FIRST && (
        <Button
          variant="ghost"
          size="small"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="mt-2 -ml-2.5"
        >
          {isWhole ? texts.less : texts.showAll(rows.length)}
        </Button>
      )}
    </section>
  );
}

function Share({ row, unit, percent }: { row: Row; unit: Unit; percent: number }) {
  const { name, tokens, calls, cost_brl_micro } = row;
  return (
    <li>
      <p className="flex items-baseline justify-between gap-3 text-small">
        <span title={name} className="min-w-0 truncate text-ink">
          {name}
        </span>
        <span
          title={unit === 'tokens' ? formatNumber(tokens) : undefined}
          className="shrink-0 text-ink-2 tabular-nums"
        >
          {unit === 'tokens' ? formatCompact(tokens) : formatCost(cost_brl_micro)}
        </span>
      </p>
      <div aria-hidden="true" className="my-1 h-1.5 overflow-hidden rounded-full bg-line">
        <div className="h-full min-w-0.5 rounded-full bg-brand" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-tiny text-ink-3 tabular-nums">
        {`${texts.share(percent)} · ${texts.calls(calls, formatNumber(calls))}`}
      </p>
    </li>
  );
}

function Skeletons() {
  return (
    <div role="status" className="grid gap-x-8 gap-y-7 md:grid-cols-3">
      <span className="sr-only">{texts.loading}</span>
      {Object.values(texts.by).map((title) => (
        <div key={title} className="grid gap-3.5">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      ))}
    </div>
  );
}
