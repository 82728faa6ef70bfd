/** The inputs that lists share. Pages above the largest size are cut to it. */
import { z } from 'zod';
import { PAGE_SIZE_MAX, PEOPLE_SEARCH_MAX, SEARCH_MAX } from './limits.ts';

/** A number that names something; written out where a path or a query has more than one. */
export const IdNumber = z.coerce.number().int().positive().max(2_147_483_647);
export const Id = z.object({ id: IdNumber });
/** Ids begin at 1. */
const NO_ID = 0;

/** An id outside of the path. A malformed one is answered like an unknown id, as it is in a path. */
export const NamedId = (sentence: string) =>
  z.preprocess(orNoId, z.number(sentence).int()) as unknown as z.ZodType<number, number>;

function orNoId(value: unknown): unknown {
  if (value === undefined || value === null) return value;
  const parsed = IdNumber.safeParse(value);
  return parsed.success ? parsed.data : NO_ID;
}

export const SessionId = z.object({ id: z.uuid() });

export const Limit = (size: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .default(size)
    .transform((limit) => Math.min(limit, PAGE_SIZE_MAX));

export const Skip = z.coerce.number().int().min(0).max(1_000_000_000).default(0);

const searchOf = (max: number, tooLong?: string) =>
  z
    .string()
    .max(max, tooLong)
    .optional()
    // The database cannot hold or compare NUL.
    .transform((term) => term?.replaceAll('\0', '').trim() || undefined);

/** Blank means no filter. */
export const Search = searchOf(SEARCH_MAX);

/** A part of a name or of an address, or many whole addresses. */
export const PeopleSearch = searchOf(
  PEOPLE_SEARCH_MAX,
  'A busca aceita até 6.000 caracteres. Cole menos e-mails por vez.',
);

/** A query key that may be repeated: `?tag_ids=1&tag_ids=2`. */
export const Ids = z.preprocess(
  (value) => (value === undefined ? [] : [value].flat()),
  z.array(z.coerce.number().int().positive().max(2_147_483_647)).max(100),
);

export const Flag = (fallback: boolean) =>
  z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(fallback);

/** ISO 8601 in UTC on the wire; handlers may return a Date. */
export const Time = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.iso.datetime(),
) as unknown as z.ZodType<string, string | Date>;

/** The years of days that people state: from the first law of the country on. */
export const FIRST_YEAR = 1822;
export const LAST_YEAR = 2199;

export const Day = z.iso
  .date('Informe uma data válida.')
  .refine(
    (day) => Number(day.slice(0, 4)) >= FIRST_YEAR && Number(day.slice(0, 4)) <= LAST_YEAR,
    'A data deve estar entre 1822 e 2199.',
  );
