/** The columns of a data source in the words of questions: read, edited, and read anew from the database. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, RefreshCw, Table2 } from 'lucide-react';
import { useState } from 'react';
import { type SourceProfile, sourceProfilesApi } from '#contract/table-profile.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { useFocusAfter } from '../../../ui/focus/use-focus-after.ts';
import { EditingBar, useDraftEditing } from '../../admin/use-draft-editing.tsx';
import { changeOf, draftOf, isComplete, type ProfileDraft, sameDraft } from './draft.ts';
import { ProfileForm } from './profile-form.tsx';
import { sourceProfile } from './queries.ts';
import { texts } from './texts.ts';

type ProfileCardProps = {
  source_id: number;
  /** The settings are being edited: the columns wait. */
  locked: boolean;
  onDirty: (dirty: boolean) => void;
  onEditing: (editing: boolean) => void;
};

export function ProfileCard(props: ProfileCardProps) {
  const found = useQuery(sourceProfile(props.source_id));
  if (found.data) return <Loaded {...props} profile={found.data} />;
  return (
    <Card title={texts.title} line={texts.line}>
      {found.isError ? (
        <LoadFailure query={found} text={texts.loadFailed} />
      ) : (
        <div className="grid gap-3" aria-hidden="true">
          {['a', 'b', 'c', 'd'].map((row) => (
            <Skeleton key={row} className="h-11 w-full" />
          ))}
        </div>
      )}
    </Card>
  );
}

type LoadedProps = ProfileCardProps & { profile: SourceProfile };

function Loaded(props: LoadedProps) {
  const { source_id, profile, locked } = props;
  const [saved, setSaved] = useState(false);
  const editing = useProfileEditing(props, () => setSaved(true));
  const { isEditing, draft, dirty, overtaken } = editing;
  const complete = isComplete(draft);
  const ready = dirty && complete && !overtaken;
  const formId = `data-source-${source_id}-columns`;
  const refresh = useRefresh(source_id);
  const begin = () => {
    setSaved(false);
    editing.begin();
  };
  return (
    <div className="grid min-w-0 gap-[22px]">
      <Card
        title={texts.title}
        line={texts.line}
        aside={
          <Actions
            profile={profile}
            isEditing={isEditing}
            locked={locked}
            refreshing={refresh.busy}
            onRefresh={refresh.run}
            onBegin={begin}
          />
        }
      >
        <div className="grid min-w-0 gap-5">
          {refresh.failure !== null && <Alert title={failureText(refresh.failure, texts.refreshFailed)} />}
          <Notices profile={profile} />
          {profile.columns.length > 0 && (
            <ProfileForm
              id={formId}
              profile={profile}
              draft={draft}
              editing={isEditing}
              busy={editing.busy}
              onChange={editing.change}
              onSubmit={() => ready && editing.save()}
            />
          )}
          {saved && !isEditing && <Alert tone="ok" title={texts.saved} />}
        </div>
      </Card>
      {isEditing && (
        <EditingBar
          editing={editing}
          texts={texts}
          formId={formId}
          status={complete ? (dirty ? texts.unsaved : texts.unchanged) : texts.mend}
          ready={ready}
        />
      )}
    </div>
  );
}

function useProfileEditing({ source_id, profile, onDirty, onEditing }: LoadedProps, onSaved: () => void) {
  const cache = useQueryClient();
  const query = sourceProfile(source_id);
  return useDraftEditing({
    thing: profile,
    draftOf,
    isSame: sameDraft,
    reload: () => cache.fetchQuery({ ...query, staleTime: 0 }),
    send: (draft: ProfileDraft) =>
      call(sourceProfilesApi.change, {
        params: { id: source_id },
        // The draft was compared with what is stored just before; later changes are refused by the server.
        body: changeOf(draft, (cache.getQueryData(query.queryKey) ?? profile).updated_at),
      }),
    onSaved: async (changed) => {
      onSaved();
      cache.setQueryData(query.queryKey, changed);
    },
    onDirty,
    onEditing,
  });
}

type ActionsProps = {
  profile: SourceProfile;
  isEditing: boolean;
  locked: boolean;
  refreshing: boolean;
  onRefresh: () => void;
  onBegin: () => void;
};

function Actions({ profile, isEditing, locked, refreshing, onRefresh, onBegin }: ActionsProps) {
  const beginButton = useFocusAfter(isEditing);
  const { state, columns } = profile;
  const isComputing = state === 'computing';
  if (isEditing || (columns.length === 0 && state === 'ready')) return null;
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button icon={<RefreshCw className="size-4" />} busy={refreshing || isComputing} onClick={onRefresh}>
        {isComputing ? texts.refreshing : texts.refresh}
      </Button>
      {columns.length > 0 && (
        <Button ref={beginButton} icon={<Pencil className="size-4" />} disabled={locked} onClick={onBegin}>
          {texts.edit}
        </Button>
      )}
    </div>
  );
}

function useRefresh(id: number) {
  const cache = useQueryClient();
  return useTask(async () => {
    await call(sourceProfilesApi.refresh, { params: { id } });
    await cache.invalidateQueries({ queryKey: sourceProfile(id).queryKey });
  });
}

/** The state of the facts, and why they may be less than everything. */
function Notices({ profile }: { profile: SourceProfile }) {
  const { state, failure, columns, changed_columns } = profile;
  if (columns.length === 0 && state === 'ready')
    return <EmptyState icon={<Table2 />} title={texts.none} line={texts.noneLine} />;
  return (
    <>
      {state === 'failed' && (
        <Alert title={texts.failed} line={failure ? `${failure} ${texts.failedLine}` : texts.failedLine} />
      )}
      {state === 'computing' && columns.length === 0 && (
        <Alert tone="info" title={texts.computing} line={texts.computingLine} />
      )}
      {changed_columns.length > 0 && (
        <Alert tone="warn" title={texts.changed(changed_columns)} line={texts.changedLine} />
      )}
      {columns.length > 0 && <Basis profile={profile} />}
    </>
  );
}

function Basis({ profile: { basis, columns, computed_at, sampled } }: { profile: SourceProfile }) {
  if (basis === 'too_slow') return <Alert tone="warn" title={texts.tooSlow} line={texts.tooSlowLine} />;
  if (basis === 'personal') return <Alert tone="info" title={texts.personal} line={texts.personalLine} />;
  const rows = columns.find((column) => column.rows !== null)?.rows ?? null;
  if (rows === null || !computed_at) return null;
  return <p className="text-small text-ink-2">{texts.read(formatDateTime(computed_at), rows, sampled)}</p>;
}
