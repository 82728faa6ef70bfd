/** Adds a server, or changes a provider. The connection is tried with what is typed, before anything is saved. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { MODEL_PROVIDER_NAME_MAX } from '#contract/limits.ts';
import { PROVIDERS, RESIDENCIES } from '#contract/model-catalogue.ts';
import { type ModelProviderInfo, modelProvidersApi, type ProviderProbe } from '#contract/model-providers.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field, PasswordField } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { refreshModels } from '../catalogue/queries.ts';
import {
  changeOf,
  draftOf,
  fieldError,
  newServer,
  type ProviderDraft,
  withServer,
} from './provider-draft.ts';
import { residencies, SERVERS, type Server, texts } from './texts.ts';

type ProviderFormProps = { known: ModelProviderInfo | null; onClose: () => void };

export function ProviderForm({ known, onClose }: ProviderFormProps) {
  const id = useId();
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<ProviderDraft>(() => (known ? draftOf(known) : newServer('ollama')));
  const [checked, setChecked] = useState(false);
  const [probed, setProbed] = useState<ProviderProbe | null>(null);
  const edit = (part: Partial<ProviderDraft>) => {
    setProbed(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const kind = known?.kind ?? 'compatible';
  const isAddressNeeded = !known?.built_in;
  /** The provider's own, which an empty field stands for. */
  const ownAddress = PROVIDERS[kind].address ?? '';
  const missing = {
    name: !draft.name.trim(),
    base_url: isAddressNeeded && !draft.base_url.trim(),
  };

  const save = useTask(async () => {
    const change = changeOf(draft);
    if (known) {
      const body = { ...change, version: known.version };
      await call(modelProvidersApi.update, { params: { id: known.id }, body });
    } else {
      const { base_url, key, ...rest } = change;
      const body = { ...rest, kind, base_url: base_url ?? '', ...(key ? { key } : {}) };
      await call(modelProvidersApi.create, { body });
    }
    onClose();
    await refreshModels(cache);
  });
  const probe = useTask(async () => {
    const { base_url, key } = changeOf(draft);
    const body = { kind, base_url: base_url ?? ownAddress, ...(key ? { key } : {}) };
    setProbed(await call(modelProvidersApi.probe, { body }));
  });
  // Cancelling the dialog that asks for the password leaves the form as it was.
  const failure = failedWith(save.failure, 'reauthentication_required') ? null : save.failure;
  const errorOf = (field: string) => fieldError(failure, field) ?? fieldError(probe.failure, field);
  const elsewhere = ['name', 'base_url', 'key', 'residency'].some((field) => fieldError(failure, field));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!missing.name && !missing.base_url) return save.run();
    form.current?.querySelector<HTMLElement>(missing.name ? '[name=name]' : '[name=base_url]')?.focus();
  };
  return (
    <Modal
      open
      onClose={save.busy ? () => {} : onClose}
      title={known ? texts.editTitle(known.name) : texts.addTitle}
      line={known ? undefined : texts.addLine}
      footer={
        <>
          <Button
            className="mr-auto phone:w-full"
            disabled={!(draft.base_url.trim() || ownAddress) || save.busy}
            busy={probe.busy}
            onClick={probe.run}
          >
            {probe.busy ? texts.testing : texts.test}
          </Button>
          <Button onClick={onClose} disabled={save.busy} className="phone:flex-1">
            {texts.cancel}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={save.busy} className="phone:flex-1">
            {save.busy ? texts.saving : texts.save}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} noValidate onSubmit={submit} className="grid gap-4">
        {failure !== null && !elsewhere && <Alert title={failureText(failure, texts.saveFailed)} />}
        {!known && (
          <NativeSelect<Server>
            label={texts.type}
            value={draft.server}
            options={servers}
            onChange={(server) => {
              setProbed(null);
              setDraft((before) => withServer(before, server));
            }}
          />
        )}
        <Field
          name="name"
          label={texts.name}
          required
          maxLength={MODEL_PROVIDER_NAME_MAX}
          autoComplete="off"
          value={draft.name}
          error={checked && missing.name ? texts.needed : errorOf('name')}
          onChange={(event) => edit({ name: event.target.value })}
        />
        <Field
          name="base_url"
          label={texts.address}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          readOnly={Boolean(known?.base_url_env)}
          placeholder={isAddressNeeded ? texts.addressPlaceholder : texts.ownAddress}
          value={draft.base_url}
          hint={addressHint(known, draft)}
          error={checked && missing.base_url ? texts.needed : errorOf('base_url')}
          onChange={(event) => edit({ base_url: event.target.value })}
        />
        <KeyField known={known} draft={draft} error={errorOf('key')} onEdit={edit} />
        <div className="grid gap-1.5">
          <NativeSelect
            label={texts.residency}
            value={draft.residency}
            options={RESIDENCIES.map((value) => ({ value, label: residencies[value] }))}
            onChange={(residency) => edit({ residency })}
          />
          <p className={errorOf('residency') ? 'text-small text-danger' : 'text-small text-ink-3'}>
            {errorOf('residency') ?? texts.residencyHint}
          </p>
        </div>
        <ProbeResult
          probed={probed}
          failure={probe.failure}
          hint={known && known.key.source !== 'none' && !draft.key.trim() ? texts.testKeyHint : null}
        />
      </form>
    </Modal>
  );
}

