/** Cells with the editable fields of a person: the same in a table and on a phone’s card. */
import { LifeBuoy, Lock, ShieldCheck } from 'lucide-react';
import type { User } from '#contract/users.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { clipped } from '../../lib/text/clipped.ts';
import { classes } from '../../ui/classes.ts';
import { NativeSelect } from '../../ui/controls/native-select.tsx';
import { SwitchMark } from '../../ui/controls/switch.tsx';
import { PersonAvatar } from '../../ui/display/avatar.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { ProgressBar } from '../../ui/display/progress-bar.tsx';
import { Tooltip } from '../../ui/display/tooltip.tsx';
import { percentOf } from '../../ui/percent.ts';
import { Address } from '../admin/address.tsx';
import { ROLE_OPTIONS } from '../admin/role-names.ts';
import { isSuperadmin, roleOf } from '../session/role.ts';
import { useMe } from '../session/use-me.tsx';
import { texts } from './texts.ts';
import type { UserChanges } from './use-user-changes.ts';

export type CellProps = { user: User; changes: UserChanges };

export function Identity({ user, changes }: CellProps) {
  const [name, email] = [clipped(user.name), clipped(user.email)];
  const me = useMe();
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <PersonAvatar name={user.name} />
      <div className="min-w-0">
        <p className="text-control leading-snug font-medium wrap-anywhere">
          <span title={name.title}>{name.shown}</span>
          {user.id === me.id && <span className="font-normal text-ink-3"> · {texts.you}</span>}
        </p>
        <p title={email.title} className="text-tiny wrap-anywhere text-ink-3">
          <Address text={email.shown} />
        </p>
        {!user.is_verified && <p className="text-tiny text-ipe-ink">{texts.unverified}</p>}
        {user.approval !== 'approved' && (
          <p className="text-tiny text-ipe-ink">{texts.approval[user.approval]}</p>
        )}
        {user.second_factor && (
          <p className="flex flex-wrap items-center gap-x-2 text-tiny text-ink-3">
            <span className="flex items-center gap-1">
              <ShieldCheck aria-hidden="true" className="size-3.5" /> {texts.withFactor}
            </span>
            {mayResetFactor(me, user) && (
              <button
                type="button"
                aria-label={texts.resetFactorOf(user.name)}
                onClick={() => changes.askReset(user)}
                className="link phone:min-h-11"
              >
                {texts.resetFactor}
              </button>
            )}
          </p>
        )}
        <Emergency user={user} changes={changes} />
      </div>
    </div>
  );
}

/** Which accounts enter by password also where their domain is closed; superadmins see it and change it. */
function Emergency({ user, changes }: CellProps) {
  const me = useMe();
  if (!mayMarkEmergency(me, user)) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-tiny text-ink-3">
      {user.emergency && (
        <span className="flex items-center gap-1 font-medium text-ipe-ink">
          <LifeBuoy aria-hidden="true" className="size-3.5" /> {texts.emergency.is}
        </span>
      )}
      <button
        type="button"
        aria-label={(user.emergency ? texts.emergency.takeOf : texts.emergency.giveOf)(user.name)}
        onClick={() => changes.askEmergency(user)}
        className="link phone:min-h-11"
      >
        {user.emergency ? texts.emergency.takeShort : texts.emergency.giveShort}
      </button>
    </p>
  );
}

export function RoleCell({ user, changes }: CellProps) {
  const open = mayGiveRoles(useMe());
  const label = texts.roleOf(user.name);
  const select = (
    <NativeSelect
      label={label}
      labelHidden
      size="small"
      value={roleOf(changes.expected(user))}
      options={ROLE_OPTIONS}
      disabled={!open}
      className="min-w-0 flex-1"
      onChange={(role) => changes.setRole(user, role)}
    />
  );
  if (open) return select;
  return (
    <Tooltip text={texts.rolesLocked}>
      {/* A disabled select cannot be reached; what stands around it can, and says why. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend that repeats the label */}
      <div role="group" aria-label={label} tabIndex={0} className="flex items-center gap-2 rounded-control">
        {select}
        <Lock aria-hidden="true" className="size-4 text-ink-3" />
      </div>
    </Tooltip>
  );
}

