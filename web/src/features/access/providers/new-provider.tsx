/** Adds a provider, switched off, with what its kind cannot do without; everything else takes its preset. */
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useNavigate } from 'react-router';
import { identityProviderPresets } from '#contract/identity-provider-presets.ts';
import {
  IDENTITY_PROVIDER_KINDS,
  type IdentityProviderKind,
  identityProvidersApi,
  type NewIdentityProvider,
} from '#contract/identity-providers.ts';
import { call } from '../../../api/client.ts';
import { failureText, fieldError } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Field, PasswordField } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { oneProvider, providerList } from './queries.ts';
import { texts as all, kindNames } from './texts.ts';

const texts = all.added;

const empty = {
  kind: 'keycloak' as IdentityProviderKind,
  ...{ name: '', slug: '', issuer: '', client_id: '', hd: '', secret: '', url: '', base: '' },
};
type Typed = typeof empty;
type TextField = Exclude<keyof Typed, 'kind'>;

const neededBy = (kind: IdentityProviderKind): TextField[] => [
  'name',
  'slug',
  ...(kind === 'ldap'
    ? (['url', 'base'] as const)
    : (['issuer', 'client_id', ...(kind === 'google' ? (['hd'] as const) : [])] as const)),
];

export function NewProvider({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState<Typed>(empty);
  const { kind } = typed;
  const add = useAdding(typed);
  const { checked, bind } = useCheckedForm();
  const missing = neededBy(kind).filter((name) => !typed[name].trim());
  const failure = failedWith(add.failure, 'reauthentication_required') ? null : add.failure;
  const errorOf = (name: TextField) =>
    fieldError(failure, name) ??
    fieldError(failure, `settings.${name}`) ??
    (checked && missing.includes(name) ? all.required : null);
  const isNamed = Object.keys(empty).some(
    (name) => fieldError(failure, name) ?? fieldError(failure, `settings.${name}`),
  );
  const field = (name: TextField, label: string, hint?: string) => ({
    ...{ name, label, hint, value: typed[name], error: errorOf(name) },
    autoComplete: 'off',
    spellCheck: false,
    required: neededBy(kind).includes(name),
    onChange: (event: { target: { value: string } }) => {
      add.forgive();
      setTyped((now) => ({ ...now, [name]: event.target.value }));
    },
  });
  const pick = (next: IdentityProviderKind) => {
    add.forgive();
    setTyped((now) => ({ ...now, kind: next, issuer: identityProviderPresets[next].issuer ?? '' }));
  };
  return (
    <FormDialog
      title={texts.title}
      line={texts.line}
      form={bind(missing.length > 0, add.run)}
      words={{ submit: texts.submit, submitting: texts.submitting }}
      busy={add.busy}
      failure={failure === null || isNamed ? null : failureText(failure, texts.failed)}
      onClose={add.busy ? () => {} : onClose}
    >
      <NativeSelect
        label={texts.kind}
        value={kind}
        options={IDENTITY_PROVIDER_KINDS.map((value) => ({ value, label: kindNames[value] }))}
        onChange={pick}
      />
      <Field {...field('name', texts.name, texts.nameHint)} />
      <Field {...field('slug', texts.slug, texts.slugHint)} />
      <ConnectionFields kind={kind} field={field} />
    </FormDialog>
  );
}

type ConnectionFieldsProps = {
  kind: IdentityProviderKind;
  field: (name: TextField, label: string, hint?: string) => ComponentProps<typeof Field>;
};

function ConnectionFields({ kind, field }: ConnectionFieldsProps) {
  if (kind === 'ldap')
    return (
      <>
        <Field {...field('url', all.form.url, all.form.urlHint)} />
        <Field {...field('base', all.form.base)} />
      </>
    );
  return (
    <>
      <Field {...field('issuer', all.form.issuer, all.form.issuerHint[kind])} />
      {kind === 'google' && <Field {...field('hd', all.form.hd)} />}
      <Field {...field('client_id', all.form.clientId)} />
      <PasswordField {...field('secret', all.form.secret, all.form.secretNone)} />
    </>
  );
}

function useAdding(typed: Typed) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return useTask(async () => {
    const made = await call(identityProvidersApi.create, { body: bodyOf(typed) });
    cache.setQueryData(oneProvider(made.id).queryKey, made);
    await navigate(paths.adminAccessProvider(made.id));
    await cache.invalidateQueries({ queryKey: providerList().queryKey });
  });
}

function bodyOf({ kind, name, slug, secret, ...typed }: Typed): NewIdentityProvider {
  const settings =
    kind === 'ldap'
      ? { url: typed.url, base: typed.base }
      : { issuer: typed.issuer, client_id: typed.client_id, ...(kind === 'google' ? { hd: typed.hd } : {}) };
  return {
    ...{ kind, name: name.trim(), slug: slug.trim(), active: false, settings },
    ...(secret && kind !== 'ldap' ? { secret } : {}),
  };
}
