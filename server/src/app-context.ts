/** The dependencies of features on everything outside. Functions below the routes take the part they need. */
import type { Clock } from './adapters/clock.ts';
import type { ContentDatabases } from './adapters/content/content-databases.ts';
import type { SheetWriter } from './adapters/content/sheet-writer.ts';
import type { IdentityNetwork } from './adapters/identity/identity-network.ts';
import type { Log } from './adapters/log.ts';
import type { Mailer } from './adapters/mail/mailer.ts';
import type { Models } from './adapters/models/model.ts';
import type { Queue } from './adapters/queue.ts';
import type { Reads } from './adapters/read-replica.ts';
import type { Recognition } from './adapters/recognition/open-recognition.ts';
import type { ObjectStore } from './adapters/s3/object-store.ts';
import type { SecretKeys } from './adapters/sealing/secret-keys.ts';
import type { Signals } from './adapters/signals.ts';
import type { SyncSources } from './adapters/sync-sources/open-sources.ts';
import type { AccessFigures } from './adapters/telemetry/access-figures.ts';
import type { Database } from './db/client.ts';
import type { Env } from './env.ts';

export type AppContext = {
  env: Env;
  db: Database;
  /** Lists, searches and statistics, which may come from a replica. */
  reads: Reads;
  clock: Clock;
  log: Log;
  mailer: Mailer;
  models: Models;
  queue: Queue;
  signals: Signals;
  /** The bucket that keeps files; null where the database does. */
  objects: ObjectStore | null;
  /** Reads the words of scanned pages, where that is possible. */
  recognition: Recognition;
  /** The databases that data sources read; never the application's own. */
  content: ContentDatabases;
  /** Writes spreadsheets into the first of those databases. */
  sheets: SheetWriter;
  /** Signs access tokens and derives everything else that must not be guessed. At least 32 bytes. */
  secret: string;
  /** The folders, websites and buckets that bases follow. */
  syncSources: SyncSources;
  /** Connections to the providers of sign-on. */
  identity: IdentityNetwork;
  /** Count how people come in, and what their providers answer. */
  accessFigures: AccessFigures;
  /** Seal the secrets that are kept in the database. */
  secretKeys: SecretKeys;
};
