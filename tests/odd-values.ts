/** Values that fit a schema, and the same with one place of them spoilt. The same ones in every run. */
import { z } from 'zod';
import { isWhole } from './support/rounds.ts';

export type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  items?: Schema;
  minItems?: number;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: Schema | boolean;
  pattern?: string;
};

/** With everything that it names put in its place. */
export function schemaOf(schema: z.ZodType): Schema {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return resolved(root, $defs) as Schema;
}

function resolved(part: unknown, defs: Record<string, Schema>): unknown {
  if (part === null || typeof part !== 'object') return part;
  if (Array.isArray(part)) return part.map((inner) => resolved(inner, defs));
  const { $ref, ...own } = part as Schema;
  const named = $ref === undefined ? {} : defs[$ref.replace('#/$defs/', '')];
  return Object.fromEntries(
    Object.entries({ ...named, ...own }).map(([key, inner]) => [key, resolved(inner, defs)]),
  );
}

/** Values that a schema does not describe. */
const KNOWN: Record<string, unknown> = {
  model: 'gpt-5',
  models: ['gpt-5', 'gpt-4o'],
  fallback_models: ['gpt-4o'],
  phone: '11987654321',
  number: '3210',
  provisions: ['art:1'],
  base_url: 'http://127.0.0.1:9/v1',
};

/** One value that fits, as far as the schema tells. */
export function valuesFor(schema: Schema): unknown {
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return valuesFor(choice);
  if (Array.isArray(schema.type)) return valuesFor({ ...schema, type: schema.type[0] });
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, KNOWN[key] ?? valuesFor(inner)]),
    );
  if (schema.type === 'array')
    return schema.items
      ? Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => valuesFor(schema.items ?? {}))
      : [];
  if (schema.type === 'number' || schema.type === 'integer') return numberFor(schema);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'null') return null;
  return textFor(schema);
}

const numberFor = ({ minimum, exclusiveMinimum }: Schema) =>
  Math.max(1, minimum ?? 1, (exclusiveMinimum ?? 0) + 1);

/** SHA-256 in base64url. */
const DIGEST = 'a'.repeat(43);

function textFor({ format, pattern, minLength = 0 }: Schema): string {
  if (format === 'email') return 'alguem@exemplo.com.br';
  if (format === 'date-time') return '2030-01-01T00:00:00.000Z';
  if (format === 'date') return '2030-01-01';
  if (format === 'uri') return 'https://www.exemplo.com.br/avisos';
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  // A key has no blank.
  if (pattern && !new RegExp(pattern).test('a b') && new RegExp(pattern).test('texto')) return 'texto';
  if (pattern && new RegExp(pattern).test(DIGEST)) return DIGEST;
  return 'texto comprido'.padEnd(minLength, 'x');
}

/** Values that a database cannot hold: one of them is tried in every place, in turns, and all in the whole search. */
const UNSTORABLE = ['\0', 'a\0b', '\ud800'];

const ODD: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2_147_483_648,
  9_007_199_254_740_992,
  '',
  ' ',
  '🙂\u202e\ufeff',
  "'; drop table users; --",
  '%_\\',
  '{{7*7}}<script>alert(1)</script>',
  'x'.repeat(30_000),
  [],
  [[]],
  {},
  { constructor: { prototype: 1 } },
  [null],
  Array.from({ length: 2_000 }, () => 1),
  undefined,
];

/** The value as it is, then with each place of it replaced by something odd or taken away; about so many at most. */
export function* spoilt(value: unknown, most: number): Generator<unknown> {
  yield value;
  const places = placesIn(value);
  for (const [at, place] of places.entries())
    for (const [turn, odd] of UNSTORABLE.entries())
      if (isWhole || turn === at % UNSTORABLE.length) yield replaced(value, place, odd);
  if (places.length * ODD.length <= most) {
    for (const place of places) for (const odd of ODD) yield replaced(value, place, odd);
    return;
  }
  // Spread over all places when there are too many, and over all odd values: five goes through all twenty-two of them.
  for (let at = 0; at < most; at += 1) {
    const place = places[Math.floor((at * places.length) / most)] ?? [];
    yield replaced(value, place, ODD[(at * 5 + places.length) % ODD.length]);
  }
}

type Place = (string | number)[];

function placesIn(value: unknown, path: Place = []): Place[] {
  if (value === null || typeof value !== 'object') return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) =>
      placesIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

function replaced(value: unknown, [first, ...rest]: Place, odd: unknown): unknown {
  if (first === undefined) return odd;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[first] = replaced(copy[first], rest, odd);
  return copy;
}
