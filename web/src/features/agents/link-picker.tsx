/** The dialog in which one finds what an agent should read: search, ten at a time, added with one press. */
import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { failureText } from '../../api/error-message.ts';
import { useTask } from '../../lib/use-task.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { picker } from './texts-sources.ts';

type Pickable = { id: number; name: string; description: string | null };

type LinkPickerProps<T extends Pickable> = {
  words: {
    pickerTitle: string;
    search: string;
    allLinked: string;
    noneAtAll: string;
    noMatch: string;
    noMatchLine: string;
    loadFailed: string;
    addFailed: string;
    addContext: string;
  };
  term: string;
  onTerm: (term: string) => void;
  /** What may be added, already linked ones left out; undefined while it is on its way. */
  rows: T[] | undefined;
  /** There is something at all, linked or not. */
  some: boolean;
  error: unknown;
  loading: boolean;
  onRetry: () => void;
  onMore: (() => void) | null;
  factsOf: (row: T) => ReactNode;
  onAdd: (id: number) => Promise<void>;
  onClose: () => void;
};

export function LinkPicker<T extends Pickable>(props: LinkPickerProps<T>) {
  const { words, term, rows, error } = props;
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
      title={words.pickerTitle}
      initialFocus={search}
      footer={<Button onClick={props.onClose}>{picker.done}</Button>}
    >
      <div className="sticky -top-1 z-10 grid gap-3 bg-paper pt-1 pb-3">
        <SearchBox ref={search} value={term} onChange={props.onTerm} label={words.search} />
        {add.failure !== null && (
          <Alert title={words.addFailed} line={failureText(add.failure, words.addContext)} />
        )}
      </div>
      <div aria-busy={props.loading} className="min-h-[300px] phone:min-h-[46dvh]">
        {error ? (
          <Alert
            title={failureText(error, words.loadFailed)}
            onRetry={props.onRetry}
            retrying={props.loading}
          />
        ) : null}
        {!rows && !error && <Skeleton className="h-48 w-full" />}
        {rows?.length === 0 && !props.loading && <Nothing {...props} />}
        {rows && rows.length > 0 && (
          <ul aria-label={words.pickerTitle} className="grid gap-0.5">
            {rows.map((row) => (
              <li key={row.id} className="flex items-center gap-3 rounded-card py-1.5">
                <div className="min-w-0 flex-1">
                  <p className="line-clamp-1 font-medium wrap-anywhere" title={row.name}>
                    {row.name}
                  </p>
                  <p className="line-clamp-1 text-small wrap-anywhere text-ink-2">
                    {row.description || picker.noDescription}
                  </p>
                  <p className="flex flex-wrap gap-x-3 text-tiny text-ink-3 tabular-nums">
                    {props.factsOf(row)}
                  </p>
                </div>
                <Button
                  size="small"
                  icon={<Plus className="size-4" />}
                  aria-label={picker.addOne(row.name)}
                  busy={add.busy && adding === row.id}
                  disabled={add.busy}
                  onClick={() => add.run(row.id)}
                >
                  {add.busy && adding === row.id ? picker.adding : picker.add}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {props.onMore && (
          <div className="mt-2 flex justify-center">
            <Button variant="ghost" busy={props.loading} onClick={props.onMore}>
              {picker.loadMore}
            </Button>
          </div>
        )}
      </div>
    </Modal>
  );
}

function Nothing({
  words,
  term,
  some,
  onMore,
}: Pick<LinkPickerProps<Pickable>, 'words' | 'term' | 'some' | 'onMore'>) {
  if (onMore) return null;
  if (term.trim()) return <EmptyState title={words.noMatch} line={words.noMatchLine} />;
  return <EmptyState title={some ? words.allLinked : words.noneAtAll} />;
}
