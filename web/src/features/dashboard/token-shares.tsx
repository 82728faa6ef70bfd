/** Where the tokens went: three lists of bars. */
import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import type { TokenShares as Shares, TimeRange } from '#contract/stats.ts';
import { failureWords } from '../../api/error-message.ts';
import { formatCompact, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { percentOf } from '../../ui/percent.ts';
import { tokenShares } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.tokens;
const FIRST = 5;

export function TokenShares({ range }: { range: TimeRange }) {
  const found = useQuery(tokenShares(range));
  const { data } = found;
  return (
    <Card title={texts.title} line={data && data.tokens > 0 && texts.total(formatNumber(data.tokens))}>
      {found.isError && (
        <Alert
          {...failureWords(found.error, texts.loadFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.isPending && <Skeletons />}
      {data?.tokens === 0 && <EmptyState icon={<ChartColumn />} title={texts.none} line={texts.noneLine} />}
      {data && data.tokens > 0 && (
        <div
          aria-busy={found.isFetching}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-7 md:grid-cols-3"
        >
          {listsOf(data).map(({ title, rows }) => (
            <ShareList key={title} title={title} rows={rows} whole={data.tokens} />
          ))}
        </div>
      )}
    </Card>
  );
}

type Row = { key: string; name: string; tokens: number; calls: number };

function listsOf({ models, agents, groups }: Shares): { title: string; rows: Row[] }[] {
  return [
    {
      title: texts.by.models,
      rows: models.map(({ model, ...spent }) => ({ ...spent, key: model, name: model })),
    },
    {
      title: texts.by.agents,
      rows: agents.map(({ agent_id, agent_name, tokens, calls }) => ({
        key: String(agent_id),
        name: agent_name ?? texts.goneAgent,
        tokens,
        calls,
      })),
    },
    {
      title: texts.by.groups,
      rows: groups.map(({ user_group_id, group_name, tokens, calls }) => ({
        key: String(user_group_id),
        name: group_name ?? texts.goneGroup,
        tokens,
        calls,
      })),
    },
  ];
}

function ShareList({ title, rows, whole }: { title: string; rows: Row[]; whole: number }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  return (
    <section aria-label={`${texts.title} ${title.toLowerCase()}`} className="min-w-0">
      <h3 className="mb-3 text-control font-semibold">{title}</h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {shown.map((row) => (
          <Share key={row.key} row={row} percent={percentOf(row.tokens, whole)} />
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

function Share({ row: { name, tokens, calls }, percent }: { row: Row; percent: number }) {
  return (
    <li>
      <p className="flex items-baseline justify-between gap-3 text-small">
        <span title={name} className="min-w-0 truncate text-ink">
          {name}
        </span>
        <span title={formatNumber(tokens)} className="shrink-0 text-ink-2 tabular-nums">
          {formatCompact(tokens)}
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
