/** What models are asked to answer, as JSON schemas: where a provider can hold its model to one, nothing else comes. */
import type { ContentColumn } from '../../../adapters/content/columns.ts';
import type { AnswerForm } from '../../../adapters/models/model.ts';
import type { Parameter } from '../values/match-values.ts';

/** More choices in one schema are refused by providers; what is left open is compared with the list afterwards. */
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
/** Everything is required: a schema that leaves something out is not taken as strict. */
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** `parameters` with the values that are offered. */
export function planSchema(parameters: Parameter[], columns: ContentColumn[]): AnswerForm {
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
