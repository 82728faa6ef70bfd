import { TOKENS_PER_MONTH } from '#contract/limits.ts';
import type { User } from '#contract/users.ts';
import { writtenDay } from '../../lib/day.ts';
import { useDismissed } from '../../lib/dismissed.ts';
import { paths } from '../../lib/paths.ts';
import { texts as all } from '../texts.ts';
import { type AllowanceNotice, allowanceNotice } from './allowance.ts';
import { Banner } from './banner.tsx';

const texts = all.notices;

type AllowanceBannerProps = { user: User; onDismiss: () => void };

export function AllowanceBanner({ user, onDismiss }: AllowanceBannerProps) {
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

/** Who has more than everybody gets can hardly buy more: they see where it went. */
function wayOn({ token_limit }: User, isOver: boolean) {
  if (token_limit <= TOKENS_PER_MONTH.free) return { to: paths.subscription, label: texts.upgrade };
  return isOver
    ? { to: paths.subscription, label: texts.plans }
    : { to: paths.manageSubscription, label: texts.usage };
}
