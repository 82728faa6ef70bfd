/** The Settings tab: read-only until edited, with an optimistic lock against other editors. */
import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { type DataSource, dataSourcesApi } from '#contract/data-sources.ts';
import { call } from '../../../api/client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { useFocusAfter } from '../../../ui/focus/use-focus-after.ts';
import { type DraftEditing, EditingBar, useDraftEditing } from '../../admin/use-draft-editing.tsx';
import { changeOf, type Draft, draftOf, sameDraft } from '../draft.ts';
import { isFaultless, problemsOf } from '../problems.ts';
import { ProfileCard } from '../profile/profile-card.tsx';
import { sourceProfile } from '../profile/queries.ts';
import { adminSource, keepSource } from '../queries.ts';
import { texts } from '../texts-settings.ts';
import { AssociatedAgents } from './associated-agents.tsx';
import { DangerZone } from './danger-zone.tsx';
import { type FirstField, SettingsForm } from './settings-form.tsx';

type SettingsProps = {
  source: DataSource;
  /** Called when there are unsaved changes. */
  onDirty: (dirty: boolean) => void;
  onEditing: (editing: boolean) => void;
};

/** The result of the last save; the server saves broken settings with a warning. */
type Saved = { warning: string | null };

export function Settings({ source, onDirty, onEditing }: SettingsProps) {
  const [first, setFirst] = useState<FirstField>('name');
  const [saved, setSaved] = useState<Saved | null>(null);
  const dirtiness = useEither(onDirty);
  const editings = useEither(onEditing);
  const reports = { onDirty: dirtiness.reportOne, onEditing: editings.reportOne };
  const editing = useSettingsEditing({ source, ...reports }, setSaved);
  const { draft, isEditing, dirty, overtaken } = editing;
  const beginButton = useFocusAfter(isEditing);
  const problems = useMemo(() => problemsOf(draft), [draft]);
  const faultless = isFaultless(problems);
  const ready = dirty && faultless && !overtaken;
  const formId = `data-source-${source.id}-settings`;
  const begin = (field: FirstField) => {
    setSaved(null);
    setFirst(field);
    editing.begin();
  };

  return (
    <div className="grid min-w-0 gap-[22px]">
      <SettingsForm
        id={formId}
        source={source}
        draft={draft}
        problems={problems}
        busy={editing.busy}
        onChange={editing.change}
        onSubmit={() => ready && editing.save()}
        first={isEditing ? first : null}
        onBegin={begin}
        edit={<EditButton ref={beginButton} disabled={editings.other} onClick={() => begin('name')} />}
      />
      <ProfileCard
        source_id={source.id}
        locked={isEditing}
        onDirty={dirtiness.reportOther}
        onEditing={editings.reportOther}
      />
      <AssociatedAgents source={source} />
      {isEditing ? (
        <EditingBar
          editing={editing}
          texts={texts}
          formId={formId}
          status={faultless ? (dirty ? texts.unsaved : texts.unchanged) : texts.mend}
          ready={ready}
        />
      ) : (
        <AfterForm source={source} saved={saved} />
      )}
    </div>
  );
}

function useSettingsEditing(
  { source, onDirty, onEditing }: SettingsProps,
  onSaved: (saved: Saved) => void,
): DraftEditing<Draft> {
  const cache = useQueryClient();
  return useDraftEditing({
    thing: source,
    draftOf,
    isSame: sameDraft,
    reload: () => cache.fetchQuery({ ...adminSource(source.id), staleTime: 0 }),
    send: (draft: Draft) => call(dataSourcesApi.update, { params: { id: source.id }, body: changeOf(draft) }),
    onSaved: async ({ warning, ...changed }) => {
      onSaved({ warning });
      await keepSource(cache, changed);
      await cache.invalidateQueries({ queryKey: sourceProfile(source.id).queryKey });
    },
    onDirty,
    onEditing,
  });
}

function EditButton(props: Pick<ComponentProps<typeof Button>, 'ref' | 'disabled' | 'onClick'>) {
  return (
    <Button {...props} icon={<Pencil className="size-4" />}>
      {texts.edit}
    </Button>
  );
}

function AfterForm({ source, saved }: { source: DataSource; saved: Saved | null }) {
  return (
    <>
      {saved && <SavedNote {...saved} />}
      <DangerZone source={source} />
    </>
  );
}

/** Reports whether one of two forms of the page, or both, are so. */
function useEither(report: (value: boolean) => void) {
  const [one, reportOne] = useState(false);
  const [other, reportOther] = useState(false);
  useEffect(() => {
    report(one || other);
  }, [report, one, other]);
  return { other, reportOne, reportOther };
}

/** Shown in the place of the save bar. */
function SavedNote({ warning }: Saved) {
  const place = 'sticky bottom-0 z-20 shadow-2';
  return warning ? (
    <Alert tone="warn" title={texts.savedWithWarning} line={<Sentences text={warning} />} className={place} />
  ) : (
    <Alert tone="ok" title={texts.saved} className={place} />
  );
}

/** The server's sentences, one a line. */
function Sentences({ text }: { text: string }) {
  return text.split('\n').map((sentence) => (
    <span key={sentence} className="block wrap-anywhere">
      {sentence}
    </span>
  ));
}
