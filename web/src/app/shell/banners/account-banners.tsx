/** Above every screen: banners of the organisation, what is due of the plan, and how little is left of the tokens. */
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { isHeldUp } from '../../../features/session/held-up.ts';
import { me } from '../../../features/session/queries.ts';
import { useMe } from '../../../features/session/use-me.tsx';
import { planKnownTo } from '../../../features/subscriptions/queries.ts';
import { classes } from '../../../ui/classes.ts';
import { texts } from '../../texts.ts';
import {
  bannersNow,
  hasOwnNotices,
  liveBanners,
  mayBeEnglish,
  mixedLanguageLine,
  ownBanners,
  paymentBanner,
} from './use-banners-known.ts';

type AccountBannersProps = {
  /** Where the focus goes when the banner that had it is put away. */
  mainId: string;
  /** Until then one may still come and push the others down: none is shown. */
  areKnown: boolean;
};

export function AccountBanners({ mainId, areKnown }: AccountBannersProps) {
  const user = useMe();
  const { pathname } = useLocation();
  // Paying happens on another page: what was bought shows as soon as this one is looked at again.
  useQuery({ ...me(), refetchOnWindowFocus: 'always' });
  const live = useQuery(bannersNow(isHeldUp(user))).data ?? [];
  // Until a temporary password is replaced, nothing else is asked for or offered.
  if (isHeldUp(user)) return null;
  const toMain = () => document.getElementById(mainId)?.focus();
  return (
    <section aria-label={texts.notices} className={classes('empty:hidden', !areKnown && 'opacity-0')}>
      {live.length > 0 && (
        <Suspense>
          <liveBanners.Component banners={live} onDismiss={toMain} />
        </Suspense>
      )}
      {mayBeEnglish(user, pathname) && (
        <Suspense>
          <mixedLanguageLine.Component place={pathname} areKnown={areKnown} onDismiss={toMain} />
        </Suspense>
      )}
      {planKnownTo(user).enabled && (
        <Suspense>
          <paymentBanner.Component user={user} onDismiss={toMain} />
        </Suspense>
      )}
      {hasOwnNotices(user) && (
        <Suspense>
          <ownBanners.Component user={user} onDismiss={toMain} />
        </Suspense>
      )}
    </section>
  );
}
