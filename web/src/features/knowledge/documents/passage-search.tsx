/** The search preview: the search of the agents, shown with how near each passage is. */
import { useQuery } from '@tanstack/react-query';
import type { PassageHit } from '#contract/knowledge.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { validityText } from '../../../lib/text/validity-text.ts';
import { classes } from '../../../ui/classes.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { passageLocation } from '../document-words.ts';
import { excerptOf } from '../marked-text/excerpt.ts';
import { Pieces } from '../marked-text/marked-pieces.tsx';
import { foundPassages } from '../queries.ts';
import type { OpenedDocument } from '../reader/opened-document.ts';
import { texts as all } from '../texts-documents.ts';
import { toneOf } from '../validity/validity-words.ts';

const texts = all.search;
const { page: pageTexts } = all;
/** Characters of a passage that are shown in the list. */
const ROOM = 420;

type PassageSearchProps = { baseId: number; question: string; onOpen: (opened: OpenedDocument) => void };

export function PassageSearch({ baseId, question, onOpen }: PassageSearchProps) {
  const search = useQuery(foundPassages(baseId, question));
  return (
    <section
      aria-label={texts.results}
      aria-busy={search.isFetching}
      className={classes(
        'grid gap-3 border-t border-line bg-sunken/50 px-4 py-4 transition-opacity',
        search.isPlaceholderData && 'opacity-60',
      )}
    >
      <p role="status" className="sr-only">
        {search.data && !search.isPlaceholderData && summaryOf(search.data)}
      </p>
      {search.isPending && <HitSkeletons />}
      {search.isError && <LoadFailure query={search} text={texts.failed} />}
      {search.data && <Hits {...search.data} onOpen={onOpen} />}
    </section>
  );
}

type Found = { hits: PassageHit[]; relevant: boolean };

const summaryOf = ({ hits, relevant }: Found) => (relevant ? texts.found(hits.length) : texts.irrelevant);

function Hits({ hits, relevant, onOpen }: Found & Pick<PassageSearchProps, 'onOpen'>) {
  if (hits.length === 0) return <EmptyState title={texts.nothing} line={texts.nothingLine} />;
  const best = Math.max(...hits.map(({ score }) => score));
  return (
    <>
      {!relevant && <Alert tone="warn" title={texts.irrelevant} line={texts.irrelevantLine} />}
      <ol aria-label={texts.results} className="grid gap-2.5">
        {hits.map((hit) => (
          <Hit
            key={hit.passage_id}
            hit={hit}
            nearness={relevant && best > 0 ? hit.score / best : null}
            onOpen={onOpen}
          />
        ))}
      </ol>
    </>
  );
}

type HitProps = Pick<PassageSearchProps, 'onOpen'> & {
  hit: PassageHit;
  /** As a share of the best; null where the best is not near either. */
  nearness: number | null;
};

function Hit({ hit, nearness, onOpen }: HitProps) {
  const place = passageLocation(hit);
  const marks = hit.matches.map(({ start, end }) => ({ start: start + hit.start, end: end + hit.start }));
  const open = () =>
    onOpen({
      id: hit.document_id,
      original_filename: hit.original_filename,
      place: { start: hit.start, end: hit.end, marks },
    });
  return (
    <li className="relative rounded-card border border-line bg-surface px-4 py-3 transition-colors hover:border-line-strong">
      <div className="flex items-start gap-3 text-small">
        <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <button
            type="button"
            aria-label={texts.open(hit.original_filename, place)}
            onClick={open}
            title={hit.original_filename}
            className="line-clamp-2 text-left font-medium wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-brand/70"
          >
            {hit.original_filename}
          </button>
          {place && <span className="min-w-0 text-ink-2 wrap-anywhere">{place}</span>}
          {hit.weak && (
            <span title={pageTexts.weakHint} className="relative z-10">
              <Badge tone="warn">{pageTexts.weak}</Badge>
            </span>
          )}
          {hit.validity && (
            <Badge tone={toneOf(hit.validity)} wraps>
              {validityText(hit.validity)}
            </Badge>
          )}
        </p>
        {nearness !== null && <Nearness share={nearness} />}
      </div>
      <p className="mt-1.5 text-control leading-relaxed whitespace-pre-line wrap-anywhere text-ink-2">
        <Pieces pieces={excerptOf(hit.content, hit.matches, ROOM)} />
      </p>
    </li>
  );
}

/** Scores are comparable within one search only, so they are shown as shares of the best. */
function Nearness({ share }: { share: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <span title={`${texts.nearness}: ${percent}%`} className="relative z-10 py-2">
      <span className="sr-only">{`${texts.nearness}: ${percent}%`}</span>
      <span aria-hidden="true" className="block h-1.5 w-20 overflow-hidden rounded-full bg-line">
        <span className="block h-full rounded-full bg-brand" style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}

function HitSkeletons() {
  return (
    <div data-skeleton className="grid gap-2.5">
      {['w-full', 'w-10/12', 'w-11/12'].map((width) => (
        <div key={width} className="grid gap-2 rounded-card border border-line bg-surface px-4 py-3">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-4 w-8/12" />
        </div>
      ))}
    </div>
  );
}
