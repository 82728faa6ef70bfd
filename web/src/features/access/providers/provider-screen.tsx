/** The page of one provider of sign-on: its trials, its settings, its switch and its end. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type IdentityProvider, identityProvidersApi } from '#contract/identity-providers.ts';
import { call } from '../../../api/client.ts';
import { fieldError } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useCheckedForm } from '../../../ui/controls/use-checked-form.ts';
import { LeaveQuestion, useLeaveGuard } from '../../../ui/dialogs/leave-guard.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { CardSkeleton, Skeleton } from '../../../ui/display/skeleton.tsx';
import { useFocusAfter } from '../../../ui/focus/use-focus-after.ts';
import { DetailTitle } from '../../../ui/page/detail-page.tsx';
import { DetailScreen } from '../../admin/detail-screen.tsx';
import { EditingBar, useDraftEditing } from '../../admin/use-draft-editing.tsx';
import { groupChoices } from '../../users/queries.ts';
import { DangerZone } from './danger-zone.tsx';
import { PowerButton } from './power-button.tsx';
import { changeOf, draftOf, faultsOf, isSameDraft, type ProviderDraft } from './provider-draft.ts';
import { ProviderForm } from './provider-form.tsx';
import { ProviderBadges } from './providers-panel.tsx';
import { oneProvider, providerList } from './queries.ts';
import { kindNames, texts } from './texts.ts';
import { TrialCard } from './trials/trial-card.tsx';

export function ProviderScreen() {
  return (
    <DetailScreen
      title={texts.page.title}
      listPath={paths.adminAccess}
      texts={texts.page}
      query={oneProvider}
      notFoundCode="identity_provider_not_found"
      skeleton={<PageSkeleton />}
    >
      {(provider, onEditing) => <ProviderPage provider={provider} onEditing={onEditing} />}
    </DetailScreen>
  );
}

type ProviderPageProps = { provider: IdentityProvider; onEditing: (editing: boolean) => void };

function ProviderPage({ provider, onEditing }: ProviderPageProps) {
  const navigate = useNavigate();
  const [dirty, setDirty] = useState(false);
  const guard = useLeaveGuard(dirty, (href) => void navigate(href));
  const { name, kind } = provider;
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <DetailTitle
            name={name}
            description={kindNames[kind]}
            noDescription=""
            beside={<ProviderBadges provider={provider} />}
          />
        </div>
        <PowerButton provider={provider} disabled={dirty} />
      </header>
      <TrialCard key={provider.updated_at} provider={provider} />
      <SettingsOf provider={provider} onDirty={setDirty} onEditing={onEditing} />
      <DangerZone provider={provider} />
      <LeaveQuestion
        guard={guard}
        text={texts.edited.leave}
        detail={texts.edited.leaveLine}
        stayLabel={texts.edited.stay}
        leaveLabel={texts.edited.leaveLabel}
      />
    </>
  );
}

type SettingsProps = ProviderPageProps & { onDirty: (dirty: boolean) => void };

function SettingsOf(props: SettingsProps) {
  const { provider } = props;
  const [saved, setSaved] = useState(false);
  const editing = useProviderEditing(props, () => setSaved(true));
  const { draft, isEditing, dirty, overtaken, failure } = editing;
  const { checked, setChecked, bind } = useCheckedForm();
  const groups = useQuery(groupChoices());
  const beginButton = useFocusAfter(isEditing);
  const faults = faultsOf(provider.kind, draft);
  const form = bind(faults.size > 0, () => dirty && !overtaken && editing.save());
  const refusalOf = (field: string) => fieldError(failure, field);
  const parts = {
    draft,
    isEditing,
    faults: checked ? faults : NO_FAULTS,
    refusalOf,
    onChange: editing.change,
  };
  const begin = () => {
    setSaved(false);
    setChecked(false);
    editing.begin();
  };
  return (
    <>
      {!isEditing && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {saved ? <Alert tone="ok" title={texts.edited.saved} className="flex-1" /> : <span />}
          <Button ref={beginButton} icon={<Pencil className="size-4" />} onClick={begin}>
            {texts.form.edit}
          </Button>
        </div>
      )}
      {groups.isError && <LoadFailure query={groups} text={texts.form.groupsFailed} />}
      <form {...form} className="grid min-w-0 gap-[22px]">
        <ProviderForm provider={provider} parts={parts} groups={groups.data?.data ?? []} />
      </form>
      {isEditing && (
        <EditingBar
          editing={editing}
          texts={texts.edited}
          formId={form.id}
          status={dirty ? texts.edited.unsaved : texts.edited.unchanged}
          ready={dirty && !overtaken}
        />
      )}
    </>
  );
}

const NO_FAULTS: ReadonlySet<string> = new Set();

function useProviderEditing({ provider, onDirty, onEditing }: SettingsProps, onSaved: () => void) {
  const cache = useQueryClient();
  const query = oneProvider(provider.id);
  return useDraftEditing({
    thing: provider,
    draftOf,
    isSame: isSameDraft,
    reload: () => cache.fetchQuery({ ...query, staleTime: 0 }),
    send: (draft: ProviderDraft) =>
      call(identityProvidersApi.update, {
        params: { id: provider.id },
        // Compared with what is stored just before; later changes are refused by the server.
        body: changeOf(cache.getQueryData(query.queryKey) ?? provider, draft),
      }),
    onSaved: async (changed) => {
      cache.setQueryData(query.queryKey, changed);
      onSaved();
      await cache.invalidateQueries({ queryKey: providerList().queryKey });
    },
    onDirty,
    onEditing,
  });
}

function PageSkeleton() {
  return (
    <>
      <div className="grid gap-2">
        <Skeleton className="h-8 w-2/5" />
        <Skeleton className="h-4 w-1/5" />
      </div>
      <CardSkeleton lines={2} className="min-h-36" />
      <CardSkeleton lines={6} className="min-h-[320px]" />
    </>
  );
}
