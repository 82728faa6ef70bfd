import type { User } from '#contract/users.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { texts as all } from '../texts.ts';
import { CycleCard, Figure } from './cycle-card.tsx';

const texts = all.usage;

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
