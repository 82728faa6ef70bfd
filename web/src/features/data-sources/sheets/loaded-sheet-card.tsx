/** The file that a data source was loaded from: replacing it, and going back to an earlier version. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileSpreadsheet, RotateCcw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { DataSource } from '#contract/data-sources.ts';
import { type LoadedSheet, sheetsApi } from '#contract/sheets.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { adminSource, keepSource } from '../queries.ts';
import { loadedSheet } from './sheet-queries.ts';
import { texts as all } from './texts-sheets.ts';

const SheetDialog = lazy(async () => ({ default: (await import('./sheet-dialog.tsx')).SheetDialog }));

const texts = all.card;

/** Nothing for a data source that was not loaded from a file. */
export function LoadedSheetCard({ source, disabled }: { source: DataSource; disabled: boolean }) {
  const loaded = useQuery(loadedSheet(source.id));
  if (loaded.isError)
    return (
      <Alert
        title={failureText(loaded.error, texts.loadFailed)}
        onRetry={() => void loaded.refetch()}
        retrying={loaded.isFetching}
      />
    );
  if (!loaded.data) return null;
  return <SheetCard source={source} loaded={loaded.data} disabled={disabled} />;
}

type SheetCardProps = { source: DataSource; loaded: LoadedSheet; disabled: boolean };

function SheetCard({ source, loaded, disabled }: SheetCardProps) {
  const cache = useQueryClient();
  const [replacing, setReplacing] = useState(false);
  const [done, setDone] = useState<{ title: string; warning: string | null } | null>(null);
  const refresh = () => cache.invalidateQueries({ queryKey: loadedSheet(source.id).queryKey });
  const restore = useTask(async (version_id: number) => {
    setDone(null);
    await call(sheetsApi.restore, { params: { id: source.id }, body: { version_id } });
    setDone({ title: texts.restored, warning: null });
    await Promise.all([refresh(), cache.invalidateQueries({ queryKey: adminSource(source.id).queryKey })]);
  });
  return (
    <Card
      title={texts.title}
      line={texts.line}
      aside={
        <Button disabled={disabled || restore.busy} onClick={() => setReplacing(true)}>
          {texts.replace}
        </Button>
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-control">
        <FileSpreadsheet className="text-brand" />
        <span className="font-medium wrap-anywhere">{texts.file(loaded.file, loaded.sheet)}</span>
        <span className="text-ink-2">
          {texts.rows(loaded.rows)} · {formatDateTime(loaded.loaded_at)}
        </span>
      </p>
      {restore.failure !== null && !restore.busy && (
        <Alert title={failureText(restore.failure, texts.restoreFailed)} className="mt-4" />
      )}
      {done && <Done title={done.title} warning={done.warning} />}
      {loaded.versions.length > 1 && (
        <Versions loaded={loaded} disabled={disabled} busy={restore.busy} onRestore={restore.run} />
      )}
      {replacing && (
        <Suspense>
          <SheetDialog
            replaces={{ source, loaded }}
            onClose={() => setReplacing(false)}
            onDone={({ warning, ...changed }) => {
              setReplacing(false);
              setDone({ title: texts.replaced, warning });
              void refresh();
              void keepSource(cache, changed);
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** `warning` has a sentence a line. */
function Done({ title, warning }: { title: string; warning: string | null }) {
  const sentences = warning?.split('\n').map((sentence) => (
    <span key={sentence} className="block wrap-anywhere">
      {sentence}
    </span>
  ));
  return <Alert tone={warning ? 'warn' : 'ok'} title={title} line={sentences} className="mt-4" />;
}

type VersionsProps = {
  loaded: LoadedSheet;
  disabled: boolean;
  busy: boolean;
  onRestore: (id: number) => void;
};

function Versions({ loaded, disabled, busy, onRestore }: VersionsProps) {
  return (
    <>
      <h3 className="mt-5 mb-2 text-label font-medium">{texts.versions}</h3>
      <ul aria-label={texts.versions} className="divide-y divide-line rounded-card border border-line">
        {loaded.versions.map((version) => {
          const when = formatDateTime(version.loaded_at);
          return (
            <li
              key={version.id}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.5 py-1.5 text-control"
            >
              <span className="min-w-0">
                <span className="font-medium wrap-anywhere">{version.file}</span>{' '}
                <span className="text-small text-ink-2">
                  {texts.rows(version.rows)} · {when}
                </span>
              </span>
              {version.is_current ? (
                <Badge>{texts.current}</Badge>
              ) : (
                <Button
                  size="small"
                  icon={<RotateCcw className="size-4" />}
                  disabled={disabled || busy}
                  aria-label={texts.restoreOne(version.file, when)}
                  onClick={() => onRestore(version.id)}
                >
                  {texts.restore}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
