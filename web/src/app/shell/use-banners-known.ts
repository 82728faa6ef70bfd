import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMe } from '../../features/session/use-me.tsx';
import { planKnownTo } from './plan-known.ts';

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
