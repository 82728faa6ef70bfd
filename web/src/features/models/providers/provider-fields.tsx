/** The fields of the form of a provider. */
import { MODEL_PROVIDER_NAME_MAX } from '#contract/limits.ts';
import type { ModelProviderInfo } from '#contract/model-providers.ts';
import { RESIDENCIES } from '#contract/model-sets.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field, PasswordField } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import type { ProviderDraft } from './provider-draft.ts';
import { SERVERS, type Server } from './servers.ts';
import { residencies, texts } from './texts.ts';
import type { ProviderFormState } from './use-provider-form.ts';

type ProviderFieldsProps = { known: ModelProviderInfo | null; form: ProviderFormState; checked: boolean };

export function ProviderFields({ known, form, checked }: ProviderFieldsProps) {
  const { draft, edit, missing, errorOf } = form;
  const isMissing = (field: keyof typeof missing) => (checked && missing[field] ? texts.needed : null);
  return (
    <>
      {!known && (
        <NativeSelect<Server>
          label={texts.type}
          value={draft.server}
          options={servers}
          onChange={form.chooseServer}
        />
      )}
      <Field
        name="name"
        label={texts.name}
        required
        maxLength={MODEL_PROVIDER_NAME_MAX}
        autoComplete="off"
        value={draft.name}
        error={isMissing('name') ?? errorOf('name')}
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
        placeholder={known?.built_in ? texts.ownAddress : texts.addressPlaceholder}
        value={draft.base_url}
        hint={addressHint(known, draft)}
        error={isMissing('base_url') ?? errorOf('base_url')}
        onChange={(event) => edit({ base_url: event.target.value })}
      />
      <KeyField known={known} form={form} />
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
    </>
  );
}

const servers = Object.entries(SERVERS).map(([value, { label }]) => ({ value: value as Server, label }));

function addressHint(known: ModelProviderInfo | null, draft: ProviderDraft): string | undefined {
  if (!known) return SERVERS[draft.server].hint;
  if (known.base_url_env) return texts.fixedIn(known.base_url_env);
  return known.key.source === 'stored' ? texts.addressHint : undefined;
}

type KeyFieldProps = { known: ModelProviderInfo | null; form: ProviderFormState };

function KeyField({ known, form: { draft, edit, errorOf } }: KeyFieldProps) {
  const state = known?.key;
  if (state?.source === 'env' && state.env_name)
    return <Field label={texts.key} readOnly value={texts.keyFrom(state.env_name)} onChange={() => {}} />;
  const stored = state?.source === 'stored' ? state : null;
  return (
    <div className="grid justify-items-start gap-1.5">
      <div className="w-full">
        <PasswordField
          name="key"
          label={known ? texts.key : texts.optionalKey}
          autoComplete="off"
          spellCheck={false}
          disabled={draft.removesKey}
          placeholder={stored?.readable ? texts.keyStored(stored.hint) : ''}
          value={draft.key}
          hint={keyHint(stored, draft)}
          error={errorOf('key')}
          onChange={(event) => edit({ key: event.target.value })}
        />
      </div>
      {stored && (
        <Button
          size="small"
          variant="ghost"
          className="-ml-2"
          onClick={() => edit({ removesKey: !draft.removesKey, key: '' })}
        >
          {draft.removesKey ? texts.keepKey : texts.removeKey}
        </Button>
      )}
    </div>
  );
}

function keyHint(stored: ModelProviderInfo['key'] | null, { removesKey }: ProviderDraft): string | undefined {
  if (removesKey) return texts.keyRemoved;
  if (!stored) return undefined;
  return stored.readable ? texts.keyKept : texts.keyUnreadable;
}
