/** JSON schemas of the models' answers, for providers with structured output. */
import type { AnswerForm } from '../../../adapters/models/model.ts';
import type { Parameter } from '../values/match-values.ts';

/** Providers refuse more choices in one schema; values beyond it are compared with the list afterwards. */
const CHOICES_MAX = 500;

export const FIGURE_NAMES = [
  'contagem',
  'distintos',
  'soma',
  'media',
  'maior',
  'menor',
  'mais_recente',
  'mais_antiga',
] as const;

const text = { type: 'string' };
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
  let room = CHOICES_MAX - FIGURE_NAMES.length - columns.length;
  const filters = parameters.map(({ name, values }): [string, object] => {
    const fits = values.length <= room;
    if (fits) room -= values.length;
    return [name, list(fits ? { type: 'string', enum: values } : text)];
  });
  const figure = object({
    tipo: { type: 'string', enum: FIGURE_NAMES },
    coluna: { anyOf: [{ type: 'string', enum: columns.map(({ name }) => name) }, { type: 'null' }] },
  });
  return {
    name: 'perfil',
    schema: object({
      ...(filters.length ? { filters: object(Object.fromEntries(filters)) } : {}),
      consulta: text,
      calculos: list(figure),
      desconhecidos: list(text),
    }),
  };
}

export const relevantSchema: AnswerForm = {
  name: 'relevantes',
  schema: object({ relevant: list({ type: 'integer' }) }),
};
