/** A comparison as a table, and the way to take the model of a column that did best. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentCheck } from '#contract/agent-checks.ts';
import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import { type Agent, agentsApi } from '#contract/agents.ts';
import type { Comparison } from '#contract/comparisons.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { keepAgent } from '../queries.ts';
import type { ComparedAgent } from './column-choice.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { texts } from './texts.ts';
import { sumOf } from './use-comparison.ts';

export type ShownProps = Pick<ComparedAgent, 'agent' | 'models'> & {
  checks: AgentCheck[];
  onUsed: () => void;
};

export function ShownComparison({
  comparison,
  isRunning,
  agent,
  checks,
  models,
  onUsed,
}: ShownProps & { comparison: Comparison; isRunning: boolean }) {
  const [taken, setTaken] = useState<number | null>(null);
  const { columns, cells } = comparison;
  const names = columnNames(columns, { agent, models });
  const modelName = taken === null ? '' : modelNameOf(models, columns[taken]?.model ?? '');
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
          text={texts.confirm(agent.name, modelName, sum.held, sum.ended)}
          onCancel={() => setTaken(null)}
          onUsed={onUsed}
        />
      )}
    </>
  );
}

/** By what sets the columns apart: the version, the model or both. */
function columnNames(
  columns: Comparison['columns'],
  { agent, models }: Pick<ComparedAgent, 'agent' | 'models'>,
): string[] {
  const isOneVersion = new Set(columns.map(({ version_id }) => version_id)).size === 1;
  const isOneModel = new Set(columns.map(({ model }) => model)).size === 1;
  return columns.map((column) => {
    const version = versionName(agent, column);
    const model = modelNameOf(models, column.model);
    if (isOneVersion) return model;
    return isOneModel ? version : `${version} · ${model}`;
  });
}

function versionName(
  { candidate_version_id }: Agent,
  { version_id, saved_at, is_current }: Comparison['columns'][number],
): string {
  if (is_current) return texts.now;
  if (version_id === candidate_version_id) return texts.candidate;
  return saved_at === null ? texts.oldVersion : texts.savedAt(formatDateTime(saved_at), undefined);
}

const modelNameOf = (models: ComparedAgent['models'], model: string): string =>
  model === 'local' ? texts.local : (models.find(({ id }) => id === model)?.name ?? model);

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
