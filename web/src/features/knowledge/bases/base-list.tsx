/** All knowledge bases, last changed first. They come at once; what is typed narrows what is here. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Library, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type KnowledgeBase, knowledgeApi } from '#contract/knowledge.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { paths } from '../../../lib/paths.ts';
import { matching } from '../../../lib/text/matching.ts';
import { useTitle } from '../../../lib/title.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { useOpenedByLink } from '../../../ui/dialogs/use-opened-by-link.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { CardGrid, CardGridSkeleton, GridCard } from '../../../ui/page/card-grid.tsx';
import { HeaderTitle } from '../../../ui/page/header-slot.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { LoadNearEnd } from '../../../ui/scroll/load-near-end.tsx';
import { allBases, keepBase } from '../queries.ts';
import { texts } from '../texts.ts';
import { BaseForm } from './base-form.tsx';

/** Cards that are drawn at a time: there may be a thousand bases, and drawing them all takes seconds. */
const PORTION = 60;

export function BaseListScreen() {
  useTitle(texts.title);
  const cache = useQueryClient();
  const [term, setTerm] = useState('');
  const [creating, setCreating] = useState(useOpenedByLink());
  const [made, setMade] = useState<KnowledgeBase | null>(null);
  const newBase = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {texts.newBase}
    </Button>
  );
  return (
    <Page title={texts.title} line={texts.line} aside={newBase}>
      <HeaderTitle>{texts.title}</HeaderTitle>
      <SearchBox value={term} onChange={setTerm} label={texts.search} className="desk:max-w-[420px]" />
      {made && (
        <Alert tone="ok" title={texts.create.made(made.name)} line={texts.create.madeLine}>
          <Link to={paths.adminDatabase(made.id)} className={buttonLook('secondary', 'small')}>
            {texts.create.addDocuments}
          </Link>
        </Alert>
      )}
      <Found term={useDebounced(term, SEARCH_DEBOUNCE_MS)} newBase={newBase} />
      {creating && (
        <BaseForm
          title={texts.newBase}
          line={texts.create.line}
          words={texts.create}
          onClose={() => setCreating(false)}
          onSubmit={async (body) => {
            const base = await call(knowledgeApi.create, { body });
            await keepBase(cache, base);
            setMade(base);
            // The search term would hide the new base.
            setTerm('');
            setCreating(false);
          }}
        />
      )}
    </Page>
  );
}

function Found({ term, newBase }: { term: string; newBase: ReactNode }) {
  const all = useQuery(allBases());
  if (all.isPending) return <CardGridSkeleton badge="behind the name" />;
  const failed = all.isError && <LoadFailure query={all} text={texts.loadFailed} />;
  if (!all.data) return failed;
  const bases = lastChangedFirst(matching(all.data.data, term));
  return (
    <>
      {failed}
      <p role="status" className="sr-only">
        {term.trim() && texts.found(bases.length)}
      </p>
      {bases.length > 0 ? (
        <Cards key={term} bases={bases} />
      ) : (
        <div className={cardLook}>
          {all.data.data.length > 0 ? (
            <EmptyState icon={<Library />} title={texts.noMatch} line={texts.noMatchLine} />
          ) : (
            <EmptyState icon={<Library />} title={texts.none} line={texts.noneLine} action={newBase} />
          )}
        </div>
      )}
    </>
  );
}

/** Another search begins with the first portion again. */
function Cards({ bases }: { bases: KnowledgeBase[] }) {
  const [drawn, setDrawn] = useState(PORTION);
  return (
    <>
      <CardGrid label={texts.list}>
        {bases.slice(0, drawn).map((base) => (
          <BaseCard key={base.id} base={base} />
        ))}
      </CardGrid>
      {drawn < bases.length && (
        <LoadNearEnd count={drawn} loading={false} onReach={() => setDrawn(drawn + PORTION)} />
      )}
    </>
  );
}

function lastChangedFirst(bases: KnowledgeBase[]): KnowledgeBase[] {
  return [...bases].sort((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at));
}

function BaseCard({ base }: { base: KnowledgeBase }) {
  return (
    <GridCard
      mark={
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-control bg-brand-soft text-brand"
        >
          <Library />
        </span>
      }
      link={<Link to={paths.adminDatabase(base.id)}>{base.name}</Link>}
      badge={<Badge>{texts.docs(base.documents_count)}</Badge>}
      description={base.description}
      noDescription={texts.noDescription}
      moments={[
        { name: texts.created, time: base.created_at },
        { name: texts.updated, time: base.updated_at },
      ]}
    />
  );
}
