/** The dialog in which one finds what should be linked: search, a page at a time, each taken with one press. */
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Paged, retryOf, rowsOf } from '../../lib/pages.ts';
import { useTask } from '../../lib/use-task.ts';
import { Button } from '../controls/button.tsx';
import { SearchBox } from '../controls/search-box.tsx';
import { Alert } from '../display/alert.tsx';
import { EmptyState } from '../display/empty-state.tsx';
import { Skeleton } from '../display/skeleton.tsx';
import { Modal } from './modal.tsx';

type Pickable = { id: number; name: string; description: string | null };

type PickWords = {
  title: string;
  search: string;
  add: string;
  addOne: (name: string) => string;
  adding: string;
  done: string;
  loadMore: string;
  noDescription: string;
  noMatch: string;
  noMatchLine: string;
  allTaken: string;
  noneAtAll: string;
};

type PickDialogProps<T extends Pickable> = {
  words: PickWords;
  term: string;
  onTerm: (term: string) => void;
  /** The rows on offer, without those that are linked already; undefined while they load. */
  rows: T[] | undefined;
  /** Something is found, linked or not. */
  some: boolean;
  loading: boolean;
  /** Why they did not come, in words. */
  failure: string | null;
  onRetry: () => void;
  onMore: (() => void) | null;
  /** Beside the name. */
  badgeOf?: (row: T) => ReactNode;
  /** Below the description: counts, marks. */
  factsOf?: (row: T) => ReactNode;
  onAdd: (id: number) => Promise<void>;
  /** Why the last one was not linked, in words. */
  addFailed: (failure: unknown) => { title: string; line: string };
  onClose: () => void;
};

export function PickDialog<T extends Pickable>(props: PickDialogProps<T>) {
  const { words, term, rows, failure, loading } = props;
  const search = useRef<HTMLInputElement>(null);
  const [adding, setAdding] = useState<number | null>(null);
  const add = useTask(async (id: number) => {
    setAdding(id);
    await props.onAdd(id);
  });
  return (
    <Modal
      open
      onClose={props.onClose}
      title={words.title}
      initialFocus={search}
      footer={<Button onClick={props.onClose}>{words.done}</Button>}
    >
      <div className="sticky -top-1 z-10 grid gap-3 bg-paper pt-1 pb-3">
        <SearchBox ref={search} value={term} onChange={props.onTerm} label={words.search} />
        {add.failure !== null && <Alert {...props.addFailed(add.failure)} />}
      </div>
      <div aria-busy={loading} className="min-h-[300px] phone:min-h-[46dvh]">
        {failure !== null && <Alert title={failure} onRetry={props.onRetry} retrying={loading} />}
        {!rows && failure === null && <Skeleton className="h-48 w-full" />}
        {rows?.length === 0 && !loading && !props.onMore && (
          <Nothing words={words} searched={term.trim() !== ''} some={props.some} />
        )}
        {rows && rows.length > 0 && (
          <ul aria-label={words.title} className="grid gap-0.5">
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                words={words}
                badge={props.badgeOf?.(row)}
                facts={props.factsOf?.(row)}
                busy={add.busy && adding === row.id}
                disabled={add.busy}
                onAdd={() => add.run(row.id)}
              />
            ))}
          </ul>
        )}
        {props.onMore && (
          <div className="mt-2 flex justify-center">
            <Button variant="ghost" busy={loading} onClick={props.onMore}>
              {words.loadMore}
            </Button>
          </div>
        )}
      </div>
    </Modal>
  );
}

type RowProps = {
  row: Pickable;
  words: PickWords;
  badge: ReactNode;
  facts: ReactNode;
  busy: boolean;
  disabled: boolean;
  onAdd: () => void;
};

function Row({ row, words, badge, facts, busy, disabled, onAdd }: RowProps) {
  return (
    <li className="flex items-center gap-3 rounded-card py-1.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="line-clamp-1 font-medium wrap-anywhere" title={row.name}>
            {row.name}
          </span>
          {badge}
        </p>
        <p className="line-clamp-1 text-small wrap-anywhere text-ink-2">
          {row.description || words.noDescription}
        </p>
        {facts && <p className="flex flex-wrap gap-x-3 text-tiny text-ink-3 tabular-nums">{facts}</p>}
      </div>
      <Button
        size="small"
        icon={<Plus className="size-4" />}
        aria-label={words.addOne(row.name)}
        busy={busy}
        disabled={disabled}
        onClick={onAdd}
      >
        {busy ? words.adding : words.add}
      </Button>
    </li>
  );
}

function Nothing({ words, searched, some }: { words: PickWords; searched: boolean; some: boolean }) {
  if (searched && !some) return <EmptyState title={words.noMatch} line={words.noMatchLine} />;
  return <EmptyState title={some ? words.allTaken : words.noneAtAll} />;
}

type Found<T> = Omit<Paged, 'data'> & { data: { pages: { data: T[] }[] } | undefined; isError: boolean };

/** The rows that a picker offers, a page at a time: those found, without those in `taken`, which may still be loading. */
export function useOffered<T extends { id: number }>(found: Found<T>, taken: { id: number }[] | undefined) {
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  const all = rowsOf(found.data);
  const out = new Set(taken?.map(({ id }) => id));
  const rows = found.data && taken && all.filter(({ id }) => !out.has(id));
  const onlyTaken = rows?.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    // A whole page of them would look like the end of the list.
    if (onlyTaken) void fetchNextPage();
  }, [onlyTaken, fetchNextPage]);
  return {
    rows,
    some: all.length > 0,
    loading: isFetching,
    onRetry: retryOf(found).onRetry,
    onMore: hasNextPage ? () => void fetchNextPage() : null,
  };
}
