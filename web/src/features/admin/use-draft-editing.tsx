/** A long form: seen as it is stored, edited on request, and never overwriting what others saved meanwhile. */
import { useEffect, useMemo, useState } from 'react';
import { failureText } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { SaveBar, type SaveBarTexts } from '../../ui/page/save-bar.tsx';

type Options<T, D, R> = {
  /** As it is stored now. */
  thing: T;
  draftOf: (thing: T) => D;
  /** Whether both would be stored as the same. */
  isSame: (one: D, other: D) => boolean;
  /** Reads the thing past the cache. */
  reload: () => Promise<T>;
  send: (draft: D) => Promise<R>;
  /** Called when the editing is over: puts the result where the screens read it. */
  onSaved: (result: R) => Promise<void>;
  /** There is something that leaving would lose. */
  onDirty: (dirty: boolean) => void;
  onEditing: (editing: boolean) => void;
};

export type DraftEditing<D> = {
  /** The values of the form: the draft while it is edited, else the stored ones. */
  draft: D;
  isEditing: boolean;
  dirty: boolean;
  /** Somebody else saved after the editing began. */
  overtaken: boolean;
  busy: boolean;
  /** The failure of the last save; null while there is none. */
  failure: unknown;
  begin: () => void;
  change: (change: Partial<D>) => void;
  save: () => void;
  cancel: () => void;
  /** After a conflict, goes on with what others saved, or with the own draft. */
  loadTheirs: () => void;
  keepMine: () => void;
};

export function useDraftEditing<T extends { updated_at: string }, D extends object, R>(
  options: Options<T, D, R>,
): DraftEditing<D> {
  const { thing, draftOf, isSame, reload, send, onSaved, onDirty, onEditing } = options;
  /** `base` is the thing as it was when the editing began, or as it was last seen and accepted. */
  const [edited, setEdited] = useState<{ base: T; draft: D } | null>(null);
  const stored = useMemo(() => draftOf(thing), [draftOf, thing]);
  // Changes beside the form, such as deploying or tagging, take nothing from an editor.
  const isOvertaken = (base: T, now: T) =>
    now.updated_at !== base.updated_at && !isSame(draftOf(now), draftOf(base));
  const isEditing = edited !== null;
  const dirty = isEditing && !isSame(edited.draft, draftOf(edited.base));
  useReport(dirty, onDirty);
  useReport(isEditing, onEditing);

  const save = useTask(async () => {
    if (!edited) return;
    // Optimistic lock: a save by somebody else is noticed before this one overwrites it.
    if (isOvertaken(edited.base, await reload())) return;
    const result = await send(edited.draft);
    setEdited(null);
    await onSaved(result);
  });
  return {
    draft: edited?.draft ?? stored,
    isEditing,
    dirty,
    overtaken: isEditing && isOvertaken(edited.base, thing),
    // The work after a save, such as reading lists again, holds nobody up.
    busy: isEditing && save.busy,
    failure: save.failure,
    begin: () => setEdited({ base: thing, draft: stored }),
    change: (change) => {
      save.forgive();
      setEdited((now) => now && { ...now, draft: { ...now.draft, ...change } });
    },
    save: save.run,
    cancel: () => {
      save.forgive();
      setEdited(null);
    },
    loadTheirs: () => setEdited({ base: thing, draft: stored }),
    keepMine: () => setEdited((now) => now && { ...now, base: thing }),
  };
}

type EditingBarProps<D> = {
  editing: DraftEditing<D>;
  texts: SaveBarTexts & { saveFailed: string };
  formId: string;
  status: string;
  ready: boolean;
};

export function EditingBar<D>({ editing, texts, formId, status, ready }: EditingBarProps<D>) {
  const { failure, overtaken, loadTheirs, keepMine } = editing;
  return (
    <SaveBar
      texts={texts}
      formId={formId}
      status={status}
      ready={ready}
      busy={editing.busy}
      failure={failure === null ? null : failureText(failure, texts.saveFailed)}
      onCancel={editing.cancel}
      {...(overtaken && { onLoadTheirs: loadTheirs, onKeepMine: keepMine })}
    />
  );
}

function useReport(value: boolean, report: (value: boolean) => void): void {
  useEffect(() => {
    report(value);
  }, [value, report]);
}
