import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bannersApi } from '#contract/banners.ts';
import { call } from '../../api/client.ts';
import { isHeldUp } from '../../features/session/held-up.ts';
import { useMe } from '../../features/session/use-me.tsx';
import { planKnownTo } from '../../features/subscriptions/queries.ts';
import { type Fetched, fetched } from '../../lib/fetched.tsx';

// For the few who may have a plan; it comes while the plan itself is fetched.
export const paymentBanner = fetched(async () => (await import('./payment-banner.tsx')).PaymentBanner);
// For the days on which there is something to say.
export const liveBanners = fetched(async () => (await import('./live-banners.tsx')).LiveBanners);
// For the few who are about to leave.
export const deletionBanner = fetched(
  async () => (await import('../../features/profile/my-data/deletion-banner.tsx')).DeletionBanner,
);

const LOOK_MS = 300_000;

export const bannersNow = (isHeld: boolean) =>
  queryOptions({
    queryKey: ['banners'] as const,
    queryFn: ({ signal }) => call(bannersApi.live, {}, { signal }),
    enabled: !isHeld,
    staleTime: LOOK_MS,
    refetchInterval: LOOK_MS,
  });

/** After this time the screen is shown anyway, and a late banner shifts it. */
const PATIENCE_MS = 600;

/** False while a banner may still appear and shift the screen. */
export function useBannersKnown(): boolean {
  const user = useMe();
  const plan = planKnownTo(user);
  const { isLoading } = useQuery(plan);
  const live = useQuery(bannersNow(isHeldUp(user)));
  const areLiveHere = useCode(liveBanners, Boolean(live.data?.length));
  const isPaymentHere = useCode(paymentBanner, plan.enabled);
  const isDeletionHere = useCode(deletionBanner, Boolean(user.deletion_due) && !isHeldUp(user));
  const [waits, setWaits] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return !waits || (!isLoading && !live.isLoading && isPaymentHere && areLiveHere && isDeletionHere);
}

/** True once code that is needed has been imported, or its import has failed. */
function useCode({ fetch }: Pick<Fetched<never>, 'fetch'>, isNeeded: boolean): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isNeeded) return;
    const settle = () => setSettled(true);
    fetch().then(settle, settle);
  }, [fetch, isNeeded]);
  return !isNeeded || isSettled;
}
