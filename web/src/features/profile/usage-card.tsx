import type { User } from '#contract/users.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { cycleDay, writtenDay } from './cycle.ts';
import { CycleUsage } from './cycle-usage.tsx';
import { texts as all } from './texts.ts';

const texts = all.usage;

export function UsageCard({ user }: { user: User }) {
  const used = formatNumber(user.token_used);
  const limit = formatNumber(user.token_limit);
  return (
    <Card title={texts.title}>
      <dl className="mb-4 grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-4">
        <Figure name={texts.used} value={used} />
        <Figure name={texts.limit} value={limit} />
        <Figure
          name={texts.lastLogin}
          value={user.last_login ? formatDateTime(user.last_login) : texts.never}
        />
        {user.next_token_reset && (
          <Figure name={texts.renews} value={writtenDay(cycleDay(user.next_token_reset))} />
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
        </div>
      )}
    </Card>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-small text-ink-3">{name}</dt>
      <dd className="mt-0.5 font-medium tabular-nums">{value}</dd>
    </div>
  );
}
