/** The Settings tab: seen as it is stored, edited on request, and never overwriting what others saved. */
import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { type DataSource, dataSourcesApi } from '#contract/data-sources.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { useFocusAfter } from '../../../ui/focus/use-focus-after.ts';
import { SaveBar } from '../../../ui/page/save-bar.tsx';
import { changeOf, type Draft, draftOf, sameDraft } from '../draft.ts';
import { isFaultless, problemsOf } from '../problems.ts';
import { adminSource, keepSource } from '../queries.ts';
import { texts } from '../texts-settings.ts';
import { AssociatedAgents } from './associated-agents.tsx';
import { DangerZone } from './danger-zone.tsx';
import { type FirstField, SettingsForm } from './settings-form.tsx';

type SettingsProps = {
  source: DataSource;
  /** There is something that leaving would lose. */
  onDirty: (dirty: boolean) => void;
  onEditing: (editing: boolean) => void;
};

/** `base` is the source as it was when the editing began, or as it was last looked at and accepted. */
type Editing = { base: DataSource; draft: Draft; first: FirstField };
/** What the last save came to: what does not work is kept too, and the server says why. */
type Saved = { warning: string | null };

export function Settings({ source, onDirty, onEditing }: SettingsProps) {
  const cache = useQueryClient();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [saved, setSaved] = useState<Saved | null>(null);
  const stored = useMemo(() => draftOf(source), [source]);
  const draft = editing?.draft ?? stored;
  const problems = useMemo(() => problemsOf(draft), [draft]);
  const dirty = editing !== null && !sameDraft(editing.draft, draftOf(editing.base));
  const overtaken = editing !== null && isOvertaken(editing.base, source);
  const faultless = isFaultless(problems);
  const ready = dirty && faultless && !overtaken;
  const edit = useFocusAfter(editing !== null);
  useReport(dirty, onDirty);
  useReport(editing !== null, onEditing);

  const save = useTask(async () => {
    if (!editing) return;
    // Whoever else saved meanwhile is noticed before, not after.
    const now = await cache.fetchQuery({ ...adminSource(source.id), staleTime: 0 });
    if (isOvertaken(editing.base, now)) return;
    const { warning, ...changed } = await call(dataSourcesApi.update, {
      params: { id: source.id },
      body: changeOf(editing.draft),
    });
    setEditing(null);
    setSaved({ warning });
    await keepSource(cache, changed);
  });
  const begin = (first: FirstField) => {
    setSaved(null);
    setEditing({ base: source, draft: stored, first });
  };
  const cancel = () => {
    save.forgive();
    setEditing(null);
  };

  return (
    <div className="grid min-w-0 gap-[22px]">
      <SettingsForm
        id={`data-source-${source.id}-settings`}
        source={source}
        draft={draft}
        problems={problems}
        busy={save.busy}
        onChange={(change) => {
          save.forgive();
          setEditing((now) => now && { ...now, draft: { ...now.draft, ...change } });
        }}
        onSubmit={() => ready && save.run()}
        first={editing?.first ?? null}
        onBegin={begin}
        edit={
          <Button ref={edit} icon={<Pencil className="size-4" />} onClick={() => begin('name')}>
            {texts.edit}
          </Button>
        }
      />
      <AssociatedAgents source={source} />
      {editing ? (
        <SaveBar
          texts={texts}
          formId={`data-source-${source.id}-settings`}
          status={faultless ? (dirty ? texts.unsaved : texts.unchanged) : texts.mend}
          ready={ready}
          busy={save.busy}
          failure={save.failure === null ? null : failureText(save.failure, texts.saveFailed)}
          onCancel={cancel}
          {...(overtaken && {
            onLoadTheirs: () => setEditing({ ...editing, base: source, draft: stored }),
            onKeepMine: () => setEditing({ ...editing, base: source }),
          })}
        />
      ) : (
        <>
          {saved && <SavedNote {...saved} />}
          <DangerZone source={source} />
        </>
      )}
    </div>
  );
}

/** Where the buttons were that saved it. */
function SavedNote({ warning }: Saved) {
  const place = 'sticky bottom-0 z-20 shadow-2';
  return warning ? (
    <Alert tone="warn" title={texts.savedWithWarning} line={<Sentences text={warning} />} className={place} />
  ) : (
    <Alert tone="ok" title={texts.saved} className={place} />
  );
}

/** One a line, as the server gives them. */
function Sentences({ text }: { text: string }) {
  return text.split('\n').map((sentence) => (
    <span key={sentence} className="block wrap-anywhere">
      {sentence}
    </span>
  ));
}

/** Agents come and go, and values are read anew; neither takes anything from whoever edits. */
function isOvertaken(base: DataSource, now: DataSource): boolean {
  return now.updated_at !== base.updated_at && !sameDraft(draftOf(now), draftOf(base));
}

function useReport(value: boolean, tell: (value: boolean) => void): void {
  useEffect(() => {
    tell(value);
  }, [value, tell]);
}
