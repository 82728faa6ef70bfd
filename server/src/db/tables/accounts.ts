/** Credentials and sign-ins. Every row belongs to one user and is found through that user. */
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { SIGN_IN_METHODS } from '#contract/sign-in.ts';
import { bytea, createdAt, identity, pgLsn, time } from './columns.ts';
import { users } from './people.ts';

/** One signed-in browser: the family of refresh tokens that descend from one sign-in. */
export const sign_ins = pgTable(
  'sign_ins',
  {
    id: uuid().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Entered with a temporary password: little else than setting a new one is open. */
    with_temporary_password: boolean().notNull().default(false),
    /** The spent temporary password, until a new password is set, so that the two are not the same. */
    temporary_password_hash: text(),
    /** A second factor was shown when it was opened. */
    strong: boolean().notNull().default(false),
    method: text({ enum: SIGN_IN_METHODS }).notNull().default('password'),
    /** When it ends whatever is renewed; null where only its refresh token ends it. */
    ends_at: time('ends_at'),
    user_agent: text(),
    /** The network that it came from, as a keyed digest of address and network; null before networks were kept. */
    network_hash: text(),
    created_at: createdAt(),
    last_seen_at: time('last_seen_at').notNull().defaultNow(),
    /** When the person last proved who they are; a sign-in is such a proof. Null before such times were kept. */
    confirmed_at: time('confirmed_at'),
    ended_at: time('ended_at'),
    ended_because: text(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);

export const refresh_tokens = pgTable(
  'refresh_tokens',
  {
    user_id: integer().notNull(),
    /** SHA-256 of the token. */
    token_hash: text().notNull(),
    sign_in_id: uuid().notNull(),
    created_at: createdAt(),
    expires_at: time('expires_at').notNull(),
    /** When it was exchanged; its successor is derived from it, so a repeat within the grace gets the same one. */
    used_at: time('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.token_hash] }),
    foreignKey({
      columns: [table.user_id, table.sign_in_id],
      foreignColumns: [sign_ins.user_id, sign_ins.id],
    }).onDelete('cascade'),
    index('refresh_tokens_sign_in').on(table.user_id, table.sign_in_id),
    index('refresh_tokens_expiry').on(table.expires_at),
  ],
);

/** The newest code only: a new one replaces it. */
export const verification_codes = pgTable('verification_codes', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  code_hash: text().notNull(),
  expires_at: time('expires_at').notNull(),
  wrong_tries: integer().notNull().default(0),
  sent_at: time('sent_at').notNull(),
  /** A spent code stays until it expires, so that a repeated request gets the answer of the first one. */
  spent_at: time('spent_at'),
});

/**
 * From where an unverified account was registered, as a keyed digest of the network. A code that comes from elsewhere
 * without the registration proof discards the password of the registration. Deleted when the address is verified.
 */
export const pending_registrations = pgTable('pending_registrations', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  network_hash: text().notNull(),
  created_at: createdAt(),
});

/** Right to choose the first password of an account whose address was proved by somebody else than its registrant. */
export const choose_password_tokens = pgTable('choose_password_tokens', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** SHA-256 of the token. */
  token_hash: text().notNull(),
  expires_at: time('expires_at').notNull(),
});

/** A second credential beside the real password; the newest only. */
export const temporary_passwords = pgTable('temporary_passwords', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  password_hash: text().notNull(),
  expires_at: time('expires_at').notNull(),
  created_at: createdAt(),
});

/**
 * Sign-ins after their password, until the second step, and sign-ons until their account is proved, found by the SHA-256
 * of the token that its owner holds; and the hashes of challenges and states that were spent.
 */
export const sign_in_attempts = pgTable(
  'sign_in_attempts',
  {
    key_hash: text().primaryKey(),
    kind: text({ enum: ['second_step', 'spent_challenge', 'spent_state', 'link'] }).notNull(),
    /** Null while nobody is known, for the state of a sign-on. */
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    payload: jsonb().notNull(),
    wrong_tries: integer().notNull().default(0),
    expires_at: time('expires_at').notNull(),
  },
  (table) => [
    index('sign_in_attempts_person').on(table.user_id),
    index('sign_in_attempts_expiry').on(table.expires_at),
  ],
);

/** The authenticator app of a person. A new one waits beside the old one until a first code of it was typed. */
export const totp_secrets = pgTable('totp_secrets', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed (adapters/sealing); null until the first app was confirmed. */
  secret_sealed: text(),
  confirmed_at: time('confirmed_at'),
  /** The newest step of thirty seconds whose code was accepted: no code is accepted twice. */
  last_step: bigint({ mode: 'number' }).notNull().default(0),
  /** Sealed; the secret that waits for its first code. */
  pending_sealed: text(),
  pending_at: time('pending_at'),
});

/** Ten codes for the day on which the device is lost; each opens once. */
export const recovery_codes = pgTable(
  'recovery_codes',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code: it has 80 random bits, so that nothing slower is needed. */
    code_hash: text().notNull(),
    used_at: time('used_at'),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
);

/** Device keys (passkeys, WebAuthn credentials). */
export const passkeys = pgTable(
  'passkeys',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: identity().notNull(),
    credential_id: bytea().notNull(),
    public_key: bytea().notNull(),
    /** Counts the uses where the authenticator counts; going back means that the key was copied. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    /** Kept by its maker on several devices. */
    synced: boolean().notNull(),
    aaguid: uuid(),
    created_at: createdAt(),
    last_used_at: time('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    uniqueIndex('passkeys_credential').on(table.credential_id),
  ],
);

/** Counters of limits, one row per key and window. */
export const rate_limits = pgTable(
  'rate_limits',
  {
    key: text().notNull(),
    window_start: time('window_start').notNull(),
    count: integer().notNull(),
    expires_at: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.window_start] }),
    index('rate_limits_expiry').on(table.expires_at),
  ],
);

/**
 * Up to where the write-ahead log reached when a person had last written something: what they read next from a replica
 * must be as new. Only where there is a replica; of no use after an hour.
 */
export const write_positions = pgTable(
  'write_positions',
  {
    user_id: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    position: pgLsn().notNull(),
    written_at: time('written_at').notNull(),
  },
  (table) => [index('write_positions_age').on(table.written_at)],
);
