/** A short step of one JSON object, over every provider's own way to hold its model to a schema. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openProviderCalls, type ProviderCalls, WAYS, type Way } from '../../../test/providers/calls.ts';
import { scripted } from '../../../test/providers/scripted-model.ts';
import { askJson, type JsonAsked } from './ask-json.ts';
import type { Model } from './model.ts';

let calls: ProviderCalls;
beforeAll(async () => {
  calls = await openProviderCalls();
});
afterAll(() => calls.stub.close());
afterEach(() => calls.reset());

const asked = (): JsonAsked => ({
  instructions: 'Responda apenas com um objeto JSON.',
  question: 'merenda no Recife',
  form: {
    name: 'perfil',
    schema: {
      type: 'object',
      properties: { municipio: { type: 'array', items: { type: 'string', enum: ['Recife', 'Olinda'] } } },
      required: ['municipio'],
      additionalProperties: false,
    },
  },
  max_tokens: 200,
  signal: new AbortController().signal,
});

/** Anthropic's models are sent a schema only where the catalogue says that they take one. */
const modelOf = (way: Way) => calls.modelOf(way, {}, { structured_output: true });

describe.each(WAYS)('$way', (way) => {
  test('is asked with the schema, its values in it', async () => {
    calls.plan(way, '');
    calls.stub.say(['{"municipio":', '["Recife"]}']);
    const { value } = await askJson(modelOf(way), asked());
    expect(value).toEqual({ municipio: ['Recife'] });
    const sent = JSON.stringify(calls.stub.calls.at(-1)?.body);
    expect(sent).toContain('"enum":["Recife","Olinda"]');
    expect(sent).toContain(FIELD[way.way]);
  });

  test('is asked again in words where the schema is refused, and from then on in words alone', async () => {
    const model = modelOf(way);
    calls.stub.say(['{"municipio":["Olinda"]}']);
    calls.stub.always(way.always);
    calls.stub.next(...(way.always ? [way.always] : []), '400');
    expect((await askJson(model, asked())).value).toEqual({ municipio: ['Olinda'] });
    const known = calls.stub.calls.length;
    expect((await askJson(model, asked())).value).toEqual({ municipio: ['Olinda'] });
    const later = calls.stub.calls.slice(known);
    expect(later).toHaveLength(1);
    expect(JSON.stringify(later[0]?.body)).not.toContain('"enum"');
  });
});

const FIELD: Record<Way['way'], string> = {
  'openai responses': '"type":"json_schema"',
  'openai chat': '"response_format":{"type":"json_schema"',
  anthropic: '"output_config":{"format":{"type":"json_schema"',
  google: '"responseMimeType":"application/json"',
  compatible: '"response_format":{"type":"json_schema"',
};

test('a model that is busy is asked again with its schema', async () => {
  const model = scripted([{ failed: 'model_busy' }], ['{"municipio":[]}']);
  expect((await askJson(model.model, asked())).value).toEqual({ municipio: [] });
  expect(model.calls.map(({ form }) => form?.name)).toEqual(['perfil', 'perfil']);
});

test('one that answers a schema with chatter is asked in words', async () => {
  const model = scripted(['Claro! Aqui está.'], ['{"municipio":[]}'], ['{"municipio":[]}']);
  await askJson(model.model, asked());
  await askJson(model.model, asked());
  expect(model.calls.map(({ form }) => form?.name)).toEqual(['perfil', undefined, undefined]);
});

test('a model that hangs is not asked again: the time is for both tries', async () => {
  const signals: AbortSignal[] = [];
  const hanging: Model = ({ signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  };
  const { value } = await askJson(hanging, { ...asked(), timeout_ms: 20 });
  expect(value).toBeNull();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
