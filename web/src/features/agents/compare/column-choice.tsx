/** The choice of what stands beside each other: two to four columns, each a version of the agent with a model. */
import { useState } from 'react';
import type { AgentVersion } from '#contract/agent-configuration.ts';
import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import type { Agent } from '#contract/agents.ts';
import type { ComparedColumn } from '#contract/comparisons.ts';
import { COMPARED_MODELS_MAX } from '#contract/limits.ts';
import type { ModelInfo } from '#contract/models.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { formatMicroBRL, texts } from './texts.ts';

/** The reason for a comparison: another model, or a change of the agent. */
export type ComparedThing = 'models' | 'versions';

export type ComparedAgent = {
  agent: Agent;
  /** The newest ones. */
  versions: AgentVersion[];
  models: ModelInfo[];
  /** No model is asked anyway. */
  isLocal: boolean;
};

type ColumnChoiceProps = ComparedAgent & {
  about: ComparedThing;
  checks: number;
  costs: Record<string, number | null>;
  failure: unknown;
  busy: boolean;
  onStart: (columns: ComparedColumn[]) => void;
  /** Absent without a comparison to go back to. */
  onBack: (() => void) | undefined;
};

export function ColumnChoice({
  about,
  checks,
  costs,
  failure,
  busy,
  onStart,
  onBack,
  ...compared
}: ColumnChoiceProps) {
  const [columns, setColumns] = useState(() => firstColumns(about, compared));
  const asked = columns.map((column) => `${column.version_id} ${modelOf(compared, column)}`);
  const areDistinct = compared.isLocal
    ? new Set(columns.map(({ version_id }) => version_id)).size === columns.length
    : new Set(asked).size === asked.length;
  const change = (place: number, column: ComparedColumn) =>
    setColumns(columns.map((one, at) => (at === place ? column : one)));
  return (
    <div className="grid gap-4">
      {failure !== null && <Alert title={failureText(failure, texts.failed)} />}
      <div className="grid gap-3">
        {columns.map((column, place) => (
          <ColumnFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a place keeps its fields, whatever they hold.
            key={place}
            place={place}
            column={column}
            {...compared}
            onChange={(changed) => change(place, changed)}
          />
        ))}
        {columns.length < COMPARED_MODELS_MAX && (
          <Button
            size="small"
            className="justify-self-start"
            onClick={() => setColumns([...columns, { version_id: null, model: null }])}
          >
            {texts.add}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-small text-ink-2">
          {areDistinct
            ? `${texts.size(checks, columns.length)}${compared.isLocal ? '' : `, ${costText(compared, { columns, checks, costs })}`}`
            : texts.alike}
        </p>
        <div className="flex gap-2">
          {onBack && <Button onClick={onBack}>{texts.toLast}</Button>}
          <Button variant="primary" busy={busy} disabled={!areDistinct} onClick={() => onStart(columns)}>
            {texts.start}
          </Button>
        </div>
      </div>
    </div>
  );
}

type ColumnFieldsProps = ComparedAgent & {
  place: number;
  column: ComparedColumn;
  onChange: (column: ComparedColumn) => void;
};

const NOW = 'now';
const OWN = 'own';

function ColumnFields({ place, column, agent, versions, models, isLocal, onChange }: ColumnFieldsProps) {
  const own = modelOf({ agent, versions }, { ...column, model: null });
  const nameOf = (id: string) => models.find((one) => one.id === id)?.name ?? id;
  const isFree = ({ id, configured, state }: ModelInfo) => id !== own && configured && state !== 'retired';
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-3 min-[560px]:grid-cols-2">
      <legend className="px-1 text-small text-ink-2">{texts.column(place + 1)}</legend>
      <NativeSelect
        label={texts.version}
        value={column.version_id === null ? NOW : String(column.version_id)}
        options={[
          { value: NOW, label: texts.now },
          ...versions
            .filter(({ is_current }) => !is_current)
            .map((version) => ({ value: String(version.id), label: versionLabel(agent, version) })),
        ]}
        onChange={(value) => onChange({ ...column, version_id: value === NOW ? null : Number(value) })}
      />
      {!isLocal && (
        <NativeSelect
          label={texts.model}
          value={column.model ?? OWN}
          options={[
            { value: OWN, label: texts.ownModel(nameOf(own)) },
            ...models.filter(isFree).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => onChange({ ...column, model: value === OWN ? null : value })}
        />
      )}
    </fieldset>
  );
}

const versionLabel = (agent: Agent, { id, created_at, created_by }: AgentVersion): string =>
  id === agent.candidate_version_id
    ? texts.candidate
    : texts.savedAt(formatDateTime(created_at), created_by?.name);

/** The agent as it is now beside its successor, or beside the changes that wait, else the version before. */
function firstColumns(
  about: ComparedThing,
  { agent, versions, models, isLocal }: ComparedAgent,
): ComparedColumn[] {
  const now: ComparedColumn = { version_id: null, model: null };
  if (about === 'models' && !isLocal) {
    // A retired model is compared with its successor first.
    const successor = models.find(({ id }) => id === (agent.model ?? AGENT_FALLBACK.model))?.runs_on ?? null;
    return [now, { ...now, model: successor }];
  }
  if (agent.candidate_version_id !== null) return [now, { ...now, version_id: agent.candidate_version_id }];
  const before = versions.find(({ is_current }) => !is_current);
  return before ? [{ ...now, version_id: before.id }, now] : [now, now];
}

function modelOf(
  { agent, versions }: Pick<ComparedAgent, 'agent' | 'versions'>,
  { version_id, model }: ComparedColumn,
): string {
  const version = versions.find(({ id }) => id === version_id);
  return model ?? (version ? version.configuration.model : agent.model) ?? AGENT_FALLBACK.model;
}

type Size = { columns: ComparedColumn[]; checks: number; costs: Record<string, number | null> };

function costText(compared: ComparedAgent, { columns, checks, costs }: Size): string {
  const each = columns.map((column) => costs[modelOf(compared, column)] ?? null);
  if (each.includes(null)) return texts.noCost;
  return texts.about(formatMicroBRL(checks * each.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)));
}
