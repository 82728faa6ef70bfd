/** How the last run of the checks went, for whoever is about to deploy. It informs and stops nobody. */
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { agentChecks, type Checks } from './check-queries.ts';
import { isOld } from './check-run-age.ts';
import { texts as all } from './check-texts.ts';

const texts = all.badge;

/** Nothing for an agent without checks, and nothing while it is not known how they went: their tab says why. */
export function CheckBadge({ agentId }: { agentId: number }) {
  const { data } = useQuery(agentChecks(agentId));
  if (!data || data.checks.length === 0) return null;
  return <CheckRunBadge known={data} />;
}

export function CheckRunBadge({ known }: { known: Checks }) {
  const { last_run } = known;
  if (!last_run) return <Badge tone="warn">{texts.never}</Badge>;
  if (last_run.finished_at === null) return <Badge tone="warn">{texts.broken}</Badge>;
  if (isOld(known)) return <Badge tone="warn">{texts.stale}</Badge>;
  const { held, total } = last_run;
  return (
    <Badge tone={held === total ? 'ok' : 'danger'} icon={<ListChecks />}>
      {texts.held(held, total)}
    </Badge>
  );
}
