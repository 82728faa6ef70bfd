/** The knowledge bases or data sources of an agent: each row links to its page and can be taken off. */
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { useTask } from '../../../lib/use-task.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { picker } from './texts.ts';

type Linked = { id: number; name: string; description: string | null };

type LinkedListProps<T extends Linked> = {
  words: {
    title: string;
    list: string;
    add: string;
    none: string;
    noneLine: string;
    confirmRemove: string;
    confirmRemoveLine: string;
    loadFailed: string;
    removeFailed: string;
    removeContext: string;
  };
  /** The query of what is linked now. */
  linked: { data: T[] | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Stands where nothing is linked. */
  icon: ReactNode;
  pathOf: (id: number) => string;
  /** At the right of the name: counts, marks. */
  factsOf: (row: T) => ReactNode;
  onRemove: (id: number) => Promise<void>;
  /** In which more is found, while it is open. */
  pickerOf: (onClose: () => void) => ReactNode;
};

export function LinkedList<T extends Linked>(props: LinkedListProps<T>) {
  const { words, linked } = props;
  const { data: rows, error } = linked;
  const [picking, setPicking] = useState(false);
  const [toRemove, setToRemove] = useState<T | null>(null);
  const [leaving, setLeaving] = useState<number | null>(null);
  const removal = useTask((id: number) => {
    setLeaving(id);
    return props.onRemove(id);
  });
  if (!rows && error) return <LoadFailure query={linked} text={words.loadFailed} />;
  const add = (
    <Button icon={<Plus />} onClick={() => setPicking(true)}>
      {words.add}
    </Button>
  );
  const none = rows?.length === 0;
  return (
    <Card title={words.title} aside={!none && add}>
      {removal.failure !== null && (
        <Alert
          title={words.removeFailed}
          line={failureText(removal.failure, words.removeContext)}
          className="mb-4"
        />
      )}
      {!rows && <RowSkeletons />}
      {none && <EmptyState icon={props.icon} title={words.none} line={words.noneLine} action={add} />}
      {rows && rows.length > 0 && (
        <ul aria-label={words.list} className="-mx-5 -mb-5 divide-y divide-line border-t border-line">
          {rows.map((row) => (
            <LinkedRow
              key={row.id}
              row={row}
              path={props.pathOf(row.id)}
              facts={props.factsOf(row)}
              leaving={leaving === row.id}
              busy={removal.busy}
              onRemove={() => setToRemove(row)}
            />
          ))}
        </ul>
      )}
      <ConfirmRemoval
        words={words}
        row={toRemove}
        onCancel={() => setToRemove(null)}
        onConfirm={(id) => {
          removal.run(id);
          setToRemove(null);
        }}
      />
      {picking && props.pickerOf(() => setPicking(false))}
    </Card>
  );
}

type LinkedRowProps = {
  row: Linked;
  path: string;
  facts: ReactNode;
  /** This row is the one whose removal was asked for last. */
  leaving: boolean;
  /** A removal is under way. */
  busy: boolean;
  onRemove: () => void;
};

function LinkedRow({ row, path, facts, leaving, busy, onRemove }: LinkedRowProps) {
  return (
    <li className="flex items-center gap-2 py-1.5 pr-3 pl-5">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5 py-1">
        <div className="min-w-0 flex-1 basis-52">
          <Link to={path} className="link inline-flex max-w-full items-center font-medium phone:min-h-11">
            <span className="line-clamp-2 wrap-anywhere">{row.name}</span>
          </Link>
          {row.description && (
            <p className="line-clamp-1 text-small wrap-anywhere text-ink-2">{row.description}</p>
          )}
        </div>
        <div className="flex shrink-0 flex-wrap items-center justify-end gap-x-4 text-small text-ink-2 tabular-nums">
          {facts}
        </div>
      </div>
      <IconButton
        label={picker.removeOne(row.name)}
        busy={busy && leaving}
        disabled={busy}
        onClick={onRemove}
      >
        <Trash2 />
      </IconButton>
    </li>
  );
}

type ConfirmRemovalProps = {
  words: LinkedListProps<Linked>['words'];
  /** Null while nothing is asked. */
  row: Linked | null;
  onCancel: () => void;
  onConfirm: (id: number) => void;
};

function ConfirmRemoval({ words, row, onCancel, onConfirm }: ConfirmRemovalProps) {
  return (
    <Confirm
      open={row !== null}
      text={words.confirmRemove}
      detail={
        <>
          <span className="mb-1 block font-medium text-ink wrap-anywhere">{row?.name}</span>
          {words.confirmRemoveLine}
        </>
      }
      cancelLabel={picker.cancel}
      confirmLabel={picker.remove}
      onCancel={onCancel}
      onConfirm={() => row && onConfirm(row.id)}
    />
  );
}

function RowSkeletons() {
  return (
    <div aria-busy="true" data-skeleton className="grid gap-3">
      {['w-2/5', 'w-1/2', 'w-1/3'].map((width) => (
        <Skeleton key={width} className={`h-9 ${width}`} />
      ))}
    </div>
  );
}
