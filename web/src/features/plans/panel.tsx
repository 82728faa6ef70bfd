/** Shared parts of the tabs of plans and packs: the frame of the list, the actions of a row, the dialogs of the form and of the deletion. */
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { failureText, failureWords } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { classes } from '../../ui/classes.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { CardSkeleton, places, Skeleton } from '../../ui/display/skeleton.tsx';
import { afterSellingChange } from './queries.ts';
import { texts } from './texts.ts';

type PanelProps<T> = {
  line: string;
  create: string;
  onCreate: () => void;
  found: UseQueryResult<T>;
  loading: string;
  loadFailed: string;
  children: ReactNode;
};

export function Panel<T>({ line, create, onCreate, found, loading, loadFailed, children }: PanelProps<T>) {
  return (
    <section className="grid gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 max-w-[68ch] text-small text-ink-2">{line}</p>
        <Button variant="primary" icon={<Plus />} onClick={onCreate}>
          {create}
        </Button>
      </header>
      {found.isError && (
        <Alert
          {...failureWords(found.error, loadFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.isPending && (
        <div role="status" data-skeleton className="@container">
          <span className="sr-only">{loading}</span>
          <RowSkeletons />
        </div>
      )}
      {found.data && children}
    </section>
  );
}

/** Three rows of a table, or as many cards where there is no room for one. */
const RowSkeletons = () => (
  <>
    <div className={classes(cardLook, 'hidden divide-y divide-line pt-8 @min-[720px]:block')}>
      {places(3).map((place) => (
        <div key={place} className="flex h-16 items-center gap-6 px-3.5">
          <Skeleton className="h-4 w-1/5" />
          <Skeleton className="h-4 flex-1" />
        </div>
      ))}
    </div>
    <div className="grid gap-3 @min-[720px]:hidden">
      {places(3).map((place) => (
        <CardSkeleton key={place} lines={4} />
      ))}
    </div>
  </>
);

type RowActionsProps = {
  name: string;
  /** Words beside the icons, where nothing can hover. */
  worded?: boolean;
  onEdit: () => void;
  /** Undefined where it stays. */
  onRemove?: (() => void) | undefined;
};

export function RowActions({ name, worded, onEdit, onRemove }: RowActionsProps) {
  if (worded)
    return (
      <div className="mt-1 flex flex-wrap gap-2">
        <Button
          size="small"
          aria-label={texts.edit(name)}
          icon={<Pencil className="size-4" />}
          onClick={onEdit}
        >
          {texts.editWord}
        </Button>
        {onRemove && (
          <Button
            size="small"
            aria-label={texts.remove(name)}
            icon={<Trash2 className="size-4" />}
            onClick={onRemove}
          >
            {texts.removeWord}
          </Button>
        )}
      </div>
    );
  return (
    <div className="-ml-2 flex gap-0.5">
      <IconButton label={texts.edit(name)} title={texts.edit(name)} onClick={onEdit}>
        <Pencil />
      </IconButton>
      {onRemove && (
        <IconButton label={texts.remove(name)} title={texts.remove(name)} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      )}
    </div>
  );
}

type FormDialogProps = {
  title: string;
  size?: 'large';
  saveFailed: string;
  /** False while a field is wrong: nothing is sent. */
  isComplete: boolean;
  save: () => Promise<unknown>;
  onClose: () => void;
  /** Gets whether «Salvar» was pressed: what is wrong is said from then on. */
  children: (isTried: boolean) => ReactNode;
};

export function FormDialog({
  title,
  size,
  saveFailed,
  isComplete,
  save,
  onClose,
  children,
}: FormDialogProps) {
  const form = useId();
  const cache = useQueryClient();
  const [isTried, setTried] = useState(false);
  const saving = useTask(async () => {
    await save();
    onClose();
    await afterSellingChange(cache);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isComplete) saving.run();
  };
  return (
    <Modal
      open
      onClose={onClose}
      {...(size ? { size } : {})}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={saving.busy}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        {children(isTried)}
        {saving.failure !== null && <Alert {...failureWords(saving.failure, saveFailed)} />}
      </form>
    </Modal>
  );
}

type RemoveDialogProps = {
  name: string;
  words: { removeQuestion: (name: string) => string; removeLine: string; removeFailed: string };
  remove: () => Promise<unknown>;
  onClose: () => void;
};

export function RemoveDialog({ name, words, remove, onClose }: RemoveDialogProps) {
  const cache = useQueryClient();
  const removal = useTask(async () => {
    await remove();
    onClose();
    await afterSellingChange(cache);
  });
  return (
    <Confirm
      open
      text={words.removeQuestion(name)}
      detail={words.removeLine}
      failure={removal.failure === null ? null : failureText(removal.failure, words.removeFailed)}
      confirmLabel={texts.removeWord}
      busy={removal.busy}
      onConfirm={removal.run}
      onCancel={onClose}
    />
  );
}
