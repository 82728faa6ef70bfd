/** The list of data sources with its search, twelve at a time. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Database, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
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
import { texts } from '../texts.ts';
import { SourceCard } from './source-card.tsx';

export function DataSourceListScreen() {
  useTitle(texts.title);
  const { filters, term, search } = useAddressFilters(listAddress);
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<DataSource | null>(null);
  const newSource = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {texts.newSource}
    </Button>
  );
  return (
    <Page title={texts.title} aside={newSource}>
      <HeaderTitle>{texts.title}</HeaderTitle>
      <SearchBox value={term} onChange={search} label={texts.search} className="desk:max-w-[420px]" />
      {made && (
        <Alert tone="ok" title={texts.made(made.name)} line={texts.madeLine}>
          <Link to={paths.adminDataSource(made.id)} className={buttonLook('secondary', 'small')}>
            {texts.setUp}
          </Link>
        </Alert>
      )}
      <Found search={filters.search} newSource={newSource} />
      {creating && <NewSource onMade={setMade} onClose={() => setCreating(false)} />}
    </Page>
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