export function StatusCell({ user, changes }: CellProps) {
  const { active } = changes.expected(user);
  const locked = whyStatusIsLocked(useMe(), user);
  const control = (
    <button
      type="button"
      role="switch"
      aria-checked={active}
      aria-label={texts.statusOf(user.name)}
      // Not `disabled`: the focus must reach it, because it carries the reason.
      aria-disabled={locked ? true : undefined}
      aria-busy={changes.isBusy(user) || undefined}
      onClick={() => !locked && changes.setActive(user, !active)}
      className={classes(
        'grid shrink-0 place-items-center rounded-full phone:h-11',
        locked !== null && 'opacity-60',
      )}
    >
      <SwitchMark checked={active} />
    </button>
  );
  return (
    <div className="flex items-center gap-2">
      {locked ? <Tooltip text={locked}>{control}</Tooltip> : control}
      <span className={classes('text-small', !active && 'text-ink-3')}>
        {active ? texts.active : texts.inactive}
      </span>
    </div>
  );
}

export function GroupCell({ user }: { user: User }) {
  return (
    <div className="grid min-w-0 justify-items-start gap-0.5">
      <GroupName user={user} />
      {user.managed_by && (
        <p
          title={texts.groupDecidedWhen(user.managed_by.name)}
          className="text-tiny wrap-anywhere text-ink-3"
        >
          {texts.groupDecidedBy(clipped(user.managed_by.name).shown)}
        </p>
      )}
    </div>
  );
}

function GroupName({ user }: { user: User }) {
  const group = clipped(user.user_group?.name ?? texts.noGroup);
  if (!user.user_group) return <span className="text-small text-ink-3">{group.shown}</span>;
  return (
    <span className="flex min-w-0" title={group.title ?? group.shown}>
      {/* Many groups of one organisation begin alike: «Departamento de …» alone tells nothing. */}
      <Badge wraps>
        <span className="line-clamp-2">{group.shown}</span>
      </Badge>
    </span>
  );
}

export function TokensCell({ user }: { user: User }) {
  const said = texts.tokensUsed(formatNumber(user.token_used), formatNumber(user.token_limit));
  return (
    <div title={said} className="grid gap-1">
      <span className="text-tiny text-ink-2 tabular-nums">
        {percentOf(user.token_used, user.token_limit)}%
      </span>
      <ProgressBar
        label={texts.tokensOf(user.name)}
        value={user.token_used}
        max={user.token_limit}
        valueText={said}
      />
    </div>
  );
}

export function LastLogin({ user }: { user: User }) {
  if (!user.last_login) return <span className="text-small text-ink-3">{texts.never}</span>;
  return (
    <time dateTime={user.last_login} className="text-small text-ink-2 tabular-nums">
      {formatDateTime(user.last_login)}
    </time>
  );
}

type Who = Pick<User, 'id' | 'role'>;

/** Why this person’s access is not mine to change; null when it is. The server judges again. */
export function whyStatusIsLocked(me: Who, user: Who & { active: boolean }): string | null {
  if (user.id === me.id && user.active) return texts.own;
  if (isSuperadmin(user) && !isSuperadmin(me)) return texts.protected;
  return null;
}

export const mayGiveRoles = (me: Who): boolean => isSuperadmin(me);

/** Superadmins with a second factor may be made one; one that has lost it may still be taken back. */
const mayMarkEmergency = (
  me: Who,
  user: Who & Pick<User, 'active' | 'second_factor' | 'emergency'>,
): boolean =>
  isSuperadmin(me) && isSuperadmin(user) && (user.emergency === true || (user.active && user.second_factor));

/** Somebody else’s, by superadmins: a lost device is no reason to be let in by oneself. */
const mayResetFactor = (me: Who, user: Who & { second_factor: boolean }): boolean =>
  user.second_factor && isSuperadmin(me) && user.id !== me.id;
