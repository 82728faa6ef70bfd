/** Invents calls: of anybody, to any call of the contract, with what is right, nearly right, wrong and absurd. */
import { API_BASE, type Endpoint } from '../../contract/src/endpoint.ts';
import type { Names } from '../../tests/authorisation/kind.ts';
import { rows } from '../../tests/authorisation/rows.ts';
import type { KindName } from '../../tests/authorisation/things.ts';
import { type Schema, schemaOf } from '../../tests/odd-values.ts';
import type { Chance } from '../support/seeded-random.ts';
import type { Actor, Furniture } from './callers-and-objects.ts';
import { nameOf } from './contract-calls.ts';
import { oddForm } from './forms.ts';
import { ODD_BODIES, ODD_HEADERS, ODD_IDS, ODD_TEXTS, ODD_TYPES } from './malformed-requests.ts';
import type { Sent } from './send-request.ts';
import { type Known, rightValue, spoiltValue } from './values.ts';

export type Invented = Sent & { endpoint: Endpoint; actor: Actor };

/** Calls that end or change the sign-in, the person or the rights of their caller. */
const endsCallers = ({ method, path }: Endpoint) =>
  method !== 'GET' && /^\/(auth|users\/me|admin)/.test(path);

const schemas = new WeakMap<object, Schema>();
function kept(schema: Parameters<typeof schemaOf>[0]): Schema {
  const known = schemas.get(schema) ?? schemaOf(schema);
  schemas.set(schema, known);
  return known;
}

export async function invent(
  endpoint: Endpoint,
  furniture: Furniture,
  known: Known,
  chance: Chance,
): Promise<Invented> {
  const actor = await furniture.actor(wishFor(endpoint, chance), endsCallers(endpoint));
  const path =
    API_BASE + (await filledPath(endpoint, actor, furniture, chance)) + queryOf(endpoint, known, chance);
  const headers: Record<string, string> = actor.token ? { authorization: `Bearer ${actor.token}` } : {};
  const body = bodyOf(endpoint, known, chance, headers);
  if (chance.percent(20)) {
    const [name, value] = chance.pick(ODD_HEADERS);
    if (name !== 'content-length' || !body) headers[name] = value;
  }
  const cut = body && body.length > 2 && chance.percent(3) ? { cut: chance.below(body.length) } : {};
  return { endpoint, actor, method: endpoint.method, path, headers, body, ...cut };
}

/** Mostly an authorised caller: others are refused at the access check, which the matrix has tried a thousand times. */
function wishFor({ access }: Endpoint, chance: Chance): Actor['name'] | undefined {
  if (chance.percent(20)) return undefined;
  if (access === 'superadmin') return 'superadmin';
  if (access === 'admin') return chance.pick(['admin', 'superadmin']);
  if (access === 'user') return chance.pick(['user', 'user_td', 'admin']);
  if ((access as string) === 'key') return 'program';
  if ((access as string) === 'scim') return 'directory';
  return undefined;
}

async function filledPath(
  endpoint: Endpoint,
  actor: Actor,
  furniture: Furniture,
  chance: Chance,
): Promise<string> {
  const kind = rows[nameOf(endpoint)] ?? 'nothing';
  const names = kind === 'nothing' ? {} : await namesFor(kind, actor, furniture, chance);
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    if (chance.percent(12)) return chance.pick(ODD_IDS);
    return encodeURIComponent(String(names[name] ?? 1));
  });
}

async function namesFor(kind: KindName, actor: Actor, furniture: Furniture, chance: Chance): Promise<Names> {
  const which = chance.below(100);
  if (which < 78) return furniture.own(kind, actor);
  return which < 92 ? furniture.foreign(kind) : furniture.missing(kind);
}

function queryOf({ query }: Endpoint, known: Known, chance: Chance): string {
  const pairs: [string, unknown][] = [];
  if (query) {
    const right = rightValue(kept(query), chance, known);
    const given = chance.percent(45) ? spoiltValue(right, chance) : right;
    if (given !== null && typeof given === 'object') pairs.push(...Object.entries(given));
  }
  if (chance.percent(8))
    pairs.push([chance.pick(['__proto__', 'a[]', 'limit[gt]', 'constructor', '', 'x']), 'x']);
  // Said twice, or a thousand times.
  const [first] = pairs;
  if (first && chance.percent(10))
    for (let more = chance.pick([1, 2, 1_000]); more > 0; more -= 1) pairs.push(first);
  if (!pairs.length) return chance.percent(3) ? chance.pick(['?', '??', '?&=&', '?%zz=%', '?%00=1']) : '';
  const text = pairs
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value.slice(0, 200) : [value]).map((one) => [name, one] as const),
    )
    .map(([name, value]) => `${encoded(name)}=${encoded(textOf(value))}`)
    .join('&');
  // Characters that a request line may hold.
  return `?${text.slice(0, 12_000)}`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

function bodyOf(
  endpoint: Endpoint,
  known: Known,
  chance: Chance,
  headers: Record<string, string>,
): Buffer | null {
  if (endpoint.method === 'GET' && chance.percent(95)) return null;
  if (endpoint.file) return oddForm(kept(endpoint.file), chance, headers);
  const schema = endpoint.body ?? endpoint.form;
  if (chance.percent(schema ? 12 : 25)) {
    headers['content-type'] = chance.percent(60) ? 'application/json' : chance.pick(ODD_TYPES);
    return Buffer.from(chance.pick([...ODD_BODIES, ...ODD_TEXTS]));
  }
  if (!schema) return null;
  const right = rightValue(kept(schema), chance, known);
  const given = chance.percent(50) ? spoiltValue(right, chance) : right;
  if (endpoint.form) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    const fields =
      given !== null && typeof given === 'object' ? Object.entries(given) : [['username', given]];
    return Buffer.from(
      fields.map(([name, value]) => `${encoded(String(name))}=${encoded(textOf(value))}`).join('&'),
    );
  }
  headers['content-type'] = chance.percent(4) ? chance.pick(ODD_TYPES) : 'application/json';
  return given === undefined ? null : Buffer.from(JSON.stringify(given) ?? '');
}
