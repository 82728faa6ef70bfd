/** Load shedding by memory: V8 ends a process whose heap is full, with every answer it holds. */
import { getHeapStatistics } from 'node:v8';

/** Uncollected garbage counts; V8 collects more often near the limit. */
const FULL = 0.85;

export function isHeapNearLimit(statistics = getHeapStatistics()): boolean {
  return statistics.used_heap_size > FULL * statistics.heap_size_limit;
}
