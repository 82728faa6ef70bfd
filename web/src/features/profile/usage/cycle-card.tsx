/** How much of the cycle's tokens is used, and where they went. */
import type { ReactNode } from 'react';
import type { User } from '#contract/users.ts';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { dayOf, writtenDay } from '../../../lib/text/day.ts';
import { Card } from '../../../ui/display/card.tsx';
import { ProgressBar } from '../../../ui/display/progress-bar.tsx';
import { texts as all } from '../texts.ts';
import { CycleUsage } from './cycle-usage.tsx';
import { OwnCap } from './own-cap.tsx';

const texts = all.usage;

type CycleCardProps = {
  user: User;
  title: string;
  /** More figures, between the limit and the renewal. */
  children?: ReactNode;
};

export function CycleCard({ user, title, children }: CycleCardProps) {
  const used = formatNumber(user.token_used);
  const limit = formatNumber(user.token_limit);
  return (
    <Card title={title}>
      <dl className="mb-4 grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-4">
        <Figure name={texts.used} value={used} />
        <Figure name={texts.limit} value={limit} />
        {children}
        {user.next_token_reset && (
          <Figure name={texts.renews} value={writtenDay(dayOf(user.next_token_reset))} />
        )}
      </dl>
      <ProgressBar
        label={texts.bar}
        value={user.token_used}
        max={user.token_limit}
        valueText={texts.of(used, limit)}
      />
      {!user.must_change_password && (
        <div className="mt-6 border-t border-line pt-5">
          <CycleUsage />
          <div className="mt-6 border-t border-line pt-5">
            <OwnCap />
          </div>
        </div>
      )}
    </Card>
  );
}

export function UsageCard({ user }: { user: User }) {
  return (
    <CycleCard user={user} title={texts.title}>
      <Figure
        name={texts.lastLogin}
        value={user.last_login ? formatDateTime(user.last_login) : texts.never}
      />
    </CycleCard>
  );
}

export function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-small text-ink-3">{name}</dt>
      <dd className="mt-0.5 font-medium tabular-nums">{value}</dd>
    </div>
  );
}
