/**
 * Applies the operations of a PATCH to a resource, in the shapes in which Entra ID and Okta send them: operations in any
 * case, values without a path (dotted names too), members removed by list or by filter, and elements that are made where
 * a filter finds none.
 */

import { SCIM_SCHEMAS, type ScimOperation } from '#contract/scim.ts';
import { SCIM_OPERATIONS_MAX } from '#contract/scim-limits.ts';
import { AppError } from '../../app-error.ts';
import { fieldOf, isObject, listOf, refusedValue, type Sent } from './attributes.ts';
import { type AttributePath, type Condition, parsePath, sameValue } from './filter.ts';

type Kind = 'simple' | 'complex' | 'several';
type Verb = 'add' | 'replace' | 'remove';
type Attribute = { name: string; kind: Kind };

const ENTERPRISE = SCIM_SCHEMAS.enterprise;

/** By their name in lower case. Others are accepted and change nothing. */
const ATTRIBUTES: ReadonlyMap<string, Attribute> = new Map(
  (
    [
      ['simple', ['userName', 'externalId', 'displayName', 'title', 'preferredLanguage', 'active']],
      ['complex', ['name', ENTERPRISE]],
      ['several', ['emails', 'phoneNumbers', 'members']],
    ] as const
  ).flatMap(([kind, names]) => names.map((name) => [name.toLowerCase(), { name, kind }])),
);

/** The subordinate names in the spelling in which they are kept. */
const SUBS = ['formatted', 'familyName', 'givenName', 'middleName', 'department', 'employeeNumber'];

/** A resource of its own: the one that is given stays as it is. */
export function patched(resource: Sent, operations: readonly ScimOperation[]): Sent {
  const changed: Sent = structuredClone(resource);
  const steps = operations.flatMap(stepsOf);
  if (steps.length > SCIM_OPERATIONS_MAX) throw new AppError('payload_too_large');
  for (const step of steps) apply(changed, step);
  return changed;
}

type Step = { verb: Verb; path: AttributePath; value: unknown };

function stepsOf({ op, path, value }: ScimOperation): Step[] {
  const verb = op.trim().toLowerCase();
  if (verb !== 'add' && verb !== 'replace' && verb !== 'remove')
    throw refusedValue('a operação deve ser add, replace ou remove.');
  if (path) return [{ verb, path: parsePath(path), value }];
  if (verb === 'remove') throw new AppError('scim_target_missing');
  if (!isObject(value)) throw refusedValue('sem caminho, o valor deve ser um objeto.');
  return Object.entries(value).map(([name, one]) => ({ verb, path: parsePath(name), value: one }));
}

function apply(resource: Sent, step: Step): void {
  const known = ATTRIBUTES.get(step.path.attribute);
  if (!known) return;
  if (known.kind !== 'several' && step.path.where.length > 0) throw new AppError('scim_path_invalid');
  const next = APPLIED[known.kind](resource[known.name], step);
  if (next === undefined) delete resource[known.name];
  else resource[known.name] = next;
}

/** The attribute as it shall be; undefined where nothing is left of it. */
const APPLIED: Record<Kind, (present: unknown, step: Step) => unknown> = {
  simple: (_, { verb, value }) => (verb === 'remove' ? undefined : value),
  complex: (present, { verb, path, value }) => {
    const parts: Sent = isObject(present) ? present : {};
    if (path.sub !== null) return withSub(parts, path.sub, verb === 'remove' ? undefined : value);
    if (verb === 'remove') return undefined;
    if (!isObject(value)) throw refusedValue('o atributo deve ser um objeto.');
    const given = SUBS.map((name) => [name, fieldOf(value, name)]).filter(([, one]) => one !== undefined);
    return { ...parts, ...Object.fromEntries(given) };
  },
  several: (before, { verb, path, value }) => {
    const present = listOf(before).filter(isObject);
    const isMeant = (element: Sent) => path.where.every((condition) => fits(element, condition));
    if (path.where.length === 0 && path.sub === null) return wholeList(verb, present, value);
    if (verb === 'remove') return withoutPart(present, path.sub, isMeant);
    return withPart(present, { path, value, isMeant });
  },
};

function withSub(parts: Sent, sub: string, value: unknown): Sent {
  const name = SUBS.find((one) => one.toLowerCase() === sub);
  return name === undefined ? parts : { ...parts, [name]: value };
}

/** The elements of a value; texts are elements that have nothing but a value. */
const elementsOf = (value: unknown): Sent[] =>
  listOf(value).map((one) => (isObject(one) ? { ...one } : { value: one }));

function wholeList(verb: Verb, present: Sent[], value: unknown): Sent[] {
  const given = elementsOf(value);
  const named = new Set(given.map(keyOf));
  if (verb === 'replace') return given;
  const others = present.filter((element) => !named.has(keyOf(element)));
  if (verb === 'add') return [...others, ...given];
  return given.length === 0 ? [] : others;
}

const keyOf = (element: Sent) => String(fieldOf(element, 'value')).toLowerCase();

function withoutPart(present: Sent[], sub: string | null, isMeant: (element: Sent) => boolean): Sent[] {
  if (sub === null || sub === 'value') return present.filter((element) => !isMeant(element));
  return present.map((element) =>
    isMeant(element)
      ? Object.fromEntries(Object.entries(element).filter(([name]) => name.toLowerCase() !== sub))
      : element,
  );
}

type Part = { path: AttributePath; value: unknown; isMeant: (element: Sent) => boolean };

function withPart(present: Sent[], { path, value, isMeant }: Part): Sent[] {
  const part = path.sub === null ? (elementsOf(value)[0] ?? {}) : { [path.sub]: value };
  if (present.some(isMeant))
    return present.map((element) => (isMeant(element) ? { ...element, ...part } : element));
  const asked = Object.fromEntries(path.where.map((condition) => [condition.attribute, condition.value]));
  return [...present, { ...asked, ...part }];
}

const fits = (element: Sent, { attribute, value }: Condition) =>
  sameValue(fieldOf(element, attribute) ?? (typeof value === 'boolean' ? false : null), value);
