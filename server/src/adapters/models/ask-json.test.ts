/** A short step of one JSON object, over every provider's own way to hold its model to a schema. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openProviderCalls, type ProviderCalls, WAYS, type Way } from '../../../test/providers/calls.ts';
import { scripted } from '../../../test/providers/scripted-model.ts';
import { askJson, type JsonAsked, type JsonCall } from './ask-json.ts';
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
  onCall: () => {},
  signal: new AbortController().signal,
});

const only = (model: Model) => [{ id: 'gpt-5', model }];

/** Anthropic's models are sent a schema only where the catalogue says that they take one. */
const modelOf = (way: Way) => calls.modelOf(way, {}, { structured_output: true });

describe.each(WAYS)('$way', (way) => {
  test('is asked with the schema, its values in it', async () => {
    calls.plan(way, '');
    calls.stub.say(['{"municipio":', '["Recife"]}']);
    const value = await askJson(only(modelOf(way)), asked());
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
    expect(await askJson(only(model), asked())).toEqual({ municipio: ['Olinda'] });
    const known = calls.stub.calls.length;
    expect(await askJson(only(model), asked())).toEqual({ municipio: ['Olinda'] });
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
  expect(await askJson(only(model.model), asked())).toEqual({ municipio: [] });
  expect(model.calls.map(({ form }) => form?.name)).toEqual(['perfil', 'perfil']);
});

test('one that answers a schema with chatter is asked in words', async () => {
  const model = scripted(['Claro! Aqui está.'], ['{"municipio":[]}'], ['{"municipio":[]}']);
  await askJson(only(model.model), asked());
  await askJson(only(model.model), asked());
  expect(model.calls.map(({ form }) => form?.name)).toEqual(['perfil', undefined, undefined]);
});

test('a model that hangs is not asked again: the time is for both tries', async () => {
  const signals: AbortSignal[] = [];
  const hanging: Model = ({ signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  };
  const value = await askJson(only(hanging), { ...asked(), timeout_ms: 20 });
  expect(value).toBeNull();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

describe('a chain', () => {
  const called = () => {
    const calls: [string, boolean][] = [];
    return { calls, onCall: ({ id, is_failed }: JsonCall) => void calls.push([id, is_failed]) };
  };

  test('leaves half of the time to the models after one that says nothing', async () => {
    const [way] = WAYS;
    if (!way) throw new Error('no way to ask');
    calls.plan(way, 'slowhead');
    const next = scripted(['{"municipio":["Recife"]}']);
    const seen = called();
    const chain = [
      { id: 'silent', model: modelOf(way) },
      { id: 'next', model: next.model },
    ];
    const began = performance.now();
    expect(await askJson(chain, { ...asked(), onCall: seen.onCall, timeout_ms: 1_000 })).toEqual({
      municipio: ['Recife'],
    });
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(seen.calls).toEqual([
      ['silent', true],
      ['next', false],
    ]);
    expect([next.calls[0]?.has_reserve, next.calls[0]?.first_token_ms]).toEqual([undefined, undefined]);
  });

  test('ends with its time, however many models there are', async () => {
    const hanging: Model = () => new Promise(() => {});
    const last = scripted(['{}']);
    const seen = called();
    const chain = [
      { id: 'hanging', model: hanging },
      { id: 'last', model: last.model },
    ];
    expect(await askJson(chain, { ...asked(), onCall: seen.onCall, timeout_ms: 20 })).toBeNull();
    expect([seen.calls, last.calls]).toEqual([[['hanging', true]], []]);
  });

  test('is not gone on with where a model refuses the content, or answers without an object', async () => {
    for (const script of [[{ failed: 'model_failed', cause: { status: 400 } } as const], ['Não sei.']]) {
      const last = scripted(['{}']);
      const chain = [
        { id: 'first', model: scripted(script).model },
        { id: 'last', model: last.model },
      ];
      expect(await askJson(chain, asked())).toBeNull();
      expect(last.calls).toEqual([]);
    }
  });
});
