import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { FILE_MODES } from '#contract/file-rules.ts';
import { DESCRIPTION_MAX, NAME_MAX } from '#contract/limits.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Slider } from '../../../ui/controls/slider.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { modelCatalogue, modelDefaults } from '../../admin/model-picker.tsx';
import { type Draft, effective } from '../draft.ts';
import { texts } from '../texts-configuration.ts';
import type { ModelBeyond } from './model-residency.ts';
import { ModelRules } from './model-rules.tsx';
import { ModelSelect } from './model-select.tsx';
import { PersonalDataRules } from './personal-data-rules.tsx';
import { PromptFields } from './prompt-fields.tsx';
import { SecurityPrompt } from './security-prompt.tsx';

type ConfigurationFormProps = {
  id: string;
  draft: Draft;
  editing: boolean;
  /** It is being saved: what is typed now would be lost. */
  busy: boolean;
  /** The model that the draft forbids by where it may process. */
  beyond: ModelBeyond | null;
  onChange: (change: Partial<Draft>) => void;
  onSubmit: () => void;
  /** The button that begins the editing. */
  edit: ReactNode;
  /** Below the model: what can be done about it without editing. */
  modelActions: ReactNode;
};

export function ConfigurationForm(props: ConfigurationFormProps) {
  const { id, draft, editing, busy, beyond, onChange, onSubmit, edit, modelActions } = props;
  const titleId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form id={id} noValidate onSubmit={submit} aria-labelledby={titleId} className={cardLook}>
      <fieldset disabled={busy} className="min-w-0 divide-y divide-line">
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
          <h2 id={titleId} className="text-title">
            {texts.title}
          </h2>
          {!editing && edit}
        </div>
        {editing && <NameAndDescription draft={draft} onChange={onChange} />}
        <ModelAndTemperature draft={draft} editing={editing} onChange={onChange} actions={modelActions} />
        <div className="p-5">
          <PromptFields draft={draft} editing={editing} onChange={onChange} />
        </div>
        <div className="p-5">
          <SecurityPrompt draft={draft} editing={editing} onChange={onChange} />
        </div>
        <div className="p-5">
          <NativeSelect
            label={texts.files}
            value={draft.files}
            disabled={!editing}
            options={FILE_MODES.map((mode) => ({ value: mode, label: texts.fileModes[mode] }))}
            onChange={(files) => onChange({ files })}
            className="max-w-[360px]"
          />
        </div>
        <OfModels editing={editing}>
          <ModelRules draft={draft} editing={editing} onChange={onChange} />
          <PersonalDataRules draft={draft} editing={editing} beyond={beyond} onChange={onChange} />
          <div className="p-5">
            <Switch
              label={texts.refuseNumbers}
              line={texts.refuseNumbersLine}
              checked={draft.refuse_unchecked_numbers}
              disabled={!editing}
              onChange={(refuse_unchecked_numbers) => onChange({ refuse_unchecked_numbers })}
            />
          </div>
        </OfModels>
      </fieldset>
    </form>
  );
}

/** Where no model answers these change nothing: they wait behind a press, and stay open once they were edited. */
function OfModels({ editing, children }: { editing: boolean; children: ReactNode }) {
  const isLocal = useQuery(modelDefaults()).data?.local === true;
  const [isOpen, setOpen] = useState(false);
  if (editing && !isOpen) setOpen(true);
  const mayFold = isLocal && !editing;
  return (
    // The same elements in every case: what is in them must not begin anew.
    <details
      open={!mayFold || isOpen}
      onToggle={(event) => mayFold && setOpen(event.currentTarget.open)}
      className="group"
    >
      <summary
        className={
          mayFold ? 'flex cursor-pointer list-none items-center gap-3 p-5 -outline-offset-2' : 'hidden'
        }
      >
        <ChevronRight className="size-4 text-ink-3 group-open:rotate-90" />
        <span className="min-w-0">
          <span className="block text-label font-medium">{texts.ofModels}</span>
          <span className="block text-small text-ink-2">{texts.ofModelsLine}</span>
        </span>
      </summary>
      <div className="divide-y divide-line">{children}</div>
    </details>
  );
}

type PartProps = Pick<ConfigurationFormProps, 'draft' | 'editing' | 'onChange'>;

function NameAndDescription({ draft, onChange }: Omit<PartProps, 'editing'>) {
  return (
    <div className="grid gap-4 p-5">
      <Field
        label={texts.name}
        required
        maxLength={NAME_MAX}
        autoComplete="off"
        autoFocus
        value={draft.name}
        error={draft.name.trim() ? null : texts.nameMissing}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={texts.description}
        rows={2}
        maxLength={DESCRIPTION_MAX}
        value={draft.description ?? ''}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </div>
  );
}

function ModelAndTemperature({ draft, editing, onChange, actions }: PartProps & { actions: ReactNode }) {
  const models = useQuery(modelCatalogue());
  const { model, temperature } = effective(draft);
  const chosen = models.data?.find(({ id }) => id === model);
  const fixed = chosen?.supports_temperature === false;
  return (
    <div className="grid items-start gap-x-[18px] gap-y-5 p-5 sm:grid-cols-2">
      {/* As high as a model and two lines about it, so that nothing below moves when they come. */}
      <div className="grid content-start gap-1.5 sm:min-h-[138px]">
        <ModelSelect
          stored={draft.model}
          disabled={!editing}
          onChange={(next) => onChange({ model: next })}
        />
        {actions}
      </div>
      <Slider
        label={texts.temperature}
        value={temperature}
        min={0}
        max={1}
        step={0.1}
        ends={[texts.exact, texts.creative]}
        disabled={!editing || fixed}
        hint={
          fixed
            ? texts.noTemperature(chosen.name)
            : draft.temperature === null && texts.nothingStoredTemperature
        }
        onChange={(next) => onChange({ temperature: next })}
      />
    </div>
  );
}
