import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TOKENS_PER_MONTH } from '#contract/limits.ts';
import type { User } from '#contract/users.ts';
import { useMe } from '../../features/session/use-me.tsx';
import { mySubscription } from '../../features/subscriptions/queries.ts';

/** After this time the screen is shown anyway, and a late banner shifts it. */
const PATIENCE_MS = 600;

/** False while a banner may still appear and shift the screen. */
export function useBannersKnown(): boolean {
  const { isLoading } = useQuery(planKnownTo(useMe()));
  const [waits, setWaits] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return !(isLoading && waits);
}

/** The subscription, fetched only for people above the free limit: the others cannot have one. */
export const planKnownTo = ({ token_limit, must_change_password }: User) => ({
  ...mySubscription(),
  enabled: token_limit > TOKENS_PER_MONTH.free && !must_change_password,
});
