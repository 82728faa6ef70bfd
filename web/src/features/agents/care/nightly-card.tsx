/** Whether an agent's checks are run every night, who hears of it, and how the last runs went. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { CheckRun } from '#contract/agent-checks.ts';
import { type Agent, type AgentChange, agentsApi } from '#contract/agents.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { PersonSearch } from '../../admin/person-search.tsx';
import { agentChecks } from '../checks/queries.ts';
import { keepAgent } from '../queries.ts';
import { GateChoice } from './gate-bar.tsx';
import { texts } from './texts.ts';

export function NightlyCard({ agent }: { agent: Agent }) {
  const cache = useQueryClient();
  const save = useTask(async (body: AgentChange) => {
    await keepAgent(cache, await call(agentsApi.update, { params: { id: agent.id }, body }));
  });
  const known = useQuery(agentChecks(agent.id));
  return (
    <Card title={texts.title} line={texts.line}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Switch
          label={texts.nightly}
          line={texts.nightlyLine}
          checked={agent.nightly_checks}
          disabled={save.busy}
          onChange={(nightly_checks) => save.run({ nightly_checks })}
        />
        <Owner
          owner={agent.owner}
          busy={save.busy}
          onChange={(owner_user_id) => save.run({ owner_user_id })}
        />
        <GateChoice agent={agent} />
        {save.failure !== null && <Alert title={failureText(save.failure, texts.changeFailed)} />}
        {known.data && known.data.runs.length > 0 && <Runs runs={known.data.runs} />}
      </div>
    </Card>
  );
}

type OwnerProps = { owner: Agent['owner']; busy: boolean; onChange: (id: number | null) => void };

function Owner({ owner, busy, onChange }: OwnerProps) {
  if (!owner)
    return (
      <div className="@container grid gap-1">
        <PersonSearch
          label={texts.owner}
          placeholder={texts.findPlaceholder}
          onChoose={({ id }) => onChange(id)}
        />
        <p className="text-small text-ink-2">{texts.ownerLine}</p>
      </div>
    );
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-semibold">{texts.owner}</p>
        <p className="truncate text-small text-ink-2">{owner.name}</p>
      </div>
      <IconButton label={texts.dropOwner(owner.name)} disabled={busy} onClick={() => onChange(null)}>
        <X />
      </IconButton>
    </div>
  );
}

function Runs({ runs }: { runs: CheckRun[] }) {
  return (
    <section aria-label={texts.runs} className="grid gap-2">
      <h3 className="text-label font-medium">{texts.runs}</h3>
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <li key={run.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-small">
            <time dateTime={run.started_at} className="text-ink-2 tabular-nums">
              {formatDateTime(run.started_at)}
            </time>
            <span className="text-ink-3">{run.night === null ? texts.byHand : texts.night}</span>
            <RunOutcome run={run} />
            <span className="ml-auto text-ink-3 tabular-nums">{texts.tokens(formatNumber(run.tokens))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RunOutcome({ run: { note, finished_at, held, total, errors } }: { run: CheckRun }) {
  if (note === 'tokens') return <span className="text-ink-2">{texts.leftOut}</span>;
  if (finished_at === null) return <Badge tone="warn">{texts.broken}</Badge>;
  return (
    <>
      <Badge tone={held === total ? 'ok' : 'danger'}>{texts.held(held, total)}</Badge>
      {errors > 0 && <Badge tone="warn">{texts.errors(errors)}</Badge>}
    </>
  );
}
