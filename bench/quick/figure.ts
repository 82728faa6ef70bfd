/** A figure of the quick bench, and the installation that the figures are measured in. */
import type { Database } from '../../server/src/db/client.ts';
import type { ProviderStub } from '../../server/test/providers/provider-stub.ts';

export type Figure = {
  /** A row of the table of speeds: `P1`, `P4 p95 (500)` … */
  id: string;
  what: string;
  value: number;
  unit: 'ms' | 'µs' | 'KiB' | 'MB' | 'KB' | 's' | '×' | 'fps' | '';
  /** Measured in the same run, in the same unit. */
  reference: { what: string; value: number } | null;
  must: { text: string; holds: boolean };
  stretch: { text: string; holds: boolean };
};

/** One process of the product, as `npm start` starts it, which serves the built web app too. */
export type QuickTestServer = {
  /** Its origin, without a path; the API is below `/api/v1`. */
  url: string;
  /** The first superadmin. */
  admin: { id: number; email: string; password: string; token: string; refresh_token: string };
  /** Deployed, open to the administrator's group; asks the model of `stub`. */
  agent: { id: number; name: string };
  /** The product's database: what a part needs more of, it fills in here. */
  db: Database;
  /** The provider that answers: `say` what it writes, `always('pace=20')` how fast. */
  stub: ProviderStub;
  /** The id of the process. */
  pid: number;
};
