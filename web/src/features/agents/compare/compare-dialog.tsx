/** Chooses versions and models, and compares them on the checks of an agent. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Agent, agentsApi } from '#contract/agents.ts';
import type { ComparedColumn, Comparison } from '#contract/comparisons.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { modelCatalogue, modelDefaults } from '../../admin/model-picker.tsx';
import { agentChecks, type Checks } from '../checks/queries.ts';
import { ColumnChoice, type ComparedAgent, type ComparedThing } from './column-choice.tsx';
import { ShownComparison, type ShownProps } from './shown-comparison.tsx';
import { texts } from './texts.ts';
import { comparisonOf, useComparison } from './use-comparison.ts';

const newestVersions = (id: number) =>
  queryOptions({
    queryKey: ['agents', 'one', id, 'versions', 'newest'] as const,
    queryFn: ({ signal }) => call(agentsApi.versions, { params: { id }, query: {} }, { signal }),
  });

type CompareDialogProps = { agent: Agent; about: ComparedThing; onClose: () => void };

export function CompareDialog({ agent, about, onClose }: CompareDialogProps) {
  const checks = useQuery(agentChecks(agent.id));
  const models = useQuery(modelCatalogue());
  const defaults = useQuery(modelDefaults());
  const versions = useQuery(newestVersions(agent.id));
  const needed = [checks, models, defaults, versions];
  const failed = needed.find(({ isPending, data }) => !isPending && !data);
  return (
    <Modal open onClose={onClose} title={texts.titles[about]} line={texts.line} size="large">
      {failed ? (
        <LoadFailure query={failed} text={texts.loadFailed} />
      ) : !(checks.data && models.data && defaults.data && versions.data) ? (
        <Skeleton className="h-40 w-full" />
      ) : checks.data.checks.length === 0 ? (
        <Alert tone="info" title={texts.noChecks}>
          <Link to={{ search: '?tab=test' }} onClick={onClose} className={buttonLook('secondary', 'small')}>
            {texts.toChecks}
          </Link>
        </Alert>
      ) : (
        <Comparing
          agent={agent}
          about={about}
          checks={checks.data.checks}
          models={models.data}
          isLocal={defaults.data.local}
          versions={versions.data.data}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

type ComparingProps = CompareDialogProps & ComparedAgent & { checks: Checks['checks'] };

function Comparing({ about, checks, onClose, ...compared }: ComparingProps) {
  const { agent, models } = compared;
  const { known, start, stop, failure, reading } = useComparison(agent.id);
  // Versions are compared as they are now: the last comparison is one button away.
  const [choosing, setChoosing] = useState(about === 'versions');
  const [chosen, setChosen] = useState<number | null>(null);
  if (!known.data)
    return known.isPending ? (
      <Skeleton className="h-40 w-full" />
    ) : (
      <LoadFailure query={known} text={texts.loadFailed} />
    );
  const { comparisons, cost_per_check } = known.data;
  const [newest] = comparisons;
  const isRunning = reading || newest?.is_running === true;
  const begin = (columns: ComparedColumn[]) =>
    void start(columns, () => {
      setChoosing(false);
      setChosen(null);
    });
  // The choice stays until a comparison of it has begun.
  if (!newest || (choosing && (reading || !isRunning)))
    return (
      <ColumnChoice
        {...compared}
        about={about}
        checks={checks.length}
        costs={cost_per_check}
        failure={failure}
        busy={reading}
        onStart={begin}
        onBack={newest && (() => setChoosing(false))}
      />
    );
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

function OlderComparison({ id, ...shown }: ShownProps & { id: number }) {
  const found = useQuery(comparisonOf(id));
  if (found.data) return <ShownComparison comparison={found.data} isRunning={false} {...shown} />;
  return found.isPending ? (
    <Skeleton className="h-40 w-full" />
  ) : (
    <LoadFailure query={found} text={texts.loadFailed} />
  );
}
