/** The plan of the person, and below it the tokens of the cycle, which the profile shows too. */
import { useQuery } from '@tanstack/react-query';
import { CycleCard } from '../../features/profile/usage/cycle-card.tsx';
import { me } from '../../features/session/queries.ts';
import { useMe } from '../../features/session/use-me.tsx';
import { ManagePlan } from '../../features/subscriptions/manage/manage-plan.tsx';
import { texts } from '../../features/subscriptions/manage/texts.ts';

export function ManageSubscription() {
  // The figures are why one comes here: they are asked for anew on every visit.
  useQuery({ ...me(), refetchOnMount: 'always' });
  return <ManagePlan usage={<CycleCard user={useMe()} title={texts.usage} />} />;
}
