import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TOKENS_PER_MONTH } from '#contract/limits.ts';
import type { User } from '#contract/users.ts';
import { useMe } from '../../features/session/use-me.tsx';
import { mySubscription } from '../../features/subscriptions/queries.ts';

/** A slow answer holds nothing up: the banner then pushes the screen down. */
const PATIENCE_MS = 600;

/** False for the moment in which a banner may still come and push down what has just been shown. */
export function useBannersKnown(): boolean {
  const { isLoading } = useQuery(planKnownTo(useMe()));
  const [waits, setWaits] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return !(isLoading && waits);
}

/** The plan, asked for only of those who may have paid: who has no more tokens than everybody has bought nothing. */
export const planKnownTo = ({ token_limit, must_change_password }: User) => ({
  ...mySubscription(),
  enabled: token_limit > TOKENS_PER_MONTH.free && !must_change_password,
});
