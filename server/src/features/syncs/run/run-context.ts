/** The dependencies that the steps of a run share. */
import type { SyncSource } from '../../../adapters/sync-sources/sync-source.ts';
import type { AppContext } from '../../../app-context.ts';
import type { SyncPlace } from '../records/stored-syncs.ts';
import type { RunLease } from './run-lease.ts';

export type RunContext = Pick<AppContext, 'db' | 'clock' | 'queue' | 'log'>;

export type Running = {
  context: RunContext;
  place: SyncPlace;
  run_id: number;
  source: SyncSource;
  lease: RunLease;
};
