/**
 * Examples for every call of the contract, made from its schemas and the words of api-words.ts, so that none is
 * forgotten and none can stop being right: the test beside this file has each of them accepted by its schema.
 */
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { byCall } from './api-call-examples.ts';
import { words } from './api-words.ts';

/** Where a plain 1 would mislead, or not fit. */
const numbers: Record<string, number> = {
  limit: 20,
  skip: 0,
  'TablePlan.skip': 1,
  offset: 0,
  temperature: 0.5,
  token_cap: 50_000,
  token_used: 1_284,
  token_limit: 100_000,
  expires_in: 900,
  'choices.index': 0,
  queued: 5,
  old_documents: 5,
  passages_to_embed: 2_300,
  reader_version: 2,
  'step.done': 120,
  'step.of': 653,
  'notes.count': 8,
  created: 1_796_169_600,
  max_tokens: 1_024,
  max_completion_tokens: 1_024,
};

const flags: Record<string, boolean> = {
  cancel_at_period_end: false,
  is_default: false,
  is_expired: false,
  is_test: false,
  local: false,
  must_change_password: false,
  pinned: false,
  by_system: false,
  can_reread: false,
};

/** Optional fields that most replies leave out. */
const leftOut = new Set([
  'error',
  'ProsaExtra.partial',
  'snapshot',
  'User.deletion_due',
  'ChatRecord.seq',
  'Source.row',
  'Source.weak',
  'Source.data_source_id',
  'AnswerEvent.snapshot',
  'body.adjust',
]);

type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
};

/** Examples of request and reply; undefined where a call has none. */
type Examples = {
  params: Record<string, unknown> | undefined;
  query: Record<string, unknown> | undefined;
  body: unknown;
  /** One item for a list, one event for a stream. */
  answer: unknown;
};

export function examplesOf(endpoint: Endpoint): Examples {
  const input = endpoint.body ?? endpoint.form ?? endpoint.file;
  const output = endpoint.bare ?? endpoint.list ?? endpoint.reply;
  const written = byCall[`${endpoint.method} ${endpoint.path}`] ?? {};
  return {
    params: endpoint.params && (exampleOf(endpoint.params, 'params') as Record<string, unknown>),
    query: endpoint.query && (exampleOf(endpoint.query, 'query') as Record<string, unknown>),
    body: written.body ?? (input && exampleOf(input, 'body')),
    answer: written.answer ?? (output && exampleOf(output, 'answer')),
  };
}

export const exampleOf = (schema: z.ZodType, name: string): unknown => {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const holder = schema.meta()?.id ?? name;
  return valueFor(root, { name, path: name, holder, defs: $defs, within: [] });
};

type Place = {
  name: string;
  /** The field's path: its name behind that of its schema or parent field. */
  path: string;
  /** The prefix of an object's fields. */
  holder: string;
  defs: Record<string, Schema>;
  /** Enclosing named schemas, so that a recursive one is expanded once. */
  within: string[];
};

function valueFor(schema: Schema, place: Place): unknown {
  if (schema.$ref) return referredFor(schema.$ref, place);
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  if (choice) return valueFor(choice, place);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => valueFor(part, place)));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return choiceFor(schema.enum, place);
  const byType = schema.type === undefined ? undefined : BY_TYPE[schema.type];
  if (byType) return byType(schema, place);
  // Anything is allowed.
  return words[place.path] ?? words[place.name] ?? numbers[place.name] ?? null;
}

function referredFor($ref: string, place: Place): unknown {
  const named = $ref.replace('#/$defs/', '');
  if (place.within.includes(named)) return undefined;
  return valueFor(place.defs[named] ?? {}, { ...place, holder: named, within: [...place.within, named] });
}

const choiceFor = (allowed: unknown[], { path, name }: Place): unknown =>
  [words[path], words[name]].find((word) => allowed.includes(word)) ?? allowed[0];

function listFor({ prefixItems, items, minItems = 1 }: Schema, place: Place): unknown[] {
  if (prefixItems) return prefixItems.map((item) => valueFor(item, place));
  const item = valueFor(items ?? { type: 'object' }, place);
  return item === undefined ? [] : Array.from({ length: Math.max(1, minItems) }, () => item);
}

function objectFor(schema: Schema, place: Place): object {
  const { properties = {}, required, additionalProperties, propertyNames } = schema;
  const known = Object.entries(properties).map(([name, inner]) => {
    const path = `${place.holder}.${name}`;
    if (leftOut.has(path) || leftOut.has(name))
      return [name, required?.includes(name) ? null : undefined] as const;
    return [name, valueFor(inner, { ...place, name, path, holder: name })] as const;
  });
  if (!known.length && typeof additionalProperties === 'object')
    return {
      [firstText(propertyNames?.enum) ?? 'municipio']: valueFor(additionalProperties, {
        ...place,
        name: 'values',
        path: 'values',
      }),
    };
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}

function numberFor({ minimum, exclusiveMinimum }: Schema, { name, path }: Place): number {
  return numbers[path] ?? numbers[name] ?? Math.max(1, minimum ?? 1, (exclusiveMinimum ?? 0) + 1);
}

const BY_TYPE: Record<string, (schema: Schema, place: Place) => unknown> = {
  object: objectFor,
  array: listFor,
  integer: numberFor,
  number: numberFor,
  boolean: (schema, { path, name }) => flags[path] ?? flags[name] ?? schema.default ?? true,
  null: () => null,
  string: textFor,
};

const FORMATS: Record<string, string> = {
  email: 'ana@exemplo.com.br',
  uuid: '3f0d9c1e-6a55-4f0e-9d5c-2f7f2a1f7b10',
  'date-time': '2026-12-01T12:00:00.000Z',
  date: '2026-12-01',
  uri: 'https://prosa.exemplo.com.br',
};

/** Throws for a field without a handwritten example. */
function textFor({ format }: Schema, { name, path }: Place): string {
  const word = words[path] ?? (format && FORMATS[format]) ?? words[name];
  if (word === undefined) throw new Error(`no example for the field ${path}: add it to api-words.ts`);
  return word;
}

const firstText = (list: unknown[] | undefined): string | undefined =>
  list?.find((item) => typeof item === 'string');
