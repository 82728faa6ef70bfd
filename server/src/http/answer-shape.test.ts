import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Time } from '#contract/paging.ts';
import { shapeOf, Unfit } from './answer-shape.ts';

const Person = z.object({
  id: z.int(),
  name: z.string(),
  role: z.enum(['user', 'admin']),
  active: z.boolean(),
  group: z.object({ id: z.int() }).nullable(),
  code: z.string().max(3).optional(),
  day: z.iso.date(),
  links: z.record(z.string(), z.object({ to: z.string() })),
  size: z.union([z.number(), z.literal('all')]),
  seen_at: Time.nullable(),
  tags: z.array(z.object({ name: z.string() })),
});
const Answer = z.object({ success: z.literal(true), data: z.array(Person) });

const person = {
  id: 7,
  name: 'Ana',
  role: 'user',
  active: true,
  group: { id: 2 },
  day: '2026-11-22',
  links: { a: { to: 'b' } },
  size: 1.5,
  seen_at: new Date('2026-11-22T05:00:00.007Z'),
  tags: [{ name: 'compras' }],
};
const answering = (change: Record<string, unknown>) => ({ success: true, data: [{ ...person, ...change }] });

describe('what goes into an answer', () => {
  test('is what its schema makes of it: no other field, however deep, and times as text', () => {
    const secret = { password_hash: 'never' };
    const value = {
      ...secret,
      ...answering({
        ...secret,
        code: 'abc',
        group: { id: 2, ...secret },
        tags: [{ name: 'compras', ...secret }],
        links: { a: { to: 'b', ...secret } },
      }),
    };
    const shaped = shapeOf(Answer)(value);
    expect(shaped).toEqual(Answer.parse(value));
    expect(JSON.stringify(shaped)).toBe(JSON.stringify(Answer.parse(value)));
    expect(JSON.stringify(shaped)).not.toContain('never');
    expect(shapeOf(Answer)(answering({ group: null, seen_at: null, size: 'all' }))).toEqual(
      Answer.parse(answering({ group: null, seen_at: null, size: 'all' })),
    );
  });

  test.each([
    ['id', 1.5],
    ['id', '1'],
    ['id', Number.NaN],
    ['name', null],
    ['role', 'superadmin'],
    ['active', 1],
    ['active', undefined],
    ['group', { id: null }],
    ['group', undefined],
    ['code', 'abcd'],
    ['code', null],
    ['day', '22/11/2026'],
    ['links', { a: {} }],
    ['size', 'some'],
    ['seen_at', new Date('+012026-11-22T05:00:00Z')],
    ['seen_at', '22/11/2026'],
    ['tags', { length: 0 }],
    ['tags', [null]],
  ])('with a wrong %s is left to the schema, which refuses it', (field, wrong) => {
    expect(shapeOf(Answer)(answering({ [field]: wrong }))).toBe(Unfit);
    expect(Answer.safeParse(answering({ [field]: wrong })).success).toBe(false);
  });

  test('is left to the schema where that speaks of fields that it does not name', () => {
    expect(shapeOf(z.looseObject({ id: z.number() }))({ id: 1, more: 2 })).toBe(Unfit);
    expect(shapeOf(z.strictObject({ id: z.number() }))({ id: 1 })).toBe(Unfit);
  });

  test('is changed where the schema changes it, and judged as a whole where the schema does', () => {
    const schema = z.object({
      n: z.coerce.number(),
      word: z.string().toUpperCase(),
      many: z.string().default('x'),
    });
    expect(shapeOf(schema)({ n: '4', word: 'sim' })).toEqual({ n: 4, word: 'SIM', many: 'x' });
    const even = z.object({ n: z.number() }).refine(({ n }) => n % 2 === 0);
    expect(shapeOf(even)({ n: 2 })).toEqual({ n: 2 });
    expect(shapeOf(even)({ n: 3 })).toBe(Unfit);
  });
});
