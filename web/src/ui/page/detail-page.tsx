/** The scrolling page of one thing out of a list, with the ways back, as all states of it have them. */
import { ArrowLeft, SearchX } from 'lucide-react';
import { Slot } from 'radix-ui';
import { type ReactElement, type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import { cardLook } from '../display/card.tsx';
import { EmptyState } from '../display/empty-state.tsx';
import { HeaderSlot } from './header-slot.tsx';

type DetailPageProps = {
  /** Says what the list is, and leads to it. */
  list: string;
  listLink: ReactElement;
  /** The name of the open thing, or «…» while that is not known. */
  crumb: string;
  /** To the list as it was left. */
  backLink: ReactElement;
  children: ReactNode;
};

export function DetailPage({ list, listLink, crumb, backLink, children }: DetailPageProps) {
  return (
    // A bar at the bottom must not cover what the keyboard goes to.
    <div className="relative h-full overflow-y-auto px-9 py-7 has-data-save-bar:scroll-pb-24 phone:px-4 phone:py-5">
      <HeaderSlot>
        <nav aria-label={list} className="flex min-w-0 items-center gap-2.5 text-[14px]">
          <Slot.Root className="shrink-0 text-ink-2 hover:text-ink phone:hidden">{listLink}</Slot.Root>
          <span aria-hidden="true" className="text-ink-3 phone:hidden">
            /
          </span>
          <span className="truncate font-semibold">{crumb}</span>
        </nav>
      </HeaderSlot>
      <div className="mx-auto grid max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-[22px]">
        <Slot.Root className="-mb-3 flex w-fit items-center gap-1.5 rounded-control text-small font-medium text-ink-2 hover:text-ink phone:h-11">
          <Slot.Slottable child={backLink}>
            {(label) => (
              <>
                <ArrowLeft className="size-4" /> {label}
              </>
            )}
          </Slot.Slottable>
        </Slot.Root>
        {children}
      </div>
    </div>
  );
}

type DetailTitleProps = {
  name: string;
  description: string | null;
  noDescription: string;
  /** Stands behind the name. */
  beside?: ReactNode;
};

/** Names may have 200 characters and descriptions 2,000: what is below them is to be seen all the same. */
export function DetailTitle({ name, description, noDescription, beside }: DetailTitleProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h1 title={name} className="line-clamp-3 text-page wrap-anywhere phone:text-[28px]">
          {name}
        </h1>
        {beside}
      </div>
      <p
        title={description ?? undefined}
        className="mt-1 line-clamp-4 whitespace-pre-line wrap-anywhere text-ink-2"
      >
        {description || noDescription}
      </p>
    </>
  );
}

type NothingHereProps = {
  title: string;
  line: string;
  /** Leads on. */
  action: ReactNode;
};

/** In place of a thing that there is not. */
export function NothingHere({ title, line, action }: NothingHereProps) {
  return (
    <div className={cardLook}>
      <h1 className="sr-only">{title}</h1>
      <EmptyState icon={<SearchX />} title={title} line={line} action={action} />
    </div>
  );
}

type DangerCardProps = {
  title: string;
  /** Says what is lost by it. */
  line: string;
  /** The button that asks, with `dangerLook`; the question itself may stand here in its place. */
  children: ReactNode;
};

/** A button that leads to the question, not one that deletes. */
export const dangerLook = 'border-danger/40! text-danger!';

/** At the end of a page: how its thing is deleted. */
export function DangerCard({ title, line, children }: DangerCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classes(
        cardLook,
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-danger/40! p-[18px]',
      )}
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id={id} className="font-sans text-body font-semibold tracking-normal text-danger">
          {title}
        </h2>
        <p className="mt-0.5 text-small text-ink-2">{line}</p>
      </div>
      {children}
    </section>
  );
}
