import { Database } from 'lucide-react';
import { Link } from 'react-router';
import type { DataSource } from '#contract/data-sources.ts';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { cardLook } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isSetUp } from './set-up.ts';
import { texts } from './texts.ts';

type SourceCardProps = {
  source: DataSource;
  /** The words it was found by, for the way back. */
  search: string;
};

export function SourceCard({ source, search }: SourceCardProps) {
  return (
    <li
      className={classes(
        cardLook,
        'relative flex flex-col p-[18px] transition-colors focus-within:border-line-strong hover:border-line-strong',
      )}
    >
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-control bg-brand-soft text-brand"
        >
          <Database />
        </span>
        <h2 className="min-w-0 flex-1 font-sans text-body font-semibold tracking-normal">
          <Link
            to={paths.adminDataSource(source.id)}
            state={{ search }}
            // The whole card is the link's, its name the link's text.
            className="line-clamp-2 leading-snug wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-brand/70"
          >
            {source.name}
          </Link>
        </h2>
      </div>
      <p
        className={classes(
          'mt-3 line-clamp-2 min-h-[2lh] text-control wrap-anywhere',
          source.description ? 'text-ink-2' : 'text-ink-3',
        )}
      >
        {source.description || texts.noDescription}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Badge>{texts.agents(source.agents.length)}</Badge>
        {!isSetUp(source.rag_config) && (
          <span title={texts.notSetUpHint} className="flex">
            <Badge tone="warn">{texts.notSetUp}</Badge>
          </span>
        )}
      </div>
      <dl className="mt-auto grid grid-cols-2 gap-3 pt-4 text-tiny text-ink-3">
        <Moment name={texts.created} time={source.created_at} />
        <Moment name={texts.updated} time={source.updated_at} />
      </dl>
    </li>
  );
}

function Moment({ name, time }: { name: string; time: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="text-ink-2 tabular-nums">
        <time dateTime={time}>{formatDateTime(time)}</time>
      </dd>
    </div>
  );
}

export function SourceCardSkeletons() {
  return (
    <div
      aria-busy="true"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-4"
      data-skeleton
    >
      {Array.from({ length: 6 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
        <div key={index} className={classes(cardLook, 'grid gap-3 p-[18px]')}>
          <div className="flex items-center gap-3">
            <Skeleton className="size-8" />
            <Skeleton className="h-5 w-2/5" />
          </div>
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-[22px] w-16 rounded-full" />
          <Skeleton className="mt-1 h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
