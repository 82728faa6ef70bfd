/** People of a directory: who somebody is by their name and password, and whether they are still there. */
import {
  AndFilter,
  type Client,
  type Entry,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  OrFilter,
  type SearchOptions,
} from 'ldapts';
import { AppError } from '../../app-error.ts';
import { normalisedDn } from './claims.ts';
import type { DirectoryConnection } from './directory-address.ts';
import { directoryFailure, resultCodeOf, withDirectory } from './directory-client.ts';
import type { IdentityNetwork } from './identity-network.ts';
import { ProviderFailure } from './provider-failure.ts';

export type DirectoryPerson = {
  /** The value of the identifying attribute; bytes in hexadecimal. */
  id: string;
  email: string | null;
  name: string | null;
  /** DNs in one form; null where there are too many of them to be all. */
  groups: string[] | null;
  disabled: boolean;
  /** Everything that was asked for, as text. */
  attributes: Record<string, string | string[]>;
};

const INVALID_CREDENTIALS = 49;
/** Active Directory's codes of a password that has expired, and of one that has to be changed. */
const EXPIRED = /\bdata (532|773)\b/;
const GROUPS_MAX = 1_000;
/** The rule of Active Directory by which groups within groups are found. */
const IN_CHAIN = '1.2.840.113556.1.4.1941';
const ACCOUNT_CONTROL = 'userAccountControl';
const DISABLED = 2;
const PER_SEARCH = 100;
/** Attributes that are bytes wherever they occur. */
const BYTES = ['objectGUID', 'objectSid'];
const NAME_MAX = 200;

type Asked = {
  name: string;
  password: string;
  /** Throws where the password of this person is not to be tried now. */
  mayTry?: (id: string) => Promise<unknown>;
};

/**
 * Null for a wrong name or password, whichever it was. An empty password is never sent: a server takes it for an
 * anonymous sign-in and says yes.
 */
export async function personByPassword(
  identity: IdentityNetwork,
  connection: DirectoryConnection,
  { name, password, mayTry }: Asked,
): Promise<DirectoryPerson | null> {
  if (!password.trim() || !isName(name)) return null;
  return asked(identity, connection, async (client) => {
    const entry = await entryFor(client, connection, byName(connection, name));
    if (!entry) return null;
    await mayTry?.(idOf(connection, entry));
    if (!(await bindAs(client, entry.dn, password))) return null;
    return describe(client, connection, entry);
  });
}

/** The same person by their identifier, for a proof that is asked for again. */
export async function isPasswordOf(
  identity: IdentityNetwork,
  connection: DirectoryConnection,
  { id, password }: { id: string; password: string },
): Promise<boolean> {
  if (!password.trim()) return false;
  return asked(identity, connection, async (client) => {
    const entry = await entryFor(client, connection, byId(connection, id));
    return entry !== null && !isDisabled(entry) && bindAs(client, entry.dn, password);
  });
}

/** Those of them that are still there, by their identifiers. */
export async function peopleById(
  identity: IdentityNetwork,
  connection: DirectoryConnection,
  ids: readonly string[],
): Promise<Map<string, DirectoryPerson>> {
  return asked(identity, connection, async (client) => {
    await bindReader(client, connection);
    const found = new Map<string, DirectoryPerson>();
    for (let from = 0; from < ids.length; from += PER_SEARCH) {
      const filters = ids.slice(from, from + PER_SEARCH).map((id) => byId(connection, id));
      for (const entry of await search(client, connection, new OrFilter({ filters }), PER_SEARCH + 1)) {
        const person = await describe(client, connection, entry);
        found.set(person.id, person);
      }
    }
    return found;
  });
}

/** Throws where the reader or the base is not accepted. */
export const readBase = (client: Client, { base }: DirectoryConnection): Promise<unknown> =>
  client.search(base, { scope: 'base', attributes: ['1.1'], sizeLimit: 1 });

export async function bindReader(
  client: Client,
  { bind_dn, password }: Pick<DirectoryConnection, 'bind_dn' | 'password'>,
): Promise<void> {
  if (bind_dn) await client.bind(bind_dn, password ?? '');
}

async function asked<T>(
  identity: IdentityNetwork,
  connection: DirectoryConnection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  try {
    return await withDirectory(identity, connection, work);
  } catch (error) {
    throw error instanceof AppError ? error : directoryFailure(error);
  }
}

