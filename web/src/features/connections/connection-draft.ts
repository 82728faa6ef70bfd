/** The fields of the form of a connection as they are typed, and the bodies that they become. */
import {
  type Connection,
  type ConnectionKind,
  type ConnectionTls,
  DATABASE_SERVERS,
} from '#contract/connections.ts';

export type ConnectionDraft = {
  name: string;
  kind: ConnectionKind;
  host: string;
  port: string;
  database: string;
  user: string;
  /** Empty to keep the one that is stored. */
  password: string;
  tls: ConnectionTls;
};

export const newConnection: ConnectionDraft = {
  name: '',
  kind: 'postgres',
  host: '',
  port: String(DATABASE_SERVERS.postgres.port),
  database: '',
  user: '',
  password: '',
  tls: 'off',
};

export function draftOf({ name, kind, settings }: Connection): ConnectionDraft {
  if (!settings) return { ...newConnection, name, kind };
  const { host, port, database, user, tls } = settings;
  return { name, kind, host, port: String(port), database, user, password: '', tls };
}

/** A port that was not touched becomes that of the other kind of server. */
export function withKind(draft: ConnectionDraft, kind: ConnectionKind): ConnectionDraft {
  const untouched = draft.port === String(DATABASE_SERVERS[draft.kind].port);
  return { ...draft, kind, port: untouched ? String(DATABASE_SERVERS[kind].port) : draft.port };
}

const PORT_MAX = 65_535;

/** The fields that lack something, with what is said about them. */
export function problemsOf(draft: ConnectionDraft, words: { needed: string; port: string }) {
  const needed = (text: string) => (text.trim() ? null : words.needed);
  const port = Number(draft.port);
  return {
    name: needed(draft.name),
    host: needed(draft.host),
    port: /^\d+$/.test(draft.port) && port >= 1 && port <= PORT_MAX ? null : words.port,
    database: needed(draft.database),
    user: needed(draft.user),
  };
}

/** As the calls take it, with the password only where one is typed. */
export const addressOf = ({ kind, host, port, database, user, tls, password }: ConnectionDraft) => ({
  kind,
  host: host.trim(),
  port: Number(port),
  database: database.trim(),
  user: user.trim(),
  tls,
  ...(password ? { password } : {}),
});
