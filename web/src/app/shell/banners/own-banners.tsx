import { USAGE_NOTICE_LEVELS } from '#contract/limits.ts';
import type { User } from '#contract/users.ts';
import { knownHosts } from '../../../api/hosts.ts';
import { useDismissed } from '../../../lib/browser/dismissed.ts';
import { paths } from '../../../lib/paths.ts';
import { dayOf, writtenDay } from '../../../lib/text/day.ts';
import { Banner } from './banner.tsx';
import { texts } from './texts.ts';

/** Shows that a second factor is due, and how little is left of the tokens. */
export function OwnBanners({ user, onDismiss }: AllowanceBannerProps) {
  return (
    <>
      <SecondFactorBanner user={user} />
      <AllowanceBanner user={user} onDismiss={onDismiss} />
    </>
  );
}

/** During the days of grace of a role that needs a second factor. */
function SecondFactorBanner({ user }: { user: User }) {
  const { second_factor, second_factor_due } = user;
  if (second_factor || !second_factor_due) return null;
  return (
    <Banner tone="warn" action={{ to: paths.profile, label: texts.setUpFactor }}>
      {texts.factorFrom(writtenDay(dayOf(second_factor_due)))}
    </Banner>
  );
}

type AllowanceBannerProps = { user: User; onDismiss: () => void };

function AllowanceBanner({ user, onDismiss }: AllowanceBannerProps) {
  const notice = allowanceNotice(user);
  return notice && <Notice notice={notice} user={user} onDismiss={onDismiss} />;
}

function Notice({ notice, user, onDismiss }: AllowanceBannerProps & { notice: AllowanceNotice }) {
  const { level, percent, renews, key } = notice;
  const [isDismissed, dismiss] = useDismissed(key);
  if (isDismissed) return null;
  const isOver = level === 100;
  return (
    <Banner
      tone={isOver ? 'danger' : 'warn'}
      action={wayOn(user, isOver)}
      onDismiss={() => {
        dismiss();
        onDismiss();
      }}
    >
      {isOver ? texts.usedUp : texts.used(percent)} {texts.renewal(writtenDay(renews))}
    </Banner>
  );
}

/** People who cannot buy more, or hardly more, are led to their usage. */
function wayOn({ is_on_free_limit }: User, isOver: boolean) {
  if (knownHosts().payments === 'none') return { to: paths.profile, label: texts.usage };
  if (is_on_free_limit) return { to: paths.subscription, label: texts.upgrade };
  return isOver
    ? { to: paths.subscription, label: texts.plans }
    : { to: paths.manageSubscription, label: texts.usage };
}

type Spender = Pick<User, 'id' | 'token_used' | 'token_limit' | 'next_token_reset'>;

export type AllowanceNotice = {
  level: (typeof USAGE_NOTICE_LEVELS)[number];
  percent: number;
  /** The day of the renewal. */
  renews: string;
  /** One a person, level and cycle. */
  key: string;
};

export function allowanceNotice(spender: Spender): AllowanceNotice | null {
  const { id, token_used, token_limit, next_token_reset } = spender;
  if (token_limit <= 0) return null;
  const level = USAGE_NOTICE_LEVELS.findLast((each) => token_used * 100 >= token_limit * each);
  if (level === undefined) return null;
  const renews = dayOf(next_token_reset);
  const percent = Math.min(100, Math.floor((token_used * 100) / token_limit));
  return { level, percent, renews, key: `${id}-${level}-${renews}` };
}
