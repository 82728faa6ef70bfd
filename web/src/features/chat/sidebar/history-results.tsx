import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { memo, type Ref } from 'react';
import { Link, useLocation } from 'react-router';
import type { SearchHit } from '#contract/chat-session.ts';
import { DEFAULT_CHAT_TITLE } from '#contract/limits.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatRecent } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { historyQuery, hitsOf, keyOf } from '../queries.ts';
import { texts } from '../texts.ts';

type HistoryResultsProps = {
  /** The term that was searched for; empty while the first word is still being typed. */
  term: string;
  /** The typed text differs from `term`. */
  waiting: boolean;
  ref: Ref<HTMLDivElement>;
};

export function HistoryResults({ term, waiting, ref }: HistoryResultsProps) {
  const found = useInfiniteQuery({ ...historyQuery(term), placeholderData: keepPreviousData });
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const hits = hitsOf(found.data);
  const old = waiting || found.isPlaceholderData;
  // A failure of the previous term says nothing about the text typed now.
  const failed = found.isError && !waiting;

  return (
    <section
      ref={ref}
      aria-label={texts.results}
      aria-busy={old || found.isFetching}
      className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-0.5"
    >
      <p
        role="status"
        className={classes('px-2.5 pb-1 text-tiny font-medium text-ink-3', failed && 'sr-only')}
      >
        {statusOf(found, { old, failed })}
      </p>
      {failed && !found.isFetchNextPageError && (
        <Alert
          title={messageOf(found.error, texts.searchFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
          className="px-3"
        />
      )}
      {!found.data && !failed && <HitSkeletons />}
      {found.data && !old && hits.length === 0 && (
        <div className="px-2.5 py-2 text-small">
          <p className="font-medium text-ink-2">{texts.noneFound}</p>
          <p className="mt-0.5 text-ink-3">{texts.noneFoundLine}</p>
        </div>
      )}
      <ul data-old={old || undefined} className={classes('grid gap-0.5', old && 'opacity-60')}>
        {hits.map((hit) => (
          <Hit key={keyOf(hit)} hit={hit} current={addressOf(hit) === here} />
        ))}
      </ul>
      <MoreHits found={found} old={old} />
    </section>
  );
}

type HistoryFound = UseInfiniteQueryResult<InfiniteData<{ metadata: { total: number } }>>;

/** The state of the search in words; empty where an alert speaks. */
function statusOf(found: HistoryFound, { old, failed }: { old: boolean; failed: boolean }): string {
  if (failed) return '';
  return old || found.isPending ? texts.searching : texts.found(found.data?.pages[0]?.metadata.total ?? 0);
}

function MoreHits({ found, old }: { found: HistoryFound; old: boolean }) {
  const more = () => void found.fetchNextPage();
  if (found.isFetchNextPageError)
    return (
      <Alert
        title={messageOf(found.error, texts.searchFailed)}
        onRetry={more}
        retrying={found.isFetching}
        className="mt-2 px-3"
      />
    );
  if (!found.hasNextPage || old) return null;
  return (
    <Button
      variant="ghost"
      size="small"
      busy={found.isFetchingNextPage}
      onClick={more}
      className="mt-1 w-full"
    >
      {uiTexts.loadMore}
    </Button>
  );
}

/** The conversation, at the record that holds the words. */
function addressOf({ session_id, message_id }: SearchHit): string {
  const conversation = paths.chatSession(session_id);
  return message_id === null ? conversation : `${conversation}?message=${message_id}`;
}

const Hit = memo(function Hit({ hit, current }: { hit: SearchHit; current: boolean }) {
  const inTitle = hit.message_id === null;
  return (
    <li>
      <Link
        data-hit
        to={addressOf(hit)}
        aria-current={current ? 'page' : undefined}
        className={classes(
          'grid gap-0.5 rounded-control px-2.5 py-2 hover:bg-surface/60 focus-visible:bg-surface phone:py-2.5',
          current && 'bg-surface shadow-1 hover:bg-surface',
        )}
      >
        <span className="truncate text-control leading-[1.35] font-medium">
          {inTitle ? <Excerpt hit={hit} /> : hit.chat_title || DEFAULT_CHAT_TITLE}
        </span>
        {!inTitle && (
          <span className="line-clamp-3 text-small leading-[1.45] text-ink-2 wrap-anywhere">
            <Excerpt hit={hit} />
          </span>
        )}
        <span className="flex gap-1.5 text-tiny text-ink-3">
          <time dateTime={hit.created_at} className="shrink-0">
            {formatRecent(hit.created_at)}
          </time>
          {hit.agent_name && <span className="truncate">· {hit.agent_name}</span>}
        </span>
      </Link>
    </li>
  );
});

function Excerpt({ hit: { snippet, matches } }: { hit: SearchHit }) {
  return excerptOf(snippet, matches).map(({ text, found }, place) =>
    found ? (
      <mark key={place} className="rounded-[3px] bg-ipe-soft font-medium text-ipe-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

function HitSkeletons() {
  return ['w-3/5', 'w-4/5', 'w-2/3'].map((width) => (
    <div key={width} className="grid gap-1.5 px-2.5 py-2.5">
      <Skeleton className={`h-3.5 ${width}`} />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-1/3" />
    </div>
  ));
}

export type Piece = { text: string; found: boolean };

/** Text before the first match, short enough for the match to be in view; in UTF-16 code units. */
const LEAD = 28;

/** `matches` are [start, end) in UTF-16 code units; those out of order or out of bounds are ignored. */
export function excerptOf(snippet: string, matches: [number, number][]): Piece[] {
  const pieces: Piece[] = [];
  let at = beginning(snippet, matches[0]?.[0] ?? 0);
  if (at > 0) pieces.push({ text: '…', found: false });
  for (const [start, end] of matches) {
    if (start < at || end <= start || end > snippet.length) continue;
    if (start > at) pieces.push({ text: snippet.slice(at, start), found: false });
    pieces.push({ text: snippet.slice(start, end), found: true });
    at = end;
  }
  if (at < snippet.length) pieces.push({ text: snippet.slice(at), found: false });
  return pieces;
}

/** Where the excerpt begins: at a word, near the first match. */
function beginning(snippet: string, first: number): number {
  if (first <= LEAD) return 0;
  const space = snippet.slice(first - LEAD, first).search(/\s\S/);
  return space === -1 ? first : first - LEAD + space + 1;
}
