/** The rules of e-mail domains, saved as a whole list. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { domainsApi, type EmailDomains } from '#contract/domains.ts';
import { call } from '../../../api/client.ts';
import { failureText, failureWords, fieldError } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { paths } from '../../../lib/paths.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { LeaveQuestion, useLeaveGuard } from '../../../ui/dialogs/leave-guard.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { groupChoices } from '../../users/queries.ts';
import { providerList } from '../providers/queries.ts';
import { texts as providerTexts } from '../providers/texts.ts';
import { closings, type DomainRow, domainsIn, isOthers, newDomain, rowsOf } from './domain-draft.ts';
import { DomainFields } from './domain-fields.tsx';
import { texts } from './texts.ts';

const domainList = () =>
  queryOptions({
    queryKey: ['email-domains'] as const,
    queryFn: ({ signal }) => call(domainsApi.list, {}, { signal }),
  });

export function DomainsPanel() {
  const found = useQuery({ ...domainList(), refetchOnMount: 'always' });
  // Kept here: the form begins anew with what was saved.
  const [isSaved, setSaved] = useState(false);
  const { data, error, isError, isFetching, isPending, refetch } = found;
  return (
    <>
      {isError && (
        <Alert
          {...failureWords(error, texts.loadFailed)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {isPending && (
        <div role="status">
          <span className="sr-only">{texts.loading}</span>
          <CardSkeleton lines={5} className="h-[260px]" />
        </div>
      )}
      {data && (
        <DomainsForm
          key={data.updated_at}
          stored={data}
          isSaved={isSaved}
          onSaved={setSaved}
          onReload={() => void refetch()}
        />
      )}
    </>
  );
}

type DomainsFormProps = {
  stored: EmailDomains;
  isSaved: boolean;
  onSaved: (saved: boolean) => void;
  onReload: () => void;
};

function DomainsForm({ stored, isSaved, onSaved, onReload }: DomainsFormProps) {
  const [rows, setRows] = useState(() => rowsOf(stored));
  const [isAsking, setAsking] = useState(false);
  const { checked, bind } = useCheckedForm();
  const save = useSaving(stored, rows, () => {
    setAsking(false);
    onSaved(true);
  });
  const closing = closings(rows, stored);
  const isDirty = JSON.stringify(domainsIn(rows)) !== JSON.stringify(domainsIn(rowsOf(stored)));
  const hasBlank = rows.some(({ domain }) => !domain.trim());
  const failure = failedWith(save.failure, 'reauthentication_required') ? null : save.failure;
  const change = (next: DomainRow[]) => {
    save.forgive();
    onSaved(false);
    setRows(next);
  };
  const submit = () => (closing.length > 0 ? setAsking(true) : save.run());
  return (
    <form {...bind(hasBlank, submit)} className="grid gap-4">
      <p className="text-small text-ink-2">{texts.line}</p>
      <DomainRows rows={rows} stored={stored} failure={failure} checked={checked} onChange={change} />
      <Button
        icon={<Plus className="size-4" />}
        className="justify-self-start slim:w-full"
        onClick={() => change(withNew(rows))}
      >
        {texts.add}
      </Button>
      {failure !== null && !isAsking && !isSaidByField(failure, rows) && (
        <SaveFailure failure={failure} onReload={onReload} />
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <span role="status" className="text-small text-ink-3">
          {isDirty ? texts.unsaved : isSaved && !save.busy ? texts.saved : ''}
        </span>
        <Button disabled={!isDirty || save.busy} onClick={() => change(rowsOf(stored))}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={save.busy} disabled={!isDirty}>
          {save.busy ? texts.saving : texts.save}
        </Button>
      </div>
      <Confirm
        open={isAsking}
        text={texts.closeAsk(closing.map(({ domain }) => domain).join(', '))}
        detail={<Closing closing={closing} />}
        confirmLabel={texts.closeLabel}
        busy={save.busy}
        failure={failure === null ? null : failureText(failure, texts.saveFailed)}
        onCancel={() => setAsking(false)}
        onConfirm={save.run}
      />
      <Leaving isDirty={isDirty} />
    </form>
  );
}

const isSaidByField = (failure: unknown, rows: DomainRow[]) =>
  rows.some((_, place) => FIELDS.some((field) => fieldError(failure, `domains.${place}.${field}`) !== null));
const FIELDS = ['domain', 'user_group_id', 'provider_id'];

/** Above the line for every other domain. */
const withNew = (rows: DomainRow[]) => [
  ...rows.filter((row) => !isOthers(row)),
  newDomain(),
  ...rows.filter(isOthers),
];

function useSaving(stored: EmailDomains, rows: DomainRow[], onSaved: () => void) {
  const cache = useQueryClient();
  return useTask(async () => {
    const body = { domains: domainsIn(rows), updated_at: stored.updated_at };
    const next = await call(domainsApi.replace, { body });
    onSaved();
    cache.setQueryData(domainList().queryKey, next);
  });
}

type DomainRowsProps = {
  rows: DomainRow[];
  stored: EmailDomains;
  failure: unknown;
  checked: boolean;
  onChange: (rows: DomainRow[]) => void;
};

function DomainRows({ rows, stored, failure, checked, onChange }: DomainRowsProps) {
  const groups = useQuery(groupChoices());
  const providers = useQuery(providerList());
  const choices = { groups: groups.data?.data ?? [], providers: providers.data ?? [] };
  return (
    <>
      {groups.isError && <LoadFailure query={groups} text={texts.groupsFailed} />}
      {providers.isError && <LoadFailure query={providers} text={texts.providersFailed} />}
      <ul aria-label={texts.list} className="grid gap-4">
        {rows.map((row, place) => (
          <DomainFields
            key={row.key}
            row={row}
            people={stored.domains.find(({ domain }) => domain === row.key)?.people ?? null}
            choices={choices}
            errorOf={(field) =>
              fieldError(failure, `domains.${place}.${field}`) ??
              (checked && field === 'domain' && !row.domain.trim() ? texts.required : null)
            }
            onChange={(part) =>
              onChange(rows.map((one) => (one.key === row.key ? { ...one, ...part } : one)))
            }
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ul>
    </>
  );
}

function SaveFailure({ failure, onReload }: { failure: unknown; onReload: () => void }) {
  if (failedWith(failure, 'emergency_needed'))
    return (
      <Alert title={texts.needsEmergency}>
        <Link to={paths.adminUsers} className={buttonLook('secondary', 'small')}>
          {texts.toPeople}
        </Link>
      </Alert>
    );
  return (
    <Alert title={failureText(failure, texts.saveFailed)}>
      {failedWith(failure, 'stale_change') && (
        <Button size="small" onClick={onReload}>
          {texts.reload}
        </Button>
      )}
    </Alert>
  );
}

function Closing({ closing }: { closing: ReturnType<typeof closings> }) {
  return (
    <>
      {closing.map(({ domain, people, emergency }) => (
        <span key={domain} className="block">
          {texts.closeLine(domain, people)}{' '}
          {emergency.length > 0 && texts.keepsPassword(emergency.map(({ name }) => name).join(', '))}
        </span>
      ))}
    </>
  );
}

function Leaving({ isDirty }: { isDirty: boolean }) {
  const navigate = useNavigate();
  const guard = useLeaveGuard(isDirty, (href) => void navigate(href));
  const { leave, leaveLine, stay, leaveLabel } = providerTexts.edited;
  return (
    <LeaveQuestion guard={guard} text={leave} detail={leaveLine} stayLabel={stay} leaveLabel={leaveLabel} />
  );
}
