/** The frame of the tabs of plans and packs: a line, a button, and the list with its failure and its skeleton. */
import type { UseQueryResult } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureWords } from '../../api/error-message.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { CardSkeleton, places } from '../../ui/display/skeleton.tsx';
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
        <div role="status" data-skeleton className="grid gap-3">
          <span className="sr-only">{loading}</span>
          {places(3).map((place) => (
            <CardSkeleton key={place} lines={1} />
          ))}
        </div>
      )}
      {found.data && children}
    </section>
  );
}

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
