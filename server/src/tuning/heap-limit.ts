/** Whether this process had better take nothing new that stays: V8 ends a process whose memory is full, with all it holds. */
import { getHeapStatistics } from 'node:v8';

/** Garbage counts until it is collected, which V8 hurries to do as the limit comes nearer. */
const FULL = 0.85;

export function isHeapNearLimit(statistics = getHeapStatistics()): boolean {
  return statistics.used_heap_size > FULL * statistics.heap_size_limit;
}
