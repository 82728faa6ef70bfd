/** The tokens and the cost of an agent's conversations in the last thirty days. */
import { useQuery } from '@tanstack/react-query';
import { formatCost, formatNumber } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { tokenShares } from '../../dashboard/queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.page.spending;

export function AgentSpending({ agentId }: { agentId: number }) {
  const { data, isError } = useQuery(tokenShares('month'));
  // It stands beside the page's work, which goes on without it.
  if (isError) return null;
  if (!data) return <Skeleton className="h-5 w-72 max-w-full" />;
  const share = data.agents.find(({ agent_id }) => agent_id === agentId);
  if (!share) return <p className="text-small text-ink-2">{texts.none}</p>;
  const { tokens, calls, cost_brl_micro, unpriced_calls } = share;
  const isUnknown = cost_brl_micro === 0 && unpriced_calls > 0;
  const parts = [
    texts.tokens(formatNumber(tokens), calls, formatNumber(calls)),
    isUnknown ? null : formatCost(cost_brl_micro),
    unpriced_calls > 0 ? texts.unpriced(unpriced_calls, formatNumber(unpriced_calls)) : null,
  ];
  return <p className="text-small text-ink-2">{`${texts.range} ${parts.filter(Boolean).join(' · ')}`}</p>;
}