const servers = Object.entries(SERVERS).map(([value, { label }]) => ({ value: value as Server, label }));

function addressHint(known: ModelProviderInfo | null, draft: ProviderDraft): string | undefined {
  if (!known) return SERVERS[draft.server].hint;
  if (known.base_url_env) return texts.fixedIn(known.base_url_env);
  return known.key.source === 'stored' ? texts.addressHint : undefined;
}

type KeyFieldProps = {
  known: ModelProviderInfo | null;
  draft: ProviderDraft;
  error: string | null;
  onEdit: (part: Partial<ProviderDraft>) => void;
};

function KeyField({ known, draft, error, onEdit }: KeyFieldProps) {
  const state = known?.key;
  if (state?.source === 'env' && state.env_name)
    return <Field label={texts.key} readOnly value={texts.keyFrom(state.env_name)} onChange={() => {}} />;
  const isStored = state?.source === 'stored';
  const kept = state && isStored ? (state.readable ? texts.keyKept : texts.keyUnreadable) : undefined;
  return (
    <div className="grid justify-items-start gap-1.5">
      <div className="w-full">
        <PasswordField
          name="key"
          label={known ? texts.key : texts.optionalKey}
          autoComplete="off"
          spellCheck={false}
          disabled={draft.removesKey}
          placeholder={state && isStored && state.readable ? texts.keyStored(state.hint) : ''}
          value={draft.key}
          hint={draft.removesKey ? texts.keyRemoved : kept}
          error={error}
          onChange={(event) => onEdit({ key: event.target.value })}
        />
      </div>
      {isStored && (
        <Button
          size="small"
          variant="ghost"
          className="-ml-2"
          onClick={() => onEdit({ removesKey: !draft.removesKey, key: '' })}
        >
          {draft.removesKey ? texts.keepKey : texts.removeKey}
        </Button>
      )}
    </div>
  );
}

const SHOWN_MODELS = 8;

type ProbeResultProps = {
  probed: ProviderProbe | null;
  failure: unknown;
  /** The likely reason of a refusal. */
  hint: string | null;
};

function ProbeResult({ probed, failure, hint }: ProbeResultProps) {
  const isTold = fieldError(failure, 'base_url') !== null || fieldError(failure, 'key') !== null;
  if (failure !== null && !isTold) return <Alert title={failureText(failure, texts.testFailed)} />;
  if (!probed) return <div role="status" />;
  const { speaks, error, models } = probed;
  if (!speaks || error !== null) return <Alert title={error ?? texts.testFailed} line={hint} />;
  const more = models.length - SHOWN_MODELS;
  const names = models.slice(0, SHOWN_MODELS);
  return (
    <Alert
      tone="ok"
      title={texts.works(models.length)}
      line={texts.modelsFound(more > 0 ? [...names, texts.andMore(more)] : names)}
    />
  );
}
