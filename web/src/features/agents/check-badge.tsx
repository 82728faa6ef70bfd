/** How the last run of the checks went, for whoever is about to deploy. It informs and stops nobody. */
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import type { CheckRun } from '#contract/agent-checks.ts';
import { Badge } from '../../ui/badge.tsx';
import { agentChecks } from './check-queries.ts';
import { texts as all } from './check-texts.ts';

const texts = all.badge;

/** Nothing for an agent without checks, and nothing while it is not known how they went: their tab says why. */
export function CheckBadge({ agentId }: { agentId: number }) {
  const { data } = useQuery(agentChecks(agentId));
  if (!data || data.checks.length === 0) return null;
  return data.last_run ? <CheckRunBadge run={data.last_run} /> : <Badge tone="warn">{texts.never}</Badge>;
}

export function CheckRunBadge({ run: { held, total, finished_at, is_current } }: { run: CheckRun }) {
  if (finished_at === null) return <Badge tone="warn">{texts.broken}</Badge>;
  if (!is_current) return <Badge tone="warn">{texts.stale}</Badge>;
  return (
    <Badge tone={held === total ? 'ok' : 'danger'} icon={<ListChecks />}>
      {texts.held(held, total)}
    </Badge>
  );
}
