/** Chooses models and compares them on the checks of an agent; the one that does best can be taken at once. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Comparison } from '#contract/agent-checks.ts';
import { type Agent, agentsApi } from '#contract/agents.ts';
import { COMPARED_MODELS_MAX } from '#contract/limits.ts';
import { AGENT_FALLBACK } from '#contract/model-catalogue.ts';
import type { ModelInfo } from '#contract/models.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { modelCatalogue } from '../../admin/model-picker.tsx';
import { agentChecks, type Checks } from '../checks/queries.ts';
import { keepAgent } from '../queries.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { formatMicroBRL, texts } from './texts.ts';
import { comparisonOf, sumOf, useComparison } from './use-comparison.ts';

type CompareDialogProps = { agent: Agent; onClose: () => void };

export function CompareDialog({ agent, onClose }: CompareDialogProps) {
  const checks = useQuery(agentChecks(agent.id));
  const models = useQuery(modelCatalogue());
  return (
    <Modal open onClose={onClose} title={texts.title} line={texts.line} size="large">
      {checks.isPending || models.isPending ? (
        <Skeleton className="h-40 w-full" />
      ) : !checks.data ? (
        <LoadFailure query={checks} text={texts.loadFailed} />
      ) : !models.data ? (
        <LoadFailure query={models} text={texts.loadFailed} />
      ) : checks.data.checks.length === 0 ? (
        <Alert tone="info" title={texts.noChecks}>
          <Link to={{ search: '?tab=test' }} onClick={onClose} className={buttonLook('secondary', 'small')}>
            {texts.toChecks}
          </Link>
        </Alert>
      ) : (
        <Comparing agent={agent} checks={checks.data.checks} models={models.data} onClose={onClose} />
      )}
    </Modal>
  );
}

type ComparingProps = CompareDialogProps & { checks: Checks['checks']; models: ModelInfo[] };

function Comparing({ agent, checks, models, onClose }: ComparingProps) {
  const { known, start, stop, failure, reading } = useComparison(agent.id);
  const [choosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  if (!known.data)
    return known.isPending ? (
      <Skeleton className="h-40 w-full" />
    ) : (
      <LoadFailure query={known} text={texts.loadFailed} />
    );
  const { comparisons, cost_per_check } = known.data;
  const [newest] = comparisons;
  const begin = (compared: string[]) =>
    void start(compared, () => {
      setChoosing(false);
      setChosen(null);
    });
  // The choice stays until a comparison of it has begun.
  if (!newest || choosing)
    return (
      <ModelChoice
        agent={agent}
        models={models}
        checks={checks.length}
        costs={cost_per_check}
        failure={failure}
        busy={reading}
        onStart={begin}
      />
    );
  const isRunning = reading || newest.is_running;
  const older = comparisons.find(({ id }) => id === chosen && id !== newest.id);
  const shown = { agent, checks, models, onUsed: onClose };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failure !== null && <Alert title={failureText(failure, texts.failed)} />}
      <ComparisonSelect comparisons={comparisons} chosen={older ?? newest} onChoose={setChosen} />
      {older ? (
        <OlderComparison key={older.id} id={older.id} {...shown} />
      ) : (
        <>
          <Progress
            comparison={newest}
            checks={checks.length}
            isRunning={isRunning}
            onStop={() => stop(newest)}
            onAgain={() => setChoosing(true)}
          />
          <ShownComparison comparison={newest} isRunning={isRunning} {...shown} />
        </>
      )}
    </div>
  );
}

type ComparisonSelectProps = {
  comparisons: Comparison[];
  chosen: Comparison;
  onChoose: (id: number) => void;
};

function ComparisonSelect({ comparisons, chosen, onChoose }: ComparisonSelectProps) {
  if (comparisons.length < 2) return null;
  return (
    <NativeSelect
      label={texts.comparison}
      value={String(chosen.id)}
      options={comparisons.map(({ id, started_at }, place) => ({
        value: String(id),
        label: place === 0 ? texts.newest(formatDateTime(started_at)) : formatDateTime(started_at),
      }))}
      onChange={(id) => onChoose(Number(id))}
    />
  );
}

type ProgressProps = {
  comparison: Comparison;
  checks: number;
  isRunning: boolean;
  onStop: () => Promise<unknown>;
  onAgain: () => void;
};

function Progress({ comparison, checks, isRunning, onStop, onAgain }: ProgressProps) {
  const { cells, columns, finished_at } = comparison;
  const stopping = useTask(async () => {
    await onStop();
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span role="status" className="text-small text-ink-2 tabular-nums empty:-mr-3">
        {isRunning
          ? texts.progress(cells.length, checks * columns.length)
          : finished_at === null && texts.stopped}
      </span>
      {isRunning ? (
        <Button size="small" busy={stopping.busy} onClick={stopping.run}>
          {texts.stop}
        </Button>
      ) : (
        <Button size="small" onClick={onAgain}>
          {texts.again}
        </Button>
      )}
    </div>
  );
}

type ShownProps = Omit<ComparingProps, 'onClose'> & { onUsed: () => void };

function OlderComparison({ id, ...shown }: ShownProps & { id: number }) {
  const found = useQuery(comparisonOf(id));
  if (found.data) return <ShownComparison comparison={found.data} isRunning={false} {...shown} />;
  return found.isPending ? (
    <Skeleton className="h-40 w-full" />
  ) : (
    <LoadFailure query={found} text={texts.loadFailed} />
  );
}

function ShownComparison({
  comparison,
  isRunning,
  agent,
  checks,
  models,
  onUsed,
}: ShownProps & { comparison: Comparison; isRunning: boolean }) {
  const [taken, setTaken] = useState<number | null>(null);
  const { columns, cells } = comparison;
  const names = columns.map(({ model }) => models.find(({ id }) => id === model)?.name ?? model);
  const sum = taken === null ? null : sumOf(cells, taken);
  const model = taken === null ? undefined : columns[taken]?.model;
  return (
    <>
      <ComparisonTable
        comparison={comparison}
        checks={checks}
        names={names}
        isRunning={isRunning}
        present={agent.model ?? AGENT_FALLBACK.model}
        onUse={setTaken}
      />
      {taken !== null && sum && model !== undefined && (
        <UseModel
          agent={agent}
          model={model}
          text={texts.confirm(agent.name, names[taken] ?? model, sum.held, sum.ended)}
          onCancel={() => setTaken(null)}
          onUsed={onUsed}
        />
      )}
    </>
  );
}

type ModelChoiceProps = {
  agent: Agent;
  models: ModelInfo[];
  checks: number;
  costs: Record<string, number | null>;
  failure: unknown;
  busy: boolean;
  onStart: (models: string[]) => void;
};

/** The present model is the first, and stays. */
function ModelChoice({ agent, models, checks, costs, failure, busy, onStart }: ModelChoiceProps) {
  const present = agent.model ?? AGENT_FALLBACK.model;
  // A retired model is compared with its successor first.
  const successor = models.find(({ id }) => id === present)?.runs_on;
  const [others, setOthers] = useState<string[]>([successor ?? '']);
  const chosen = [present, ...others.filter(Boolean)];
  const nameOf = (id: string) => models.find((one) => one.id === id)?.name ?? id;
  const isFree = ({ id, configured, state }: ModelInfo, own: string) =>
    id === own || (configured && state !== 'retired' && !chosen.includes(id));
  return (
    <div className="grid gap-4">
      {failure !== null && <Alert title={failureText(failure, texts.failed)} />}
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 text-label font-medium">{texts.models}</legend>
        <p>
          {nameOf(present)} <span className="text-small text-ink-3">({texts.present})</span>
        </p>
        {others.map((own, place) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a place keeps its select, whichever model it holds.
            key={place}
            label={texts.model(place + 2)}
            value={own}
            options={[
              { value: '', label: texts.choose },
              ...models.filter((one) => isFree(one, own)).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(id) => setOthers(others.map((one, at) => (at === place ? id : one)))}
          />
        ))}
        {others.length < COMPARED_MODELS_MAX - 1 && others.every(Boolean) && (
          <Button size="small" className="justify-self-start" onClick={() => setOthers([...others, ''])}>
            {texts.add}
          </Button>
        )}
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-ink-2">
          {texts.size(checks, chosen.length)}, {costText(chosen, checks, costs)}
        </p>
        <Button variant="primary" busy={busy} disabled={chosen.length < 2} onClick={() => onStart(chosen)}>
          {texts.start}
        </Button>
      </div>
    </div>
  );
}

function costText(models: string[], checks: number, costs: Record<string, number | null>): string {
  const each = models.map((model) => costs[model] ?? null);
  if (each.includes(null)) return texts.noCost;
  return texts.about(formatMicroBRL(checks * each.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)));
}

type UseModelProps = {
  agent: Agent;
  model: string;
  text: string;
  onCancel: () => void;
  onUsed: () => void;
};

function UseModel({ agent, model, text, onCancel, onUsed }: UseModelProps) {
  const cache = useQueryClient();
  const use = useTask(async () => {
    await keepAgent(cache, await call(agentsApi.update, { params: { id: agent.id }, body: { model } }));
    onUsed();
  });
  return (
    <Confirm
      open
      variant="primary"
      text={text}
      failure={use.failure === null ? null : failureText(use.failure, texts.useFailed)}
      cancelLabel={texts.cancel}
      confirmLabel={use.busy ? texts.using : texts.confirmUse}
      busy={use.busy}
      onCancel={onCancel}
      onConfirm={use.run}
    />
  );
}
