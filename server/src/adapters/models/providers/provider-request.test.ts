/** The bytes that each kind of provider is sent, and what becomes of a parameter that a model refuses. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogueModel, modelCatalogue } from '#contract/model-catalogue.ts';
import {
  callWith,
  ENTRY,
  openProviderCalls,
  type ProviderCalls,
  read,
  WAYS,
} from '../../../../test/providers/calls.ts';
import { STUB_TEXT } from '../../../../test/providers/provider-stub.ts';
import { askJson } from '../ask-json.ts';
import type { AnswerForm } from '../model.ts';
import { buildProviderRequest } from './provider-request.ts';

let calls: ProviderCalls;
beforeAll(async () => {
  calls = await openProviderCalls();
});
afterAll(() => calls.stub.close());
afterEach(() => calls.reset());

const form: AnswerForm = {
  name: 'relevantes',
  schema: {
    type: 'object',
    properties: { relevant: { type: 'array', items: { type: 'integer' } } },
    required: ['relevant'],
    additionalProperties: false,
  },
};

const entryOf = (id: string) => modelCatalogue.find((entry) => entry.id === id) as CatalogueModel;

function bodyOf(entry: CatalogueModel, wire: Parameters<typeof buildProviderRequest>[1], own = {}) {
  const upstream = { entry, base_url: 'http://provedor/v1', api_key: 'k' };
  return JSON.parse(buildProviderRequest(upstream, wire, callWith(own)).body);
}

describe('R-MDL-15 the effort is sent as the catalogue says', () => {
  test('to OpenAI without a summary and without a larger limit', () => {
    const body = bodyOf(entryOf('gpt-6.1-terra'), 'responses', { max_tokens: 500 });
    expect(body).toMatchObject({ reasoning: { effort: 'low' }, max_output_tokens: 500, store: false });
    expect(JSON.stringify(body)).not.toMatch(/summary|include|temperature/);
    expect(bodyOf(entryOf('gpt-6.1-terra'), 'chat')).toMatchObject({
      reasoning_effort: 'low',
      max_completion_tokens: 100,
    });
  });

  test('to Anthropic as an effort, or as thinking switched off', () => {
    const body = bodyOf(entryOf('claude-sonnet-5-5'), 'messages', { max_tokens: 500 });
    expect(body).toMatchObject({ output_config: { effort: 'low' }, max_tokens: 500 });
    expect(body).not.toHaveProperty('thinking');
    const off = bodyOf(entryOf('claude-haiku-5-5'), 'messages');
    expect(off).toMatchObject({ thinking: { type: 'disabled' } });
    expect(off).not.toHaveProperty('output_config');
  });

  test('to Google as a level of thinking', () => {
    expect(bodyOf(entryOf('gemini-3.8-flash'), 'gemini').generationConfig).toEqual({
      maxOutputTokens: 100,
      thinkingConfig: { thinkingLevel: 'low' },
    });
  });

  test('to a compatible server only where the operator says what its model accepts', () => {
    const entry: CatalogueModel = { ...ENTRY, provider: 'compatible' };
    expect(bodyOf(entry, 'chat')).not.toHaveProperty('reasoning_effort');
    const thinking: CatalogueModel = { ...entry, efforts: ['low', 'high'], default_effort: 'high' };
    expect(bodyOf(thinking, 'chat')).toMatchObject({ reasoning_effort: 'high', max_tokens: 100 });
  });

  test('and nothing at all to a model that does not think', () => {
    expect(JSON.stringify(bodyOf(entryOf('gpt-4o'), 'responses'))).not.toContain('reasoning');
  });
});

describe('R-MDL-16 a step', () => {
  test.each([
    ['gpt-6.1-terra', 'responses', { reasoning: { effort: 'none' }, max_output_tokens: 200 }],
    ['gpt-6.2-sol', 'responses', { reasoning: { effort: 'low' }, max_output_tokens: 1_224 }],
    ['claude-sonnet-5-5', 'messages', { output_config: { effort: 'low' }, max_tokens: 1_224 }],
    ['gpt-4o', 'responses', { max_output_tokens: 200 }],
  ] as const)('has %s think as little as it can, with room for its thoughts', (id, wire, expected) => {
    expect(bodyOf(entryOf(id), wire, { effort: 'least', max_tokens: 200 })).toMatchObject(expected);
  });

  test.each(WAYS)('gets an object from a model that thinks 800 tokens: $way', async (way) => {
    calls.plan(way, 'eats=800');
    calls.stub.say(['{"relevant":', '[2]}']);
    const model = calls.modelOf(way, {}, { max_tokens: 16_384 });
    const signal = new AbortController().signal;
    const asked = { instructions: '', question: 'Quais?', form, max_tokens: 200, onCall: () => {}, signal };
    expect(await askJson([{ id: 'gpt-5', model }], asked)).toEqual({ relevant: [2] });
  });
});

describe('a form', () => {
  test('is sent in each provider’s own way', () => {
    expect(bodyOf(entryOf('gpt-4o'), 'responses', { form }).text.format).toEqual({
      type: 'json_schema',
      strict: true,
      name: 'relevantes',
      schema: form.schema,
    });
    expect(bodyOf(entryOf('gpt-4o'), 'chat', { form }).response_format.json_schema).toEqual({
      schema: form.schema,
      strict: true,
      name: 'relevantes',
    });
    expect(bodyOf(entryOf('claude-haiku-5-5'), 'messages', { form }).output_config).toEqual({
      format: { type: 'json_schema', schema: form.schema },
    });
    expect(bodyOf(entryOf('gemini-3.8-flash'), 'gemini', { form }).generationConfig).toMatchObject({
      responseMimeType: 'application/json',
      responseJsonSchema: form.schema,
    });
  });

  test('is not sent to a Claude that is not known to take one, nor as a tool that it must use', () => {
    const body = bodyOf(entryOf('claude-3-5-haiku'), 'messages', { form });
    expect(JSON.stringify(body)).not.toMatch(/tool|output_config|relevantes/);
  });
});

describe('R-MDL-14 a parameter that a model refuses', () => {
  test.each([
    ['temperature', { temperature: 0.5 }],
    ['reasoning.effort', { reasoning: { effort: 'low' } }],
  ] as const)('%s is left out by itself, and remembered: two requests, then one', async (parameter, sent) => {
    const [responses] = WAYS;
    const refused: string[] = [];
    const model = calls.modelOf(
      responses,
      { onRefusedParameter: (_, name) => refused.push(name) },
      { efforts: ['low'], default_effort: 'low' },
    );
    calls.stub.always(`refuses=${parameter.split('.')[0]}`);
    expect((await read(model)).text).toBe(STUB_TEXT);
    expect(calls.stub.calls).toHaveLength(2);
    expect(calls.stub.calls[0]?.body).toMatchObject(sent);
    expect(calls.stub.calls[1]?.body).not.toHaveProperty(Object.keys(sent)[0] ?? '');
    expect((await read(model)).text).toBe(STUB_TEXT);
    expect(calls.stub.calls).toHaveLength(3);
    expect(refused).toEqual([parameter === 'temperature' ? 'temperature' : 'effort']);
  });

  test('that was not sent is no reason to ask again', async () => {
    calls.stub.always('refuses=model');
    const [responses] = WAYS;
    expect((await read(calls.modelOf(responses))).failed?.code).toBe('model_failed');
    expect(calls.stub.calls).toHaveLength(1);
  });

  test('is sent again with the next question when leaving it out did not help', async () => {
    const [responses] = WAYS;
    const model = calls.modelOf(responses);
    calls.stub.next('refuses=temperature', '400');
    expect((await read(model)).failed?.code).toBe('model_failed');
    await read(model);
    expect(calls.stub.calls.at(-1)?.body).toMatchObject({ temperature: 0.5 });
  });
});
