/** The Data Viewer tab: the rows of the saved query, ten at a time. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Database, Eye, RotateCw } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type DataSource, needsPerson } from '#contract/data-sources.ts';
import { fetched } from '../../../lib/fetched.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { isSuperadmin } from '../../session/role.ts';
import { useMe } from '../../session/use-me.tsx';
import { SqlBlock } from '../query/sql-text.tsx';
import { isOrdered } from '../query/sql-tokens.ts';
import { texts as all } from '../texts.ts';
import { Results } from './results.tsx';
import { sourceRows } from './source-rows.ts';

const texts = all.viewer;

const { Component: ViewAsDialog } = fetched(async () => (await import('./view-as-dialog.tsx')).ViewAsDialog);

type DataViewerProps = {
  source: DataSource;
  /** The Settings tab holds unsaved changes. */
  dirty: boolean;
  onSettings: () => void;
};

export function DataViewer({ source, dirty, onSettings }: DataViewerProps) {
  const query = source.rag_config.document_search.base_sql_query;
  if (!query.trim()) {
    return (
      <Card title={texts.query} aside={<RefreshButton disabled />}>
        <EmptyState
          icon={<Database />}
          title={texts.noQuery}
          line={texts.noQueryLine}
          action={<Button onClick={onSettings}>{texts.toSettings}</Button>}
        />
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[22px]">
      {dirty && <Alert tone="warn" title={texts.unsaved} line={texts.unsavedLine} />}
      <Viewer key={source.id} id={source.id} query={query} />
    </div>
  );
}

function Viewer({ id, query }: { id: number; query: string }) {
  const cache = useQueryClient();
  const options = sourceRows(id, query);
  const found = useInfiniteQuery(options);
  const [refreshing, setRefreshing] = useState(false);
  const refresh = () => {
    setRefreshing(true);
    // Starts again at the first page: later rows may have moved.
    cache.setQueryData(options.queryKey, (known) => known && firstPageOf(known));
    void found.refetch().finally(() => setRefreshing(false));
  };
  return (
    <>
      <Card
        title={texts.query}
        aside={
          <div className="flex flex-wrap gap-2.5">
            {needsPerson(query) && <ViewAsButton id={id} />}
            <RefreshButton busy={refreshing} onClick={refresh} />
          </div>
        }
      >
        <SqlBlock sql={query} label={texts.query} />
        {!isOrdered(query) && <p className="mt-2 text-small text-ink-3">{texts.noOrder}</p>}
      </Card>
      <Results found={found} onRefresh={refresh} />
    </>
  );
}

/** Only superadmins look at the rows of somebody else. */
function ViewAsButton({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  if (!isSuperadmin(useMe())) return null;
  return (
    <>
      <Button icon={<Eye className="size-4" />} onClick={() => setOpen(true)}>
        {all.viewAs.open}
      </Button>
      {isOpen && (
        <Suspense>
          <ViewAsDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Shown disabled where there is nothing to refresh. */
function RefreshButton({
  busy = false,
  ...props
}: {
  busy?: boolean;
  disabled?: boolean;
  onClick?: () => void;
}) {
  return (
    <Button icon={<RotateCw className="size-4" />} busy={busy} {...props}>
      {busy ? texts.refreshing : texts.refresh}
    </Button>
  );
}

const firstPageOf = <P, Q>({ pages, pageParams }: { pages: P[]; pageParams: Q[] }) => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});
