/**
 * Filters a reply by its schema: only named fields go out. The schema is compiled once into a fast path; a value that
 * does not fit it is parsed by the schema itself.
 */
import { z } from 'zod';
import { Time } from '#contract/paging.ts';

/** Returns `Unfit` for a value that the schema has to look at. */
export type Shape = (value: unknown) => unknown;

export const Unfit = Symbol('unfit');

/** Returns the value as JSON has to carry it, or `Unfit`. */
export function shapeOf(schema: z.ZodType): Shape {
  if (schema === Time) return timeAsText;
  if (isInteger(schema)) return (value) => (Number.isSafeInteger(value) ? value : Unfit);
  if (isParticular(schema)) return parsed(schema);
  if (schema instanceof z.ZodObject) return objectOf(schema);
  if (schema instanceof z.ZodArray) return arrayOf(shapeOf(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return orElse(null, shapeOf(schema.unwrap() as z.ZodType));
  if (schema instanceof z.ZodOptional) return orElse(undefined, shapeOf(schema.unwrap() as z.ZodType));
  if (schema instanceof z.ZodString) return (value) => (typeof value === 'string' ? value : Unfit);
  if (schema instanceof z.ZodBoolean) return (value) => (typeof value === 'boolean' ? value : Unfit);
  if (schema instanceof z.ZodLiteral || schema instanceof z.ZodEnum) return oneOf(schema._zod.values);
  return parsed(schema);
}

/** In the order of the schema. */
function objectOf({ _zod: { def } }: z.ZodObject): Shape {
  // The schema constrains fields that it does not name.
  if (def.catchall) return () => Unfit;
  const fields = Object.entries(def.shape).map(([name, schema]) => ({
    name,
    shape: shapeOf(schema as z.ZodType),
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null) return Unfit;
    const shaped: Record<string, unknown> = {};
    for (const { name, shape } of fields) {
      const field = shape((value as Record<string, unknown>)[name]);
      if (field === Unfit) return Unfit;
      if (field !== undefined) shaped[name] = field;
    }
    return shaped;
  };
}

function arrayOf(shape: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return Unfit;
    const shaped: unknown[] = [];
    for (const item of value) {
      const fitting = shape(item);
      if (fitting === Unfit) return Unfit;
      shaped.push(fitting);
    }
    return shaped;
  };
}

const orElse =
  (nothing: null | undefined, shape: Shape): Shape =>
  (value) =>
    value === nothing ? nothing : shape(value);

const oneOf =
  (values: ReadonlySet<unknown>): Shape =>
  (value) =>
    values.has(value) ? value : Unfit;

/** Formatted strings, unions and records are rare in replies and left to the schema. */
const parsed =
  (schema: z.ZodType): Shape =>
  (value) => {
    const result = schema.safeParse(value);
    return result.success ? result.data : Unfit;
  };

/** The schema refines or transforms the value. */
function isParticular({ _zod: { def } }: z.ZodType): boolean {
  return !!def.checks?.length || 'format' in def || 'coerce' in def;
}

/** `z.int()` and nothing more. */
function isInteger({ _zod: { def } }: z.ZodType): boolean {
  return 'format' in def && def.format === 'safeint' && !def.checks?.length && !('coerce' in def);
}

/** A handler may return a Date where the wire carries its text. Left to JSON, it takes three times as long over all. */
function timeAsText(value: unknown): unknown {
  if (typeof value === 'string') return AS_TEXT.test(value) ? value : Unfit;
  return value instanceof Date && value.getTime() >= 0 && value.getTime() <= LAST_MS
    ? value.toISOString()
    : Unfit;
}

const AS_TEXT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** The end of the year 9999, after which the text has another form. */
const LAST_MS = 253_402_300_799_999;
