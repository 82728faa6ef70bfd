import { setTimeout } from 'node:timers/promises';

/** Settles after the time in milliseconds, or as soon as the signal is aborted. Never rejects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => {});
