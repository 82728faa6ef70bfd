/** A card with a list whose entries are added, changed in a form, and removed after a question. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { failureText } from '../../api/error-message.ts';
import { LoadFailure } from '../../api/load-failure.tsx';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Card } from '../../ui/display/card.tsx';
import { places, Skeleton } from '../../ui/display/skeleton.tsx';
import { texts as all } from './texts.ts';

type EditedListProps<Entry> = {
  texts: {
    title: string;
    line: string;
    add: string;
    none: string;
    loadFailed: string;
    confirmRemove: string;
  };
  found: UseQueryResult<Entry[]>;
  row: (entry: Entry, actions: { onEdit: () => void; onRemove: () => void }) => ReactNode;
  /** Without an entry the form is that of a new one. */
  form: (entry: Entry | undefined, onClose: () => void) => ReactNode;
  onRemove: (entry: Entry) => Promise<unknown>;
  /** Stands below the question whether an entry is to go. */
  removeLine: (entry: Entry) => ReactNode;
};

export function EditedList<Entry extends { id: number }>({
  texts,
  found,
  row,
  form,
  onRemove,
  removeLine,
}: EditedListProps<Entry>) {
  const [edited, setEdited] = useState<Entry | 'new' | null>(null);
  const [removed, setRemoved] = useState<Entry | null>(null);
  const remove = useTask(async (entry: Entry) => {
    await onRemove(entry);
    setRemoved(null);
  });
  return (
    <Card
      title={texts.title}
      line={texts.line}
      aside={
        <Button size="small" icon={<Plus />} onClick={() => setEdited('new')}>
          {texts.add}
        </Button>
      }
    >
      {found.isPending && <RowsSkeleton />}
      {found.isError && <LoadFailure query={found} text={texts.loadFailed} />}
      {found.data?.length === 0 && <p className="text-ink-2">{texts.none}</p>}
      {found.data && found.data.length > 0 && (
        <ul aria-label={texts.title} className="divide-y divide-line">
          {found.data.map((entry) =>
            row(entry, { onEdit: () => setEdited(entry), onRemove: () => setRemoved(entry) }),
          )}
        </ul>
      )}
      {edited && form(edited === 'new' ? undefined : edited, () => setEdited(null))}
      <Confirm
        open={removed !== null}
        text={texts.confirmRemove}
        detail={removed && removeLine(removed)}
        confirmLabel={all.remove}
        busy={remove.busy}
        failure={remove.failure === null ? null : failureText(remove.failure, all.removeFailed)}
        onConfirm={() => removed && remove.run(removed)}
        onCancel={() => setRemoved(null)}
      />
    </Card>
  );
}

/** Rows of two lines, with what can be done with them at the right. */
export function RowsSkeleton() {
  return (
    <div aria-busy="true" data-skeleton className="divide-y divide-line">
      {places(4).map((row) => (
        <div key={row} className="flex items-center justify-between gap-4 py-3">
          <div className="grid flex-1 gap-2 py-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
          <Skeleton className="h-8 w-20 phone:h-11" />
        </div>
      ))}
    </div>
  );
}
