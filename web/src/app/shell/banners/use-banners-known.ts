import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { bannersApi } from '#contract/banners.ts';
import { USAGE_NOTICE_LEVELS } from '#contract/limits.ts';
import type { User } from '#contract/users.ts';
import { call } from '../../../api/client.ts';
import { isHeldUp } from '../../../features/session/held-up.ts';
import { useMe } from '../../../features/session/use-me.tsx';
import { planKnownTo } from '../../../features/subscriptions/queries.ts';
import { type Fetched, fetched } from '../../../lib/fetched.tsx';
import { patterns } from '../../../lib/paths.ts';

// For the few who may have a plan; it comes while the plan itself is fetched.
export const paymentBanner = fetched(async () => (await import('./payment-banner.tsx')).PaymentBanner);
// For the days on which there is something to say.
export const liveBanners = fetched(async () => (await import('./live-banners.tsx')).knownBanners());
// For administrators on screens that are partly in English.
export const mixedLanguageLine = fetched(async () => (await import('./mixed-language-line.tsx')).knownLine());
// For the few who have used most of their tokens, or owe a second factor.
export const ownBanners = fetched(async () => (await import('./own-banners.tsx')).OwnBanners);
// For the few who are about to leave.
export const deletionBanner = fetched(
  async () => (await import('../../../features/profile/my-data/deletion-banner.tsx')).DeletionBanner,
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

export const hasOwnNotices = (user: User): boolean =>
  Boolean(user.second_factor_due) || user.token_used * 100 >= user.token_limit * USAGE_NOTICE_LEVELS[0];

/** Whether the screen may be partly in English, to somebody who has not chosen that. */
export const mayBeEnglish = (user: User, pathname: string): boolean =>
  __LANGUAGE__ === 'mixed' && pathname.startsWith(patterns.admin) && !user.language && !isHeldUp(user);

/** After this time the screen is shown anyway, and a late banner shifts it. */
const PATIENCE_MS = 600;

/** False while a banner may still appear and shift the screen. */
export function useBannersKnown(): boolean {
  const user = useMe();
  const plan = planKnownTo(user);
  const isPlanDrawn = useDrawn(!useQuery(plan).isLoading);
  const live = useQuery(bannersNow(isHeldUp(user)));
  const areLiveHere = useCode(liveBanners, Boolean(live.data?.length));
  const isPaymentHere = useCode(paymentBanner, plan.enabled);
  const isLineHere = useDrawn(useCode(mixedLanguageLine, mayBeEnglish(user, useLocation().pathname)));
  const areOwnHere = useCode(ownBanners, hasOwnNotices(user) && !isHeldUp(user));
  const isDeletionHere = useCode(deletionBanner, Boolean(user.deletion_due) && !isHeldUp(user));
  const [waits, setWaits] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const areHere = isPaymentHere && areLiveHere && isLineHere && areOwnHere && isDeletionHere;
  return !waits || (isPlanDrawn && !live.isLoading && areHere);
}

/**
 * True from the second frame after `isHere` on: what has come is drawn out of sight first, because browsers count a
 * change of height in the frame that reveals it as a shift. The screen of the plan shows the same data as its banner.
 */
function useDrawn(isHere: boolean): boolean {
  const [isDrawn, setDrawn] = useState(isHere);
  useEffect(() => {
    if (!isHere) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [isHere]);
  return isDrawn;
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
