import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Flag, IdNumber, Ids, Limit } from './paging.ts';
import { sayWrongInput } from './wrong-input.ts';

function said(schema: z.ZodType, value: unknown): string | undefined {
  return z.object({ campo: schema }).safeParse({ campo: value }, { error: sayWrongInput }).error?.issues[0]
    ?.message;
}

describe('a validation error names the field and explains the problem in plain words', () => {
  test('when a number, a text, a list or a yes-or-no was expected', () => {
    expect(said(Limit(20), 'abc')).toBe('O campo "campo" deve ser um número.');
    expect(said(IdNumber, 'abc')).toBe('O campo "campo" deve ser um número.');
    expect(said(z.number().int(), 1.5)).toBe('O campo "campo" deve ser um número inteiro.');
    expect(said(z.string(), 7)).toBe('O campo "campo" deve ser um texto.');
    expect(said(z.array(z.string()), 'a')).toBe('O campo "campo" deve ser uma lista.');
    expect(said(z.boolean(), 'sim')).toBe('O campo "campo" deve ser true ou false.');
    expect(said(Flag(false), 'talvez')).toBe('O campo "campo" deve ser true ou false.');
    expect(said(z.object({}), 7)).toBe('O campo "campo" deve ser um objeto com campos.');
  });

  test('when it is missing', () => {
    expect(said(z.string(), undefined)).toBe('Falta o campo "campo".');
    expect(said(z.enum(['a', 'b']), undefined)).toBe('Falta o campo "campo".');
    for (const nothing of [undefined, null])
      expect(z.object({}).safeParse(nothing, { error: sayWrongInput }).error?.issues[0]?.message).toBe(
        'Faltam os dados da requisição.',
      );
  });

  test('when it is too small or too large', () => {
    expect(said(IdNumber, '0')).toBe('O campo "campo" deve ser maior que 0.');
    expect(said(Limit(20), '0')).toBe('O campo "campo" deve ser no mínimo 1.');
    expect(said(z.number().max(2), 3)).toBe('O campo "campo" deve ser no máximo 2.');
    expect(said(z.number().lt(2), 3)).toBe('O campo "campo" deve ser menor que 2.');
    expect(said(z.string().min(1), '')).toBe('O campo "campo" não pode ficar vazio.');
    expect(said(z.string().min(8), 'a')).toBe('O campo "campo" deve ter no mínimo 8 caracteres.');
    expect(said(z.string().max(2), 'abc')).toBe('O campo "campo" deve ter no máximo 2 caracteres.');
    expect(said(z.array(z.string()).min(1), [])).toBe('O campo "campo" não pode ficar sem itens.');
    expect(said(z.array(z.string()).max(1), ['a', 'b'])).toBe('O campo "campo" deve ter no máximo 1 item.');
  });

  test('when it is another value, of another form, or in a list', () => {
    expect(said(z.enum(['a', 'b']), 'c')).toBe('O campo "campo" deve ser um destes valores: a, b.');
    expect(said(z.literal('a'), 'c')).toBe('O campo "campo" deve ser a.');
    expect(said(z.uuid(), 'c')).toBe('O campo "campo" deve ser um identificador válido.');
    expect(said(z.string().regex(/^x/), 'c')).toBe('O campo "campo" não está no formato esperado.');
    expect(said(z.number().multipleOf(5), 3)).toBe('O campo "campo" deve ser múltiplo de 5.');
    expect(said(z.union([z.string(), z.number()]), true)).toBe('O campo "campo" não é válido.');
    expect(said(z.strictObject({}), { a: 1, b: 2 })).toBe('Campos desconhecidos: a, b.');
    expect(said(Ids, ['1', 'x'])).toBe('O campo "campo.1" deve ser um número.');
  });

  test('but a schema’s own sentence goes before', () => {
    expect(said(z.string('Informe o preço.'), 7)).toBe('Informe o preço.');
  });
});
