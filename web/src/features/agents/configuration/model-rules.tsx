/** How much the model of an agent thinks, and the models that answer in its place. */
import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Plus, X } from 'lucide-react';
import { FALLBACK_MODELS_MAX } from '#contract/limits.ts';
import { EFFORTS, type Effort } from '#contract/model-sets.ts';
import type { ModelInfo } from '#contract/models.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { modelCatalogue } from '../../admin/model-picker.tsx';
import { type Draft, effective } from '../draft.ts';
import { texts } from '../texts-configuration.ts';

type ModelRulesProps = { draft: Draft; editing: boolean; onChange: (change: Partial<Draft>) => void };

export function ModelRules({ draft, editing, onChange }: ModelRulesProps) {
  const models = useQuery(modelCatalogue()).data ?? [];
  const { model } = effective(draft);
  const named = models.find(({ id }) => id === model);
  const running = models.find(({ id }) => id === named?.runs_on) ?? named;
  return (
    <div className="grid items-start gap-x-[18px] gap-y-5 p-5 sm:grid-cols-2">
      <Reserves {...{ draft, editing, onChange, models, model }} />
      {running && running.efforts.length > 0 && (
        <EffortChoice
          model={running}
          value={draft.reasoning_effort}
          disabled={!editing}
          onChange={(reasoning_effort) => onChange({ reasoning_effort })}
        />
      )}
    </div>
  );
}

type EffortChoiceProps = {
  model: ModelInfo;
  value: Effort | null;
  disabled: boolean;
  onChange: (effort: Effort | null) => void;
};

const DEFAULT = 'default';

function EffortChoice({ model, value, disabled, onChange }: EffortChoiceProps) {
  const { efforts, default_effort } = model;
  const own = default_effort ? texts.efforts[default_effort] : '–';
  const known = EFFORTS.filter((effort) => efforts.includes(effort) || effort === value);
  return (
    <NativeSelect
      label={texts.effort}
      value={value ?? DEFAULT}
      disabled={disabled}
      options={[
        { value: DEFAULT, label: texts.effortOfModel(own) },
        ...known.map((effort) => ({ value: effort, label: texts.efforts[effort] })),
      ]}
      onChange={(next) => onChange(next === DEFAULT ? null : (next as Effort))}
    />
  );
}

type ReservesProps = ModelRulesProps & { models: ModelInfo[]; model: string };

function Reserves({ draft, editing, onChange, models, model }: ReservesProps) {
  const chosen = draft.fallback_models;
  const set = (fallback_models: string[]) => onChange({ fallback_models });
  const nameOf = (id: string) => models.find((one) => one.id === id)?.name ?? id;
  const isFree = (one: ModelInfo) =>
    one.configured && one.state !== 'retired' && one.id !== model && !chosen.includes(one.id);
  const free = models.filter(isFree);
  return (
    <fieldset className="grid min-w-0 content-start gap-2">
      <legend className="mb-1.5 text-label font-medium">{texts.reserves}</legend>
      {chosen.length === 0 && !editing && <p className="text-small text-ink-2">{texts.noReserves}</p>}
      <ol className="grid gap-1.5">
        {chosen.map((id, place) => (
          <li key={id} className="flex items-center gap-2">
            <span className="w-4 text-small text-ink-3 tabular-nums">{place + 1}</span>
            <span className="min-w-0 flex-1 wrap-anywhere">{nameOf(id)}</span>
            {editing && place > 0 && (
              <IconButton
                label={texts.reserveUp(nameOf(id))}
                size="small"
                onClick={() => set(movedUp(chosen, place))}
              >
                <ArrowUp className="size-4" />
              </IconButton>
            )}
            {editing && (
              <IconButton
                label={texts.reserveAway(nameOf(id))}
                size="small"
                onClick={() => set(chosen.filter((one) => one !== id))}
              >
                <X className="size-4" />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {editing && chosen.length < FALLBACK_MODELS_MAX && free.length > 0 && (
        <div className="flex items-center gap-2">
          <Plus aria-hidden className="size-4 text-ink-3" />
          <NativeSelect
            label={texts.addReserve}
            labelHidden
            size="small"
            className="flex-1"
            value=""
            options={[
              { value: '', label: texts.addReserve },
              ...free.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(id) => id && set([...chosen, id])}
          />
        </div>
      )}
      <p className="text-tiny text-ink-3">{texts.reservesHint}</p>
    </fieldset>
  );
}

/** The same list with one entry a place earlier. */
const movedUp = (list: string[], place: number): string[] =>
  list.map((one, at) => (at === place - 1 ? list[place] : at === place ? list[place - 1] : one) ?? one);
