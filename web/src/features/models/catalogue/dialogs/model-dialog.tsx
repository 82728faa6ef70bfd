/** Changes an entry of the catalogue, or adds one. Only the fields that were touched are sent. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { EFFORTS, type Effort } from '#contract/model-sets.ts';
import { type ModelField, type ModelFields, type ModelInfo, modelsApi } from '#contract/models.ts';
import { call } from '../../../../api/client.ts';
import { failureText } from '../../../../api/error-message.ts';
import { useTask } from '../../../../lib/use-task.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Chip } from '../../../../ui/controls/chip.tsx';
import { Field } from '../../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../../ui/controls/native-select.tsx';
import { Switch } from '../../../../ui/controls/switch.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { refreshModels } from '../queries.ts';
import { texts } from '../texts.ts';

const words = texts.edit;

type Provider = { id: number; name: string };
type ModelDialogProps = {
  /** Null for a new one. */
  model: ModelInfo | null;
  models: ModelInfo[];
  providers: Provider[];
  onClose: () => void;
};

export function ModelDialog({ model, models, providers, onClose }: ModelDialogProps) {
  const cache = useQueryClient();
  const formId = useId();
  const [fields, setFields] = useState<ModelFields>({});
  const [id, setId] = useState('');
  const [provider, setProvider] = useState(String(providers[0]?.id ?? ''));
  const save = useTask(async () => {
    if (model)
      await call(modelsApi.update, { params: { id: model.id }, body: { ...fields, version: model.version } });
    else
      await call(modelsApi.create, {
        body: {
          ...fields,
          id: id.trim(),
          provider_id: Number(provider),
          provider_model: (fields.provider_model ?? id).trim(),
        },
      });
    await refreshModels(cache);
    onClose();
  });
  const isReady = model ? Object.keys(fields).length > 0 : id.trim() !== '' && provider !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) save.run();
  };
  return (
    <Modal
      open
      onClose={onClose}
      size="large"
      title={model ? words.title(model.name) : words.newTitle}
      line={model?.id}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={save.busy} disabled={!isReady}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {save.failure !== null && <Alert title={failureText(save.failure, words.failed)} />}
        {!model && (
          <Identity id={id} onId={setId} provider={provider} providers={providers} onProvider={setProvider} />
        )}
        <ModelForm
          model={model}
          models={models}
          fields={fields}
          onChange={(part) => setFields((now) => ({ ...now, ...part }))}
        />
      </form>
    </Modal>
  );
}

type IdentityProps = {
  id: string;
  onId: (id: string) => void;
  provider: string;
  providers: Provider[];
  onProvider: (id: string) => void;
};

/** The parts of a new entry that never change. */
const Identity = ({ id, onId, provider, providers, onProvider }: IdentityProps) => (
  <div className="grid items-start gap-4 desk:grid-cols-2">
    <Field
      label={words.id}
      hint={words.idHint}
      maxLength={100}
      autoComplete="off"
      value={id}
      onChange={(event) => onId(event.target.value)}
    />
    <NativeSelect
      label={texts.provider}
      value={provider}
      options={providers.map((each) => ({ value: String(each.id), label: each.name }))}
      onChange={onProvider}
    />
  </div>
);

type FormProps = {
  model: ModelInfo | null;
  models: ModelInfo[];
  fields: ModelFields;
  onChange: (part: ModelFields) => void;
};

/** Makers of the fields of an entry: what each shows, whether the server locks it, and the way back to the catalogue. */
function makersOf({ model, fields, onChange }: Omit<FormProps, 'models'>) {
  const shownValue = <F extends ModelField>(name: F): ModelInfo[F] | null | undefined =>
    name in fields ? (fields[name] as ModelInfo[F] | null) : model?.[name];
  const isLocked = (name: ModelField) => model?.locked.includes(name) ?? false;
  const stateOf = (name: ModelField) => (
    <FieldState name={name} model={model} isBack={fields[name] === null} onChange={onChange} />
  );
  const field = (
    name: 'name' | 'description' | 'provider_model' | 'context_window' | 'max_tokens' | 'ends_at',
    label: string,
    { read = (typed: string): unknown => typed, ...rest }: FieldKind = {},
  ) => (
    <Field
      label={label}
      disabled={isLocked(name)}
      aside={stateOf(name)}
      value={shownValue(name) ?? ''}
      onChange={(event) => onChange({ [name]: read(event.target.value) })}
      {...rest}
    />
  );
  const flag = (
    name: 'supports_temperature' | 'structured_output' | 'vision' | 'recommended',
    label: string,
  ) => (
    <Switch
      label={label}
      line={stateOf(name)}
      checked={shownValue(name) ?? false}
      disabled={isLocked(name)}
      onChange={(checked) => onChange({ [name]: checked })}
    />
  );
  return { shownValue, isLocked, stateOf, field, flag };
}

