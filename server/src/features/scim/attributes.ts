/** Reads the attributes of people and groups that a directory sends, in the spellings of Entra ID and Okta. */
import { EMAIL_PATTERN, foldEmail, PersonName, Phone } from '#contract/account-fields.ts';
import { SCIM_SCHEMAS, type ScimAttributes } from '#contract/scim.ts';
import { SCIM_ATTRIBUTES_BYTES_MAX, SCIM_MEMBERS_MAX, SCIM_TEXT_MAX } from '#contract/scim-limits.ts';
import { AppError, filledError } from '../../app-error.ts';

const VALUES_MAX = 20;
const PHONE_TYPES = ['work', 'mobile'];

export type Sent = Record<string, unknown>;

export const refusedValue = (reason: string) => filledError('scim_value_invalid', { reason });

export const isObject = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names are compared without case. */
export function fieldOf(sent: Sent, name: string): unknown {
  if (Object.hasOwn(sent, name)) return sent[name];
  const wanted = name.toLowerCase();
  const own = Object.keys(sent).find((key) => key.toLowerCase() === wanted);
  return own === undefined ? undefined : sent[own];
}

/** `active` undefined: the directory does not say. */
export function keptOfUser(sent: Sent): { attributes: ScimAttributes; active: boolean | undefined } {
  const userName = textIn(sent, 'userName');
  if (!userName) throw refusedValue('falta userName.');
  const extension = fieldOf(sent, SCIM_SCHEMAS.enterprise);
  const enterprise = isObject(extension) ? textsIn(extension, ['department', 'employeeNumber']) : {};
  const name = fieldOf(sent, 'name');
  const attributes = {
    userName,
    ...textsIn(sent, ['externalId', 'displayName', 'title', 'preferredLanguage']),
    ...present(
      'name',
      isObject(name) ? textsIn(name, ['formatted', 'familyName', 'givenName', 'middleName']) : {},
    ),
    ...present('emails', valuesIn(sent, 'emails')),
    ...present(
      'phoneNumbers',
      valuesIn(sent, 'phoneNumbers').filter(({ type }) => PHONE_TYPES.includes(type?.toLowerCase() ?? '')),
    ),
    ...present(SCIM_SCHEMAS.enterprise, enterprise),
  };
  if (Buffer.byteLength(JSON.stringify(attributes)) > SCIM_ATTRIBUTES_BYTES_MAX)
    throw new AppError('payload_too_large');
  return { attributes, active: flagIn(sent, 'active') };
}

export type GroupAttributes = { display_name: string; external_id: string | null; members: string[] };

export function keptOfGroup(sent: Sent): GroupAttributes {
  const display_name = textIn(sent, 'displayName');
  if (!display_name) throw refusedValue('falta displayName.');
  return {
    display_name,
    external_id: textIn(sent, 'externalId') ?? null,
    members: [...new Set(listOf(fieldOf(sent, 'members')).map(memberOf))],
  };
}

export function requireFewMembers(count: number): void {
  if (count > SCIM_MEMBERS_MAX) throw new AppError('payload_too_large');
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function memberOf(sent: unknown): string {
  const value = String(isObject(sent) ? fieldOf(sent, 'value') : sent).toLowerCase();
  if (!UUID.test(value)) throw refusedValue('um membro não existe.');
  return value;
}

/** One that stands alone where several may stand is the only one. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function textIn(sent: Sent, name: string): string | undefined {
  const value = fieldOf(sent, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw refusedValue(`${name} deve ser um texto.`);
  // The database holds neither NUL nor half of a character.
  const text = String(value).replaceAll('\0', '').toWellFormed().trim();
  if (text.length > SCIM_TEXT_MAX) throw refusedValue(`${name} é longo demais.`);
  return text || undefined;
}

const textsIn = <N extends string>(sent: Sent, names: N[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = textIn(sent, name);
      return text === undefined ? [] : [[name, text]];
    }),
  ) as { [name in N]?: string };

const present = <N extends string, V extends object>(name: N, value: V) =>
  (Object.keys(value).length ? { [name]: value } : {}) as { [key in N]?: V };

/** Entra sends `"True"` and `"False"`. */
function flagIn(sent: Sent, name: string): boolean | undefined {
  const value = fieldOf(sent, name);
  if (value === undefined || value === null) return undefined;
  const said = typeof value === 'string' || typeof value === 'boolean' ? `${value}`.toLowerCase() : '';
  if (said !== 'true' && said !== 'false') throw refusedValue(`${name} deve ser verdadeiro ou falso.`);
  return said === 'true';
}

function valuesIn(sent: Sent, name: string) {
  const list = listOf(fieldOf(sent, name));
  if (list.length > VALUES_MAX) throw refusedValue(`${name} tem valores demais.`);
  return list.flatMap((one) => {
    const element = isObject(one) ? one : { value: one };
    const value = textIn(element, 'value');
    if (!value) return [];
    const primary = flagIn(element, 'primary');
    return [{ value, ...textsIn(element, ['type']), ...(primary === undefined ? {} : { primary }) }];
  });
}

/** In the order in which they are tried: the primary address, that of work, the user name. */
export function addressesIn({ emails = [], userName }: ScimAttributes): string[] {
  const primary = emails.filter((one) => one.primary);
  const work = emails.filter(({ type }) => type?.toLowerCase() === 'work');
  const typed = [...primary, ...work].map(({ value }) => value);
  return [...new Set([...typed, userName].map(foldEmail))].filter((email) => EMAIL_PATTERN.test(email));
}

export function personNameIn({ displayName, name }: ScimAttributes): string | null {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  for (const said of [displayName, name?.formatted, parts]) {
    const parsed = PersonName.safeParse(said ?? '');
    if (parsed.success) return parsed.data;
  }
  return null;
}

/** Null where none fits: numbers of other countries are kept as they were sent, and not as the person's. */
export function phoneIn({ phoneNumbers = [] }: ScimAttributes): string | null {
  for (const wanted of ['mobile', 'work']) {
    const sent = phoneNumbers.find(({ type }) => type?.toLowerCase() === wanted)?.value ?? '';
    const parsed = Phone.safeParse(sent.replace(/^\s*(\+|00)55/, ''));
    if (parsed.success && parsed.data) return parsed.data;
  }
  return null;
}
