/** One line of the list of domains. */
import { Trash2 } from 'lucide-react';
import { DOMAIN_ENTRIES } from '#contract/domains.ts';
import type { IdentityProvider } from '#contract/identity-providers.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { NativeSelect } from '../../../ui/controls/native-select.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { type DomainRow, isOthers } from './domain-draft.ts';
import { entryNames, texts } from './texts.ts';

export type Choices = {
  groups: { id: number; name: string }[];
  providers: Pick<IdentityProvider, 'id' | 'name' | 'active'>[];
};

type DomainFieldsProps = {
  row: DomainRow;
  /** Active people with an address of it; null for a new line. */
  people: number | null;
  choices: Choices;
  errorOf: (field: string) => string | null;
  onChange: (change: Partial<DomainRow>) => void;
  onRemove: () => void;
};

export function DomainFields({ row, people, choices, errorOf, onChange, onRemove }: DomainFieldsProps) {
  const { domain, entry, user_group_id } = row;
  const isRest = isOthers(row);
  return (
    <li
      className={`${cardLook} grid gap-4 p-[18px]`}
      aria-label={isRest ? texts.others : domain || texts.domain}
    >
      <DomainName
        row={row}
        count={people === null ? undefined : texts.people(people)}
        errorOf={errorOf}
        onChange={onChange}
        onRemove={onRemove}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NativeSelect
          label={texts.entry}
          value={entry}
          options={DOMAIN_ENTRIES.map((value) => ({ value, label: entryNames[value] }))}
          onChange={(next) => onChange({ entry: next })}
        />
        <NativeSelect
          label={texts.group}
          value={user_group_id === null ? '' : String(user_group_id)}
          error={errorOf('user_group_id')}
          options={[
            { value: '', label: texts.defaultGroup },
            ...choices.groups.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(id) => onChange({ user_group_id: id === '' ? null : Number(id) })}
        />
        {!isRest && <Entrusted row={row} choices={choices} errorOf={errorOf} onChange={onChange} />}
      </div>
    </li>
  );
}

type DomainNameProps = Pick<DomainFieldsProps, 'row' | 'errorOf' | 'onChange' | 'onRemove'> & {
  /** The number of people in words; undefined for a new line. */
  count: string | undefined;
};

/** The line for all other domains has no name that could be changed, and stays. */
function DomainName({ row, count, errorOf, onChange, onRemove }: DomainNameProps) {
  const { domain } = row;
  const isRest = isOthers(row);
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        {isRest ? (
          <>
            <p className="font-semibold">{texts.others}</p>
            <p className="text-small text-ink-3">{count}</p>
          </>
        ) : (
          <Field
            label={texts.domain}
            value={domain}
            maxLength={253}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={count ?? texts.domainHint}
            error={errorOf('domain')}
            onChange={(event) => onChange({ domain: event.target.value })}
          />
        )}
      </div>
      {!isRest && (
        <button
          type="button"
          aria-label={texts.remove(domain)}
          title={texts.remove(domain)}
          onClick={onRemove}
          className="mt-[26px] grid size-[42px] place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink phone:size-11"
        >
          <Trash2 />
        </button>
      )}
    </div>
  );
}

function Entrusted({
  row: { provider_id, door },
  choices,
  errorOf,
  onChange,
}: Pick<DomainFieldsProps, 'row' | 'choices' | 'errorOf' | 'onChange'>) {
  return (
    <>
      <NativeSelect
        label={texts.provider}
        value={provider_id === null ? '' : String(provider_id)}
        error={errorOf('provider_id')}
        options={[
          { value: '', label: texts.noProvider },
          ...choices.providers.map(({ id, name, active }) => ({
            value: String(id),
            label: active ? name : texts.inactive(name),
          })),
        ]}
        onChange={(id) =>
          onChange(id === '' ? { provider_id: null, door: 'any' } : { provider_id: Number(id) })
        }
      />
      {provider_id !== null && (
        <Switch
          label={texts.closed}
          line={texts.closedLine}
          checked={door === 'provider'}
          onChange={(on) => onChange({ door: on ? 'provider' : 'any' })}
        />
      )}
    </>
  );
}
