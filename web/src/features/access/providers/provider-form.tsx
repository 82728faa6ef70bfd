/** The settings of a provider, in the order in which they are decided. */
import type { ReactNode } from 'react';
import { DOMAIN_ENTRIES } from '#contract/domains.ts';
import type { IdentityProvider } from '#contract/identity-providers.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Addresses, ConnectionFields } from './connection-fields.tsx';
import { type FormParts, textField } from './form-fields.ts';
import { type GroupChoice, MappingRows } from './mapping-rows.tsx';
import { texts as all, entryNames, leavingWords } from './texts.ts';

const texts = all.form;

type ProviderFormProps = { provider: IdentityProvider; parts: FormParts; groups: GroupChoice[] };

/** Legible while it is not edited; its fields are off then. */
export function ProviderForm({ provider, parts, groups }: ProviderFormProps) {
  return (
    <>
      <Section title={texts.connection} parts={parts}>
        <ConnectionFields provider={provider} parts={parts} />
      </Section>
      <Addresses provider={provider} />
      <Section title={texts.who} parts={parts}>
        <WhoEnters parts={parts} groups={groups} />
      </Section>
      <Section
        title={texts.groups}
        line={provider.kind === 'ldap' ? texts.groupsLineLdap : texts.groupsLine}
        parts={parts}
      >
        <Groups provider={provider} parts={parts} groups={groups} />
      </Section>
      <Section title={texts.session} parts={parts}>
        <SessionFields provider={provider} parts={parts} />
      </Section>
    </>
  );
}

type SectionProps = { title: string; line?: string; parts: FormParts; children: ReactNode };

function Section({ title, line, parts, children }: SectionProps) {
  return (
    <Card title={title} line={line}>
      <fieldset disabled={!parts.isEditing} className="grid min-w-0 gap-4">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </Card>
  );
}

const groupOptions = (groups: GroupChoice[]) => [
  { value: '', label: texts.defaultGroup },
  ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
];

function WhoEnters({ parts: { draft, onChange }, groups }: Omit<ProviderFormProps, 'provider'>) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <NativeSelect
        label={texts.provision}
        value={draft.provision}
        options={DOMAIN_ENTRIES.map((value) => ({ value, label: entryNames[value] }))}
        onChange={(provision) => onChange({ provision })}
      />
      <NativeSelect
        label={texts.group}
        value={draft.user_group_id === null ? '' : String(draft.user_group_id)}
        options={groupOptions(groups)}
        onChange={(id) => onChange({ user_group_id: id === '' ? null : Number(id) })}
      />
    </div>
  );
}

function Groups({ provider, parts, groups }: ProviderFormProps) {
  const { draft, isEditing, faults, onChange } = parts;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {provider.kind !== 'ldap' && (
          <Field {...textField(parts, 'claim_groups', texts.claimGroups, { hint: texts.claimGroupsHint })} />
        )}
        <NativeSelect
          label={texts.mode}
          value={draft.groups_mode}
          options={[
            { value: 'always', label: texts.always },
            { value: 'first', label: texts.first },
          ]}
          onChange={(groups_mode) => onChange({ groups_mode })}
        />
      </div>
      <Switch
        label={texts.mayGrant}
        line={texts.mayGrantLine}
        checked={draft.may_grant_admin}
        onChange={(may_grant_admin) => onChange({ may_grant_admin })}
      />
      <MappingRows
        rows={draft.mappings}
        groups={groups}
        mayGrant={draft.may_grant_admin}
        isEditing={isEditing}
        faults={faults}
        onChange={(mappings) => onChange({ mappings })}
      />
    </>
  );
}

function SessionFields({ provider: { kind }, parts }: Omit<ProviderFormProps, 'groups'>) {
  const { draft, onChange } = parts;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {kind !== 'ldap' && (
          <NativeSelect
            label={texts.mfa}
            value={draft.trust_mfa}
            options={[
              { value: 'amr', label: texts.mfaNames.amr },
              { value: 'always', label: texts.mfaNames.always },
              { value: 'never', label: texts.mfaNames.never },
            ]}
            onChange={(trust_mfa) => onChange({ trust_mfa })}
          />
        )}
        <Field
          {...textField(parts, 'session_hours', texts.hours, {
            hint: texts.hoursHint,
            fault: texts.hoursWrong,
          })}
          inputMode="numeric"
        />
        <Field
          {...textField(parts, 'key_idle_days', texts.keyDays, {
            hint: texts.keyDaysHint,
            fault: texts.keyDaysWrong,
          })}
          inputMode="numeric"
        />
      </div>
      {kind !== 'ldap' && (
        <Switch
          label={texts.endSession}
          line={texts.endSessionLine}
          checked={draft.end_session}
          onChange={(end_session) => onChange({ end_session })}
        />
      )}
      <p className="text-small text-ink-2">{leavingWords(kind, draft.session_hours)}</p>
    </>
  );
}
