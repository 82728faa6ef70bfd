/** The synonyms of a base: the list, which each change replaces as a whole, and what they do to a question. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { type BaseSynonym, type BaseSynonyms, knowledgeApi } from '#contract/knowledge.ts';
import { SYNONYMS_MAX } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { useTask } from '../../../lib/use-task.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card, cardLook } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { type Column, TableOrCards } from '../../../ui/page/table-or-cards.tsx';
import { baseSynonyms, refreshSearches } from '../queries.ts';
import { parseSynonymsCsv } from './parse-synonyms-csv.ts';
import { SynonymForm } from './synonym-form.tsx';
import { SynonymTest } from './synonym-test.tsx';
import { texts } from './texts.ts';

export function SynonymsPanel({ baseId }: { baseId: number }) {
  const list = useQuery(baseSynonyms(baseId));
  if (list.isPending) return <CardSkeleton lines={5} className="min-h-[280px]" />;
  if (list.isError) return <LoadFailure query={list} text={texts.loadFailed} />;
  return <SynonymList baseId={baseId} list={list.data} />;
}

/** The place of the entry that is edited; null for a new one. */
type Edited = { place: number | null };

function SynonymList({ baseId, list }: { baseId: number; list: BaseSynonyms }) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const { put, removing, importing, imported } = useChanges(baseId, list);
  const isFull = list.entries.length >= SYNONYMS_MAX;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[22px]">
      <Card
        title={texts.title}
        line={texts.line}
        aside={
          <div className="flex flex-wrap gap-2.5">
            <CsvButton busy={importing.busy} disabled={isFull} onPick={importing.run} />
            <Button
              variant="primary"
              icon={<Plus className="size-4" />}
              disabled={isFull}
              onClick={() => setEdited({ place: null })}
            >
              {texts.add}
            </Button>
          </div>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {importing.failure !== null && <Alert title={importFailure(importing.failure)} />}
          {removing.failure !== null && <Alert title={failureText(removing.failure, texts.removeFailed)} />}
          <p role="status" className="text-small text-ink-2 empty:hidden">
            {imported !== null && texts.imported(imported)}
          </p>
          {list.entries.length === 0 ? (
            <EmptyState title={texts.empty} line={texts.emptyLine(list.known)} />
          ) : (
            <Entries
              entries={list.entries}
              busy={removing.busy}
              onEdit={(place) => setEdited({ place })}
              onRemove={removing.run}
            />
          )}
        </div>
      </Card>
      <SynonymTest baseId={baseId} />
      {edited && (
        <SynonymForm
          initial={edited.place === null ? null : (list.entries[edited.place] ?? null)}
          onClose={() => setEdited(null)}
          onSave={async (entry) => {
            const { place } = edited;
            await put(place === null ? [...list.entries, entry] : list.entries.with(place, entry));
            setEdited(null);
          }}
        />
      )}
    </div>
  );
}

/** A line of the file that is no synonym; its message is a sentence for the screen. */
class WrongLine extends Error {}

/** The changes of the list; `imported` is how many lines the last import brought. */
function useChanges(baseId: number, list: BaseSynonyms) {
  const [imported, setImported] = useState<number | null>(null);
  const put = useReplaceList(baseId, list.updated_at);
  const removing = useTask((place: number) => put(list.entries.toSpliced(place, 1)));
  const importing = useTask(async (file: File) => {
    setImported(null);
    const entries = parseSynonymsCsv(await file.text());
    if ('wrong_line' in entries) throw new WrongLine(texts.importLine(entries.wrong_line));
    await put([...list.entries, ...entries]);
    setImported(entries.length);
  });
  return { put, removing, importing, imported };
}

const importFailure = (failure: unknown): string =>
  failure instanceof WrongLine ? failure.message : failureText(failure, texts.importFailed);

/** Somebody else's change is refused by the server; the list is then read again. */
function useReplaceList(baseId: number, updated_at: string | null) {
  const cache = useQueryClient();
  return async (entries: BaseSynonym[]) => {
    try {
      const body = { updated_at, entries };
      const changed = await call(knowledgeApi.changeSynonyms, { params: { id: baseId }, body });
      cache.setQueryData(baseSynonyms(baseId).queryKey, changed);
      await refreshSearches(cache, baseId);
    } catch (error) {
      void cache.invalidateQueries({ queryKey: baseSynonyms(baseId).queryKey });
      throw error;
    }
  };
}

function CsvButton({
  busy,
  disabled,
  onPick,
}: {
  busy: boolean;
  disabled: boolean;
  onPick: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        icon={<Upload className="size-4" />}
        busy={busy}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {texts.importCsv}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label={texts.importCsv}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again.
          target.value = '';
          if (file) onPick(file);
        }}
      />
    </>
  );
}

type Row = BaseSynonym & { id: number };
type EntriesProps = {
  entries: BaseSynonym[];
  busy: boolean;
  onEdit: (place: number) => void;
  onRemove: (place: number) => void;
};

function Entries({ entries, busy, onEdit, onRemove }: EntriesProps) {
  const actions = ({ id, word }: Row) => (
    <span className="flex justify-end gap-1">
      <IconButton size="small" label={texts.edit(word)} onClick={() => onEdit(id)}>
        <Pencil className="size-4" />
      </IconButton>
      <IconButton size="small" label={texts.remove(word)} disabled={busy} onClick={() => onRemove(id)}>
        <Trash2 className="size-4" />
      </IconButton>
    </span>
  );
  const columns: Column<Row>[] = [
    {
      header: texts.word,
      width: 'w-[30%]',
      isRowHeader: true,
      cell: ({ word }) => <span className="block px-3.5 py-2 font-medium wrap-anywhere">{word}</span>,
    },
    {
      header: texts.others,
      cell: ({ others }) => <span className="block px-3.5 py-2 wrap-anywhere">{others.join(', ')}</span>,
    },
    {
      header: texts.weight,
      width: 'w-[110px]',
      cell: ({ weight }) => <span className="block px-3.5 py-2 text-ink-2">{texts.weights[weight]}</span>,
    },
    { header: texts.actions, width: 'w-[104px]', cell: actions },
  ];
  return (
    <TableOrCards
      label={texts.table}
      width={560}
      columns={columns}
      rows={entries.map((entry, id) => ({ ...entry, id }))}
      rowLook="align-top text-control"
      card={(row) => (
        <li className={`${cardLook} flex items-start gap-2 px-4 py-3`}>
          <div className="min-w-0 flex-1 text-control wrap-anywhere">
            <p className="font-medium">{row.word}</p>
            <p>{row.others.join(', ')}</p>
            <p className="text-small text-ink-2">{texts.weights[row.weight]}</p>
          </div>
          {actions(row)}
        </li>
      )}
    />
  );
}
