/** Where a provider is, and by what this installation is known there. */
import { Copy } from 'lucide-react';
import { ACCOUNT_LEVELS, type IdentityProvider } from '#contract/identity-providers.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field, PasswordField } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { TextArea } from '../../../ui/controls/text-area.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { type FormParts, textField } from './form-fields.ts';
import { accountLevels, texts as all } from './texts.ts';

const texts = all.form;

type ConnectionProps = { provider: IdentityProvider; parts: FormParts };

export function ConnectionFields({ provider, parts }: ConnectionProps) {
  const { kind } = provider;
  return (
    <>
      <Field {...textField(parts, 'name', texts.name)} />
      {kind === 'ldap' ? (
        <DirectoryFields provider={provider} parts={parts} />
      ) : (
        <OidcFields provider={provider} parts={parts} />
      )}
    </>
  );
}

function SecretField({ provider, parts, label }: ConnectionProps & { label: string }) {
  const { secret_set_at } = provider;
  return (
    <PasswordField
      {...textField(parts, 'secret', label, { hint: secret_set_at ? texts.secretKept : texts.secretNone })}
      placeholder={secret_set_at ? texts.secretSet(formatDateTime(secret_set_at)) : ''}
    />
  );
}

function OidcFields({ provider, parts }: ConnectionProps) {
  const { kind } = provider;
  const { draft, onChange } = parts;
  return (
    <>
      <Field {...textField(parts, 'issuer', texts.issuer, { hint: texts.issuerHint[kind] })} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field {...textField(parts, 'client_id', texts.clientId)} />
        <SecretField provider={provider} parts={parts} label={texts.secret} />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field {...textField(parts, 'scopes', texts.scopes)} />
        <NativeSelect
          label={texts.auth}
          value={draft.client_auth}
          options={[
            { value: 'basic', label: texts.basic },
            { value: 'post', label: texts.post },
          ]}
          onChange={(client_auth) => onChange({ client_auth })}
        />
        <Field {...textField(parts, 'claim_email', texts.claimEmail)} />
        <Field {...textField(parts, 'claim_name', texts.claimName)} />
        {kind === 'google' && <Field {...textField(parts, 'hd', texts.hd)} />}
        {kind === 'govbr' && (
          <NativeSelect
            label={texts.level}
            value={draft.min_level}
            options={[
              { value: '', label: texts.anyLevel },
              ...ACCOUNT_LEVELS.map((value) => ({ value, label: accountLevels[value] })),
            ]}
            onChange={(min_level) => onChange({ min_level })}
          />
        )}
      </div>
    </>
  );
}

function DirectoryFields({ provider, parts }: ConnectionProps) {
  const { draft, onChange } = parts;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_180px]">
        <Field {...textField(parts, 'url', texts.url, { hint: texts.urlHint })} />
        <NativeSelect
          label={texts.tls}
          value={draft.tls}
          options={[
            { value: 'ldaps', label: texts.ldaps },
            { value: 'starttls', label: texts.starttls },
          ]}
          onChange={(tls) => onChange({ tls })}
        />
      </div>
      <TextArea {...textField(parts, 'ca_pem', texts.ca, { hint: texts.caHint })} rows={3} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field {...textField(parts, 'bind_dn', texts.bindDn)} />
        <SecretField provider={provider} parts={parts} label={texts.readerPassword} />
      </div>
      <Field {...textField(parts, 'base', texts.base)} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field {...textField(parts, 'attribute_login', texts.attributeLogin)} />
        <Field {...textField(parts, 'attribute_email', texts.attributeEmail)} />
        <Field {...textField(parts, 'attribute_name', texts.attributeName)} />
        <Field {...textField(parts, 'attribute_id', texts.attributeId)} />
      </div>
      <Switch
        label={texts.nested}
        line={texts.nestedLine}
        checked={draft.nested}
        onChange={(nested) => onChange({ nested })}
      />
    </>
  );
}

/** To be entered at the provider. */
export function Addresses({ provider: { kind, addresses } }: Pick<ConnectionProps, 'provider'>) {
  if (kind === 'ldap') return null;
  return (
    <Card title={texts.addresses} line={texts.addressesLine}>
      <div className="grid gap-4">
        <Copied name={texts.redirect} value={addresses.redirect} />
        {kind !== 'google' && kind !== 'govbr' && (
          <Copied name={texts.backchannel} value={addresses.backchannel} />
        )}
      </div>
    </Card>
  );
}

function Copied({ name, value }: { name: string; value: string }) {
  const { copied, failed, copy } = useCopy<'address'>();
  return (
    <div className="grid gap-1.5">
      <p className="text-label font-medium">{name}</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-control border border-line bg-sunken px-3 py-2 text-small wrap-anywhere">
          {value}
        </code>
        <Button
          icon={<Copy className="size-4" />}
          aria-label={texts.copyOf(name)}
          onClick={() => copy('address', value)}
        >
          <span role="status">{copied ? texts.copied : failed ? texts.copyFailed : texts.copy}</span>
        </Button>
      </div>
    </div>
  );
}
