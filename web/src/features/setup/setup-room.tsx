/** The place of the first steps above a screen: it is taken before it is known whether they stand there. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { SETUP_STEPS } from '#contract/setup.ts';
import { classes } from '../../ui/classes.ts';
import { cardLook } from '../../ui/display/card.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { keepHeight, lastHeight } from './card-room.ts';
import { setupQuery } from './queries.ts';
import { SetupCard } from './setup-card.tsx';

/** A browser that never was here waits this long for the answer, and then shows what is below a card of usual height. */
const PATIENCE_MS = 300;
const USUAL_HEIGHT_PX = 720;

/** `children`: what stands below, and is never pushed down by steps that come late. */
export function SetupRoom({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery(setupQuery());
  const [before] = useState(lastHeight);
  const isPatient = usePatience() && before === null;
  const hasCard = data && !data.dismissed;
  useEffect(() => {
    if (data?.dismissed) keepHeight(0);
  }, [data?.dismissed]);
  const measured = useCallback((place: HTMLElement | null) => {
    if (!place) return;
    const observer = new ResizeObserver(() => {
      if (place.offsetHeight > 0) keepHeight(place.offsetHeight);
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      {hasCard && (
        <div ref={measured}>
          <SetupCard />
        </div>
      )}
      {isPending && !isPatient && before !== 0 && (
        <div
          style={{ height: before ?? USUAL_HEIGHT_PX }}
          className={classes(cardLook, 'flex flex-col justify-between overflow-hidden p-5')}
        >
          <Skeleton className="h-6 w-1/4 shrink-0" />
          {SETUP_STEPS.map((step) => (
            <Skeleton key={step} className="h-4 w-3/5 shrink-0" />
          ))}
        </div>
      )}
      <div
        className={classes(
          'grid grid-cols-[minmax(0,1fr)] gap-[22px]',
          isPending && isPatient && 'invisible',
        )}
      >
        {children}
      </div>
    </>
  );
}

/** True for the first moment after the screen was opened. */
function usePatience(): boolean {
  const [waits, setWaits] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return waits;
}
