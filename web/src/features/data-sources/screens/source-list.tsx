/** The list of data sources with its search, twelve at a time. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Database, FileSpreadsheet, Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { type DataSource, dataSourcesApi } from '#contract/data-sources.ts';
import { call } from '../../../api/client.ts';
import { failureText, failureWords } from '../../../api/error-message.ts';
import { rowsOf } from '../../../lib/pages.ts';
import { paths } from '../../../lib/paths.ts';
import { useTitle } from '../../../lib/title.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { type NameAndDescription, NameDialog } from '../../../ui/dialogs/name-dialog.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { CardGridSkeleton } from '../../../ui/page/card-grid.tsx';
import { HeaderTitle } from '../../../ui/page/header-slot.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { PagedCards } from '../../../ui/page/paged-cards.tsx';
import { listAddress } from '../list-address.ts';
import { adminSources, keepSource } from '../queries.ts';
import type { LoadedSource } from '../sheets/sheet-dialog.tsx';
import { texts as sheetTexts } from '../sheets/texts-sheets.ts';
import { texts } from '../texts.ts';
import { SourceCard } from './source-card.tsx';

const SheetDialog = lazy(async () => ({ default: (await import('../sheets/sheet-dialog.tsx')).SheetDialog }));

export function DataSourceListScreen() {
  useTitle(texts.title);
  const { filters, term, search } = useAddressFilters(listAddress);
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<DataSource | null>(null);
  const [loading, setLoading] = useState(false);
  const [loaded, setLoaded] = useState<LoadedSource | null>(null);
  const newSource = (
    <span className="flex flex-wrap gap-2.5">
      <Button icon={<FileSpreadsheet />} onClick={() => setLoading(true)}>
        {sheetTexts.open}
      </Button>
      <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
        {texts.newSource}
      </Button>
    </span>
  );
  return (
    <Page title={texts.title} line={texts.line} aside={newSource}>
      <HeaderTitle>{texts.title}</HeaderTitle>
      <SearchBox value={term} onChange={search} label={texts.search} className="desk:max-w-[420px]" />
      {made && (
        <Alert tone="ok" title={texts.made(made.name)} line={texts.madeLine}>
          <Link to={paths.adminDataSource(made.id)} className={buttonLook('secondary', 'small')}>
            {texts.setUp}
          </Link>
        </Alert>
      )}
      {loaded && <LoadedAlert source={loaded} />}
      <Found search={filters.search} newSource={newSource} />
      {creating && <NewSource onMade={setMade} onClose={() => setCreating(false)} />}
      {loading && <NewSheet onLoaded={setLoaded} onClose={() => setLoading(false)} />}
    </Page>
  );
}

function LoadedAlert({ source: { id, name, warning } }: { source: LoadedSource }) {
  const sentences = warning?.split('\n').map((sentence) => (
    <span key={sentence} className="block wrap-anywhere">
      {sentence}
    </span>
  ));
  return (
    <Alert
      tone={warning ? 'warn' : 'ok'}
      title={sheetTexts.made(name)}
      line={sentences ?? sheetTexts.madeLine}
    >
      <Link to={paths.adminDataSource(id)} className={buttonLook('secondary', 'small')}>
        {sheetTexts.toSource}
      </Link>
    </Alert>
  );
}

type NewSheetProps = { onLoaded: (source: LoadedSource) => void; onClose: () => void };

function NewSheet({ onLoaded, onClose }: NewSheetProps) {
  const cache = useQueryClient();
  const done = (source: LoadedSource) => {
    onClose();
    onLoaded(source);
    const { warning: _, ...kept } = source;
    void keepSource(cache, kept);
  };
  return (
    <Suspense>
      <SheetDialog onDone={done} onClose={onClose} />
    </Suspense>
  );
}

function Found({ search, newSource }: { search: string; newSource: ReactNode }) {
  const found = useInfiniteQuery(adminSources(search));
  return (
    <PagedCards
      pages={found}
      label={texts.list}
      failure={found.isError ? failureWords(found.error, texts.loadFailed) : null}
      moreLabel={texts.loadMore}
      skeleton={<CardGridSkeleton badge="below" />}
      empty={
        search ? (
          <EmptyState icon={<Database />} title={texts.noMatch} line={texts.noMatchLine} />
        ) : (
          <EmptyState icon={<Database />} title={texts.none} line={texts.noneLine} action={newSource} />
        )
      }
    >
      {rowsOf(found.data).map((source) => (
        <SourceCard key={source.id} source={source} search={search} />
      ))}
    </PagedCards>
  );
}

type NewSourceProps = { onMade: (source: DataSource) => void; onClose: () => void };

export function NewSource({ onMade, onClose }: NewSourceProps) {
  const cache = useQueryClient();
  const create = useTask(async (body: NameAndDescription) => {
    const source = await call(dataSourcesApi.create, { body });
    onClose();
    onMade(source);
    await keepSource(cache, source);
  });
  return (
    <NameDialog
      title={texts.newSource}
      line={texts.create.line}
      words={texts.create}
      busy={create.busy}
      failure={create.failure === null ? null : failureText(create.failure, texts.create.failed)}
      onSubmit={create.run}
      onClose={onClose}
    />
  );
}