const isName = (name: string) => name.trim() !== '' && name.length <= NAME_MAX && !/\p{Cc}/u.test(name);

const equal = (attribute: string, value: string | Buffer): Filter => new EqualityFilter({ attribute, value });

/** Values of a filter are sent as they are, each with its length: no text is put together, so that nothing is escaped. */
const byName = ({ attribute_login, attribute_email }: DirectoryConnection, name: string): Filter =>
  name.includes('@')
    ? new OrFilter({ filters: [equal(attribute_login, name), equal(attribute_email, name)] })
    : equal(attribute_login, name);

const byId = ({ attribute_id }: DirectoryConnection, id: string): Filter =>
  equal(attribute_id, isBytes(attribute_id) ? Buffer.from(id, 'hex') : id);

const isBytes = (attribute: string) => BYTES.some((one) => one.toLowerCase() === attribute.toLowerCase());

/** Exactly one: two people with one name are nobody. */
async function entryFor(
  client: Client,
  connection: DirectoryConnection,
  filter: Filter,
): Promise<Entry | null> {
  await bindReader(client, connection);
  const [entry, ...others] = await search(client, connection, filter, 2);
  return entry && others.length === 0 ? entry : null;
}

async function search(
  client: Client,
  { base, ...connection }: DirectoryConnection,
  filter: Filter,
  sizeLimit: number,
): Promise<Entry[]> {
  const { searchEntries } = await client.search(base, {
    scope: 'sub',
    filter: new AndFilter({ filters: [filter] }),
    attributes: [
      ...new Set([
        connection.attribute_login,
        connection.attribute_email,
        connection.attribute_name,
        connection.attribute_id,
        'memberOf',
        ACCOUNT_CONTROL,
      ]),
    ],
    explicitBufferAttributes: BYTES,
    sizeLimit,
    timeLimit: 5,
  });
  return searchEntries;
}

async function bindAs(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (resultCodeOf(error) !== INVALID_CREDENTIALS) throw error;
    if (error instanceof Error && EXPIRED.test(error.message))
      throw new ProviderFailure('provider_password_expired', error);
    return false;
  }
}

async function describe(
  client: Client,
  connection: DirectoryConnection,
  entry: Entry,
): Promise<DirectoryPerson> {
  const id = idOf(connection, entry);
  const groups = connection.nested
    ? await nestedGroups(client, connection, entry.dn)
    : valuesOf(entry, 'memberOf');
  return {
    id,
    email: valuesOf(entry, connection.attribute_email)[0] ?? null,
    name: valuesOf(entry, connection.attribute_name)[0] ?? null,
    groups: groups.length > GROUPS_MAX ? null : groups.map(normalisedDn),
    disabled: isDisabled(entry),
    attributes: Object.fromEntries(
      Object.keys(entry)
        .filter((name) => name !== 'dn')
        .map((name) => [name, valuesOf(entry, name)]),
    ),
  };
}

/** The account is switched off there (Active Directory). */
function isDisabled(entry: Entry): boolean {
  const [control = ''] = valuesOf(entry, ACCOUNT_CONTROL);
  return (Number(control) & DISABLED) !== 0;
}

function idOf({ attribute_id }: DirectoryConnection, entry: Entry): string {
  const [id] = valuesOf(entry, attribute_id);
  if (!id) throw new ProviderFailure('provider_misconfigured');
  return id;
}

/** As the reader: a person may not be allowed to read groups. */
async function nestedGroups(client: Client, connection: DirectoryConnection, dn: string): Promise<string[]> {
  await bindReader(client, connection);
  const filter = new ExtensibleFilter({ matchType: 'member', rule: IN_CHAIN, value: dn });
  const options: SearchOptions = { scope: 'sub', filter, attributes: ['1.1'], sizeLimit: GROUPS_MAX + 1 };
  const { searchEntries } = await client.search(connection.base, options);
  return searchEntries.map((group) => group.dn);
}

/** One value comes as a text, several as a list, and none as an empty list; the case of names is the server's. */
function valuesOf(entry: Entry, attribute: string): string[] {
  const name = Object.keys(entry).find((one) => one.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? [] : entry[name];
  return [value ?? []].flat().map((one) => (Buffer.isBuffer(one) ? one.toString('hex') : String(one)));
}
