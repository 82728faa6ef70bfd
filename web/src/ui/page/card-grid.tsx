/** Things as cards, as many beside each other as there is room for. Each card is one link. */
import { Slot } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { classes } from '../classes.ts';
import { cardLook } from '../display/card.tsx';
import { places, Skeleton } from '../display/skeleton.tsx';

const gridLook = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-4';

/** `label` says what the cards are. */
export function CardGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={gridLook}>
      {children}
    </ul>
  );
}

type GridCardProps = {
  /** Stands before the name. */
  mark: ReactNode;
  /** Leads to the thing, and its text is the name. The whole card is the link's. */
  link: ReactElement;
  /** Stands behind the name. */
  badge?: ReactNode;
  description: string | null;
  noDescription: string;
  /** When something happened to it. */
  moments: { name: string; time: string }[];
  /** More about the thing, between the description and the moments. */
  children?: ReactNode;
};

export function GridCard({
  mark,
  link,
  badge,
  description,
  noDescription,
  moments,
  children,
}: GridCardProps) {
  return (
    <li
      className={classes(
        cardLook,
        'relative flex flex-col p-[18px] transition-colors focus-within:border-line-strong hover:border-line-strong',
      )}
    >
      <div className="flex items-center gap-3">
        {mark}
        <h2 className="min-w-0 flex-1 font-sans text-body font-semibold tracking-normal">
          <Slot.Root className="line-clamp-2 leading-snug wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-brand/70">
            {link}
          </Slot.Root>
        </h2>
        {badge}
      </div>
      <p
        className={classes(
          'mt-3 line-clamp-2 min-h-[2lh] text-control wrap-anywhere',
          description ? 'text-ink-2' : 'text-ink-3',
        )}
      >
        {description || noDescription}
      </p>
      {children}
      <dl className="mt-auto grid grid-cols-2 gap-3 pt-4 text-tiny text-ink-3">
        {moments.map(({ name, time }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="text-ink-2 tabular-nums">
              <time dateTime={time}>{formatDateTime(time)}</time>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** Where the badge of each card will stand. */
export function CardGridSkeleton({ badge }: { badge: 'behind the name' | 'below' }) {
  const pill = 'h-[22px] w-16 rounded-full';
  return (
    <div aria-busy="true" className={gridLook} data-skeleton>
      {places(6).map((index) => (
        <div key={index} className={classes(cardLook, 'grid gap-3 p-[18px]')}>
          <div className="flex items-center gap-3">
            <Skeleton className="size-8" />
            <Skeleton className="h-5 w-2/5" />
            {badge === 'behind the name' && <Skeleton className={`ml-auto ${pill}`} />}
          </div>
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-3/5" />
          {badge === 'below' && <Skeleton className={pill} />}
          <Skeleton className="mt-3 h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
