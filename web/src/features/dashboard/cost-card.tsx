/** The cost of the period's answers, with the change against the period before; tests and checks stand apart. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { TimeRange } from '#contract/stats.ts';
import { formatCost, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { classes } from '../../ui/classes.ts';
import { cardLook } from '../../ui/display/card.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { isSuperadmin } from '../session/role.ts';
import { useMe } from '../session/use-me.tsx';
import { changeOf } from './change.ts';
import { ChangeMark } from './figures.tsx';
import { tokenShares } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.cost;

export function CostCard({ range }: { range: TimeRange }) {
  const { data, isError, isPlaceholderData } = useQuery(tokenShares(range));
  // The list of shares below says why it failed, and tries again.
  if (isError) return null;
  return (
    <dl className={classes(cardLook, 'p-[18px] transition-opacity', isPlaceholderData && 'opacity-60')}>
      <dt className="flex min-h-[22px] items-center justify-between gap-2 text-small text-ink-2">
        {texts.title}
        {data && (
          <ChangeMark
            plain
            change={changeOf(data.cost_brl_micro, data.previous_cost_brl_micro ?? undefined)}
          />
        )}
      </dt>
      <dd className="mt-2 flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <p className="min-h-10 font-serif text-[36px] leading-10 font-medium">
          {data ? formatCost(data.cost_brl_micro) : <Skeleton className="h-9 w-40" />}
        </p>
        {data && data.tests.cost_brl_micro > 0 && (
          <p className="text-small text-ink-2">{texts.tests(formatCost(data.tests.cost_brl_micro))}</p>
        )}
        {data && <Unpriced calls={data.unpriced_calls + data.tests.unpriced_calls} />}
      </dd>
    </dl>
  );
}

/** Only superadmins reach the prices. */
function Unpriced({ calls }: { calls: number }) {
  const mayType = isSuperadmin(useMe());
  if (calls === 0) return null;
  const words = texts.unpriced(calls, formatNumber(calls));
  return mayType ? (
    <Link to={paths.adminPrices} className="text-small text-brand-ink underline">
      {words}
    </Link>
  ) : (
    <p className="text-small text-ink-2">{words}</p>
  );
}