type FieldKind = {
  /** The value of what was typed. */
  read?: (typed: string) => unknown;
  hint?: string;
  type?: 'date';
  inputMode?: 'numeric';
};

const TOKENS: FieldKind = {
  inputMode: 'numeric',
  read: (typed) => Number(typed.replace(/\D/g, '')) || null,
};

const DAY: FieldKind = { type: 'date', read: (typed) => typed || null };

function ModelForm({ models, ...form }: FormProps) {
  const { model, onChange } = form;
  const { shownValue, isLocked, stateOf, field, flag } = makersOf(form);
  const most = model?.provider_max_tokens;
  const hint = most ? words.answerHintWith(most) : words.answerHint;
  return (
    <>
      <div className="grid gap-4 desk:grid-cols-2">
        {field('name', words.name)}
        {field('provider_model', words.providerModel)}
      </div>
      {field('description', words.description)}
      <div className="grid items-start gap-4 desk:grid-cols-2">
        {field('context_window', words.context, TOKENS)}
        {field('max_tokens', words.answer, { ...TOKENS, hint })}
      </div>
      <div className="grid gap-3">
        {flag('supports_temperature', words.temperature)}
        {flag('structured_output', words.structured)}
        {flag('vision', words.vision)}
        {flag('recommended', words.recommended)}
      </div>
      <Efforts
        chosen={shownValue('efforts') ?? []}
        usual={shownValue('default_effort') ?? null}
        disabled={isLocked('efforts')}
        aside={stateOf('efforts')}
        onChange={onChange}
      />
      <div className="grid gap-4 desk:grid-cols-2">
        {field('ends_at', words.endsAt, DAY)}
        <NativeSelect
          label={words.successor}
          value={shownValue('successor') ?? ''}
          options={[
            { value: '', label: words.noSuccessor },
            ...models
              .filter(({ id, state }) => id !== model?.id && (state !== 'retired' || id === model?.successor))
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
          disabled={isLocked('successor')}
          onChange={(successor) => onChange({ successor: successor || null })}
        />
      </div>
    </>
  );
}

type FieldStateProps = {
  name: ModelField;
  model: ModelInfo | null;
  isBack: boolean;
  onChange: (part: ModelFields) => void;
};

/** Beside a field: that the server sets it, or the way back to the catalogue where it was changed. */
function FieldState({ name, model, isBack, onChange }: FieldStateProps): ReactNode {
  if (model?.locked.includes(name)) return <span className="text-tiny text-ink-3">{words.locked}</span>;
  if (isBack) return <span className="text-tiny text-ink-3">{words.isBack}</span>;
  if (!model?.changed.includes(name) || model.added) return null;
  return (
    <button
      type="button"
      className="text-tiny font-medium text-brand hover:underline phone:min-h-11"
      onClick={() => onChange({ [name]: null })}
    >
      {words.back}
    </button>
  );
}

type EffortsProps = {
  chosen: readonly Effort[];
  usual: Effort | null;
  disabled: boolean;
  aside: ReactNode;
  onChange: (part: ModelFields) => void;
};

function Efforts({ chosen, usual, disabled, aside, onChange }: EffortsProps) {
  const toggle = (effort: Effort) => {
    const efforts = EFFORTS.filter((each) => chosen.includes(each) !== (each === effort));
    const isKept = usual !== null && efforts.includes(usual);
    onChange({ efforts, ...(isKept ? {} : { default_effort: efforts[0] ?? null }) });
  };
  return (
    <fieldset disabled={disabled} className="grid gap-2">
      <legend className="mb-1.5 text-label font-medium">{words.efforts}</legend>
      {aside}
      <div className="flex flex-wrap gap-2">
        {EFFORTS.map((effort) => (
          <Chip key={effort} pressed={chosen.includes(effort)} onToggle={() => !disabled && toggle(effort)}>
            {texts.efforts[effort]}
          </Chip>
        ))}
      </div>
      {chosen.length > 0 && (
        <NativeSelect
          label={words.defaultEffort}
          value={usual ?? chosen[0] ?? 'none'}
          options={chosen.map((effort) => ({ value: effort, label: texts.efforts[effort] }))}
          disabled={disabled}
          className="desk:max-w-[240px]"
          onChange={(default_effort) => onChange({ default_effort })}
        />
      )}
    </fieldset>
  );
}
