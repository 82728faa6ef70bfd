/** JSON schemas of the models' answers, for providers with structured output. */
import { BUCKETS, Having, MEASURE_FUNCTIONS, OPERATORS, Order } from '#contract/table-plan.ts';
import type { AnswerForm } from '../../../adapters/models/model.ts';
import type { Parameter } from '../values/match-values.ts';

/** Providers refuse more choices in one schema; values beyond it are compared with the list afterwards. */
const CHOICES_MAX = 500;
/** The names of operators, functions, buckets and orders. */
const CLOSED_SETS = OPERATORS.length + MEASURE_FUNCTIONS.length + BUCKETS.length + 10;

const text = { type: 'string' };
const oneOf = (names: readonly string[]) => ({ type: 'string', enum: names });
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

const list = (items: object) => ({ type: 'array', items });
/** All properties are required: strict schemas allow no optional ones. */
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** `parameters` with the values that are offered. */
export function planSchema(parameters: Parameter[], columns: { name: string }[]): AnswerForm {
  // Each list of the columns counts.
  let room = CHOICES_MAX - CLOSED_SETS - 4 * columns.length;
  const filters = parameters.map(({ name, values }): [string, object] => {
    const fits = values.length <= room;
    if (fits) room -= values.length;
    return [name, list(fits ? { type: 'string', enum: values } : text)];
  });
  const column = { type: 'string', enum: columns.map(({ name }) => name) };
  const number = { type: 'integer' };
  return {
    name: 'perfil',
    schema: object({
      ...(filters.length ? { filters: object(Object.fromEntries(filters)) } : {}),
      conditions: list(object({ column, op: oneOf(OPERATORS), values: list(text) })),
      measures: list(object({ fn: oneOf(MEASURE_FUNCTIONS), column: orNull(column) })),
      group_by: list(object({ column, bucket: orNull(oneOf(BUCKETS)) })),
      order: list(
        object({
          by: oneOf(Order.shape.by.options),
          index: number,
          column: orNull(column),
          direction: oneOf(Order.shape.direction.options),
        }),
      ),
      limit: orNull(number),
      share: { type: 'boolean' },
      having: list(object({ measure: number, op: oneOf(Having.shape.op.options), value: text })),
      rows: { type: 'boolean' },
      consulta: text,
      desconhecidos: list(text),
    }),
  };
}

export const relevantSchema: AnswerForm = {
  name: 'relevantes',
  schema: object({ relevant: list({ type: 'integer' }) }),
};
