/** Metrics of the replica that lists, searches and statistics are read from. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Reads } from '../../adapters/read-replica.ts';

export function measureReplica(
  { figures }: Pick<NonNullable<Reads['replica']>, 'figures'>,
  registry: Registry,
): void {
  const registers = [registry];
  new Gauge({
    name: 'prosa_read_replica_in_use',
    help: '1 while lists, searches and statistics are read from the replica.',
    registers,
    collect() {
      this.set(figures().standing === 'streaming' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'prosa_read_replica_lag_seconds',
    help: 'How far the replica is behind, to a second.',
    registers,
    collect() {
      this.set(figures().lag_seconds);
    },
  });
  new Counter({
    name: 'prosa_reads_total',
    help: 'Lists, searches and statistics, by where they were read: the replica, or the primary and why.',
    labelNames: ['from'],
    registers,
    collect() {
      this.reset();
      for (const [from, count] of figures().reads) this.inc({ from }, count);
    },
  });
}
