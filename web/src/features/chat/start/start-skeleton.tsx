/** The cards of a new chat while they are on their way, where they will stand. */
import { places, Skeleton } from '../../../ui/display/skeleton.tsx';

/** Two cards stand below the box, as wide as it is. */
export const gridOf = (count: number) =>
  `grid gap-3.5 max-[1100px]:grid-cols-[repeat(2,minmax(0,1fr))] phone:grid-cols-[minmax(0,1fr)] ${count < 3 ? 'mx-auto max-w-[760px] grid-cols-[repeat(2,minmax(0,1fr))]' : 'grid-cols-[repeat(3,minmax(0,1fr))]'}`;

export const startLook =
  'mx-auto grid w-full max-w-[1056px] min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-7 px-7 pt-1 pb-8 phone:px-3';

export function CardSkeletons() {
  return (
    <div data-skeleton className={gridOf(3)}>
      {places(3).map((place) => (
        <Skeleton key={place} className="h-[148px] w-full rounded-card" />
      ))}
    </div>
  );
}

/** Also the line above the cards. */
export function StartSkeleton() {
  return (
    <div className={startLook}>
      <div>
        <Skeleton className="mt-0.5 mb-3 h-4 w-16" />
        <CardSkeletons />
      </div>
    </div>
  );
}
