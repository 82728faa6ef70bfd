/** Answers pass through their schema as inputs do: a handler may return a Date where the wire carries its text. */
import type { FastifyServerOptions } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { ResponseSerializationError, validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { type Shape, shapeOf, Unfit } from './answer-shape.ts';

const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema, method, url }) => {
  // Made with the first answer: most calls of a process are never made.
  let shape: Shape | undefined;
  return (data) => {
    shape ??= shapeOf(schema);
    const shaped = shape(data);
    if (shaped !== Unfit) return JSON.stringify(shaped);
    const answer = schema.safeParse(data);
    if (!answer.success) throw new ResponseSerializationError(method, url, { cause: answer.error });
    return JSON.stringify(answer.data);
  };
};

type Compilers = NonNullable<FastifyServerOptions['schemaController']>['compilersFactory'];

/** Fastify's types know of its own kind of schema alone. */
export const zodCompilers = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
} as unknown as Compilers;
