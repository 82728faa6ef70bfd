/** All tags of the installation: made, renamed and deleted here. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Pencil, Tags, Trash2, X } from 'lucide-react';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { TAG_NAME_MAX } from '#contract/limits.ts';
import { type ListedTag, type Tag, tagsApi } from '#contract/tags.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { useTask } from '../../../lib/use-task.ts';
import { classes } from '../../../ui/classes.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { controlBorder, controlLook, Field } from '../../../ui/controls/field.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { tagsQuery } from '../../agent-chooser/queries.ts';
import { texts as all } from '../texts.ts';

const texts = all.tags;

/** Agents carry their tags: whatever changes one changes how they are shown. */
function useTagRefresh() {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['tags'] }),
      cache.invalidateQueries({ queryKey: ['agents'] }),
    ]);
}

export function TagManager({ onClose }: { onClose: () => void }) {
  const first = useRef<HTMLInputElement>(null);
  return (
    <Modal
      open
      onClose={onClose}
      title={texts.title}
      line={texts.line}
      initialFocus={first}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <NewTag field={first} />
        <TagList />
      </div>
    </Modal>
  );
}

function NewTag({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const refresh = useTagRefresh();
  const [name, setName] = useState('');
  const [blank, setBlank] = useState(false);
  const create = useTask(async () => {
    const typed = name;
    await call(tagsApi.create, { body: { name: typed.trim() } });
    await refresh();
    // Empty once the next one can be sent; text typed meanwhile stays.
    setName((now) => (now === typed ? '' : now));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBlank(!name.trim());
    if (name.trim()) create.run();
  };
  const failed = create.failure === null ? null : failureText(create.failure, texts.createFailed);
  return (
    <form noValidate onSubmit={submit}>
      <Field
        ref={field}
        label={texts.newTag}
        hint={texts.newTagHint}
        error={blank ? texts.nameMissing : failed}
        maxLength={TAG_NAME_MAX}
        autoComplete="off"
        enterKeyHint="done"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setBlank(false);
          create.forgive();
        }}
      />
    </form>
  );
}

function TagList() {
  const tags = useQuery(tagsQuery());
  const refresh = useTagRefresh();
  const [toRemove, setToRemove] = useState<ListedTag | null>(null);
  const removal = useTask(async (id: number) => {
    await call(tagsApi.remove, { params: { id } });
    await refresh();
  });

  if (tags.isPending) return <Skeleton className="h-32 w-full" />;
  if (!tags.data) {
    return <LoadFailure query={tags} text={texts.loadFailed} />;
  }
  if (tags.data.data.length === 0)
    return <EmptyState icon={<Tags />} title={texts.none} line={texts.noneLine} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {removal.failure ? <Alert title={failureText(removal.failure, texts.removeFailed)} /> : null}
      <ul aria-label={texts.list} className="divide-y divide-line rounded-card border border-line bg-surface">
        {tags.data.data.map((tag) => (
          <TagRow key={tag.id} tag={tag} onRemove={() => setToRemove(tag)} />
        ))}
      </ul>
      <Confirm
        open={toRemove !== null}
        text={texts.confirmRemove}
        detail={toRemove && <span className="font-medium text-ink wrap-anywhere">{toRemove.name}</span>}
        cancelLabel={texts.cancel}
        confirmLabel={texts.confirmLabel}
        onCancel={() => setToRemove(null)}
        onConfirm={() => {
          if (toRemove) removal.run(toRemove.id);
          setToRemove(null);
        }}
      />
    </div>
  );
}

function TagRow({ tag, onRemove }: { tag: ListedTag; onRemove: () => void }) {
  const refresh = useTagRefresh();
  const [renaming, setRenaming] = useState(false);
  const rename = async (name: string) => {
    await call(tagsApi.rename, { params: { id: tag.id }, body: { name } });
    setRenaming(false);
    await refresh();
  };
  return (
    <li className="flex min-h-11 items-center gap-1 py-1 pr-1.5 pl-3.5">
      {renaming ? (
        <TagNameForm tag={tag} onSave={rename} onCancel={() => setRenaming(false)} />
      ) : (
        <>
          <span className="min-w-0 flex-1 truncate font-medium" title={tag.name}>
            {tag.name}
          </span>
          {tag.agents_count !== undefined && (
            <span className="shrink-0 px-2 text-small text-ink-3 tabular-nums">
              {texts.used(tag.agents_count)}
            </span>
          )}
          <IconButton label={texts.rename(tag.name)} size="small" onClick={() => setRenaming(true)}>
            <Pencil className="size-4" />
          </IconButton>
          <IconButton label={texts.remove(tag.name)} size="small" onClick={onRemove}>
            <Trash2 className="size-4" />
          </IconButton>
        </>
      )}
    </li>
  );
}

type TagNameFormProps = { tag: Tag; onSave: (name: string) => Promise<void>; onCancel: () => void };

/** A tag's row while its name is being changed. */
export function TagNameForm({ tag, onSave, onCancel }: TagNameFormProps) {
  const [name, setName] = useState(tag.name);
  const save = useTask(() => onSave(name.trim()));
  const [blank, setBlank] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBlank(!name.trim());
    if (name.trim() === tag.name) onCancel();
    else if (name.trim()) save.run();
  };
  const failed = save.failure === null ? null : failureText(save.failure, texts.renameFailed);
  const error = blank ? texts.nameMissing : failed;
  return (
    <form noValidate onSubmit={submit} className="grid min-w-0 flex-1 gap-1">
      <div className="flex items-center gap-1">
        <input
          // biome-ignore lint/a11y/noAutofocus: the pencil was pressed in order to type here
          autoFocus
          aria-label={texts.renameField(tag.name)}
          aria-invalid={error ? true : undefined}
          maxLength={TAG_NAME_MAX}
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setBlank(false);
            save.forgive();
          }}
          className={classes(controlLook, controlBorder(Boolean(error)), 'h-9 min-w-0 px-2.5 phone:h-11')}
        />
        <IconButton type="submit" label={texts.save} size="small" busy={save.busy}>
          <Check className="size-4" />
        </IconButton>
        <IconButton label={texts.cancel} size="small" onClick={onCancel}>
          <X className="size-4" />
        </IconButton>
      </div>
      {error && (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
    </form>
  );
}
