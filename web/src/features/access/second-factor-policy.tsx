/** The roles that need a second factor, and how many of their people have one. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { SECOND_FACTOR_GRACE_DAYS_MAX } from '#contract/limits.ts';
import { type AccessPolicyState, secondFactorApi } from '#contract/second-factor.ts';
import { ROLE_NAMES, type Role } from '#contract/users.ts';
import { call } from '../../api/client.ts';
import { failureText, failureWords } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { useCheckedForm } from '../../ui/controls/use-checked-form.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Card } from '../../ui/display/card.tsx';
import { CardSkeleton } from '../../ui/display/skeleton.tsx';
import { roleName } from '../admin/role-names.ts';
import { me } from '../session/queries.ts';
import { texts as all } from './texts.ts';

const texts = all.factor;

const accessPolicy = () =>
  queryOptions({
    queryKey: ['access-policy'] as const,
    queryFn: ({ signal }) => call(secondFactorApi.policy, {}, { signal }),
  });

export function SecondFactorPolicy() {
  const found = useQuery({ ...accessPolicy(), refetchOnMount: 'always' });
  return (
    <>
      {found.isError && (
        <Alert
          {...failureWords(found.error, texts.loadFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.isPending && (
        <div role="status">
          <span className="sr-only">{texts.loading}</span>
          <CardSkeleton lines={6} className="h-[340px]" />
        </div>
      )}
      {found.data && <PolicyForm key={found.data.updated_at} stored={found.data} />}
    </>
  );
}

function PolicyForm({ stored }: { stored: AccessPolicyState }) {
  const cache = useQueryClient();
  const [roles, setRoles] = useState<Role[]>(stored.second_factor_roles);
  const [days, setDays] = useState(String(stored.grace_days));
  const [passkeys, setPasskeys] = useState(stored.passkeys);
  const [isLink, setLink] = useState(stored.password_door === 'link');
  const [isSaved, setSaved] = useState(false);
  const isDays = /^\d{1,2}$/.test(days) && Number(days) <= SECOND_FACTOR_GRACE_DAYS_MAX;
  const { checked, bind } = useCheckedForm();
  const save = useTask(async () => {
    const { updated_at } = stored;
    const password_door = isLink ? ('link' as const) : ('shown' as const);
    const body = {
      ...{ second_factor_roles: roles, grace_days: Number(days), passkeys, password_door },
      updated_at,
    };
    const next = await call(secondFactorApi.setPolicy, { body });
    cache.setQueryData(accessPolicy().queryKey, next);
    setSaved(true);
    await cache.invalidateQueries({ queryKey: me().queryKey });
  });
  const change = (next: Role[]) => {
    setRoles(next);
    setSaved(false);
  };
  return (
    <Card title={texts.title} line={texts.line}>
      <form {...bind(!isDays, save.run)} className="grid gap-5">
        <RoleChoices roles={roles} people={stored.people} onChange={change} />
        <div className="max-w-[220px]">
          <Field
            label={texts.grace}
            hint={texts.graceHint}
            inputMode="numeric"
            value={days}
            error={checked && !isDays ? texts.graceWrong : null}
            onChange={(event) => {
              setDays(event.target.value.trim());
              setSaved(false);
            }}
          />
        </div>
        <Switch
          label={texts.passkeys}
          line={texts.passkeysLine}
          checked={passkeys}
          onChange={(on) => {
            setPasskeys(on);
            setSaved(false);
          }}
        />
        <Switch
          label={texts.passwordLink}
          line={texts.passwordLinkLine}
          checked={isLink}
          onChange={(on) => {
            setLink(on);
            setSaved(false);
          }}
        />
        {save.failure !== null && <Alert title={failureText(save.failure, texts.saveFailed)} />}
        <div className="flex items-center justify-end gap-3">
          <span role="status" className="text-small text-ink-3">
            {isSaved && !save.busy ? texts.saved : ''}
          </span>
          <Button type="submit" variant="primary" busy={save.busy} className="slim:w-full">
            {save.busy ? texts.saving : texts.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}

type RoleChoicesProps = {
  roles: Role[];
  people: AccessPolicyState['people'];
  onChange: (roles: Role[]) => void;
};

function RoleChoices({ roles, people, onChange }: RoleChoicesProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-label font-medium">{texts.roles}</legend>
      {ROLE_NAMES.map((role) => (
        <RoleRow
          key={role}
          role={role}
          people={people}
          checked={roles.includes(role)}
          onChange={(on) => onChange(on ? [...roles, role] : roles.filter((one) => one !== role))}
        />
      ))}
    </fieldset>
  );
}

type RoleRowProps = {
  role: Role;
  people: AccessPolicyState['people'];
  checked: boolean;
  onChange: (checked: boolean) => void;
};

function RoleRow({ role, people, checked, onChange }: RoleRowProps) {
  const id = useId();
  const { total = 0, with_factor = 0 } = people.find((one) => one.role === role) ?? {};
  return (
    <div className="flex items-start gap-2.5 py-1.5 phone:min-h-11">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={`${id}-line`}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-1 size-4 accent-brand"
      />
      <div>
        <label htmlFor={id} className="text-control font-medium">
          {roleName(role)}
        </label>
        <p id={`${id}-line`} className="text-small text-ink-3 tabular-nums">
          {texts.with(formatNumber(with_factor), formatNumber(total), total === 1)}
        </p>
      </div>
    </div>
  );
}
