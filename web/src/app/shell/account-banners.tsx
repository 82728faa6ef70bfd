/** Above every screen: what is due of the plan, and how little is left of the tokens. */
import { useQuery } from '@tanstack/react-query';
import { me } from '../../features/session/queries.ts';
import { useMe } from '../../features/session/use-me.tsx';
import { texts as all } from '../texts.ts';
import { AllowanceBanner } from './allowance-banner.tsx';
import { PaymentBanner } from './payment-banner.tsx';

type AccountBannersProps = {
  /** Where the focus goes when the banner that had it is put away. */
  mainId: string;
};

export function AccountBanners({ mainId }: AccountBannersProps) {
  const user = useMe();
  // Paying happens on another page: what was bought shows as soon as this one is looked at again.
  useQuery({ ...me(), refetchOnWindowFocus: 'always' });
  // Until a temporary password is replaced, nothing else is asked for or offered.
  if (user.must_change_password) return null;
  const toMain = () => document.getElementById(mainId)?.focus();
  return (
    <section aria-label={all.notices.region} className="empty:hidden">
      <PaymentBanner user={user} onDismiss={toMain} />
      <AllowanceBanner user={user} onDismiss={toMain} />
    </section>
  );
}
