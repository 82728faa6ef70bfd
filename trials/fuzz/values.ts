/** Values for a schema of the contract: right ones, right ones at the edge, and ones with some places spoilt. */
import type { Schema } from '../../tests/odd-values.ts';
import type { Chance } from '../support/seeded-random.ts';
import { ODD_TEXTS, odd, UNSTORABLE } from './malformed-requests.ts';

/** Values for a named field beyond its schema: ids of existing objects, words that mean something. */
export type Known = Record<string, (chance: Chance) => unknown>;

/** `more`: in so many of a hundred cases what may be left out is there. */
export function rightValue(
  schema: Schema,
  chance: Chance,
  known: Known,
  name = '',
  more = chance.pick([0, 50, 90]),
): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return rightValue(chance.pick(choices), chance, known, name, more);
  if ('const' in schema) return schema.const;
  if (schema.enum && !known[name]) return chance.pick(schema.enum);
  const meant = known[name];
  if (meant && schema.type !== 'array' && schema.type !== 'object' && schema.type !== 'null')
    return meant(chance);
  const type = Array.isArray(schema.type) ? chance.pick(schema.type as string[]) : schema.type;
  if (type === 'object') return rightObject(schema, chance, known, name, more);
  if (type === 'array') return rightArray(schema, chance, known, name, more);
  if (type === 'integer' || type === 'number') return rightNumber(schema, chance, type === 'integer');
  if (type === 'boolean') return chance.percent(50);
  if (type === 'null') return null;
  return rightText(schema, chance);
}

function rightObject(schema: Schema, chance: Chance, known: Known, name: string, more: number): unknown {
  const { required = [] } = schema as { required?: string[] };
  const object: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(schema.properties ?? {}))
    if (required.includes(key) || chance.percent(more))
      object[key] = rightValue(inner, chance, known, key, more);
  if (typeof schema.additionalProperties === 'object')
    for (let extra = chance.percent(more) ? chance.below(4) : 0; extra > 0; extra -= 1)
      object[chance.pick(['uf', 'situação', 'a', '__proto__x', 'município', 'toString'])] = rightValue(
        schema.additionalProperties,
        chance,
        known,
        name,
        more,
      );
  return object;
}

function rightArray(schema: Schema, chance: Chance, known: Known, name: string, more: number): unknown {
  const { maxItems = 5 } = schema as { maxItems?: number };
  const length = Math.min(maxItems, Math.max(schema.minItems ?? 0, chance.below(4)));
  return Array.from({ length }, () => rightValue(schema.items ?? {}, chance, known, name, more));
}

function rightNumber(schema: Schema, chance: Chance, whole: boolean): number {
  const { maximum = 1_000 } = schema as { maximum?: number };
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1);
  if (chance.percent(15)) return chance.pick([least, maximum]);
  const value = least + chance.below(Math.min(20, maximum - least + 1));
  return whole || chance.percent(50) ? value : Math.min(maximum, value + 0.25);
}

const WORDS = ['senha', 'licitação', 'Ana', 'É', 'prazo', '日本', '🙂', 'o', "d'água", '50%', 'a_b', '\\'];

function rightText(schema: Schema, chance: Chance): string {
  const { format, minLength = 0, maxLength = 10_000 } = schema as { maxLength?: number } & Schema;
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (format === 'date-time') return chance.pick(['2026-11-21T12:00:00.000Z', '0001-01-01T00:00:00Z']);
  if (chance.percent(10)) return chance.pick(['x', 'é', '🙂', ' a']).repeat(maxLength).slice(0, maxLength);
  const words = Array.from({ length: 1 + chance.below(6) }, () => chance.pick(WORDS)).join(' ');
  return (chance.percent(8) ? chance.pick(ODD_TEXTS) : words).slice(0, maxLength).padEnd(minLength, 'x');
}

type Place = (string | number)[];

/** The value with one of its places, or three, replaced by something odd, taken away, doubled, or with more beside them. */
export function spoiltValue(value: unknown, chance: Chance): unknown {
  let spoilt = value;
  // One fault alone gets further than three.
  for (let times = chance.percent(75) ? 1 : 3; times > 0; times -= 1) {
    const place = chance.pick(placesIn(spoilt));
    spoilt = replaced(spoilt, place, (was) => oddFor(was, chance));
  }
  return spoilt;
}

function oddFor(was: unknown, chance: Chance): unknown {
  if (typeof was === 'string' && chance.percent(50))
    return was + chance.pick(chance.percent(50) ? UNSTORABLE : ODD_TEXTS);
  const kind = chance.below(10);
  if (kind === 0) return [was];
  if (kind === 1) return { ...(was as object), ...(odd(chance) as object) };
  if (kind === 2) return JSON.stringify(was) ?? 'undefined';
  if (kind === 3) return typeof was === 'number' ? -was : undefined;
  return odd(chance);
}

function placesIn(value: unknown, path: Place = []): Place[] {
  if (value === null || typeof value !== 'object') return [path];
  const inner = Object.entries(value)
    .slice(0, 50)
    .flatMap(([key, part]) => placesIn(part, [...path, Array.isArray(value) ? Number(key) : key]));
  return [path, ...inner].slice(0, 500);
}

function replaced(value: unknown, [first, ...rest]: Place, change: (was: unknown) => unknown): unknown {
  if (first === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[first] = replaced(copy[first], rest, change);
  return copy;
}
