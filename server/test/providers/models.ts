/** Model lists of the provider stub, and its refusal of a model that it does not know. */
import type { IncomingMessage } from 'node:http';

export type ListForm = 'openai' | 'anthropic' | 'google';

const CREATED = 1_790_000_000;

/** Which provider's list is asked for; null for any other request. */
export function listFormOf({ method, url = '', headers }: IncomingMessage): ListForm | null {
  const path = url.split('?')[0] ?? '';
  if (method !== 'GET') return null;
  if (path === '/v1beta/models') return 'google';
  if (path !== '/v1/models') return null;
  return headers['anthropic-version'] ? 'anthropic' : 'openai';
}

/** Two models a page where the form has pages. The later a model stands in the list, the newer it is. */
export function modelList(
  form: ListForm,
  models: string[],
  url: string,
  endOf: (model: string) => string | null = () => null,
): object {
  const query = new URL(url, 'http://stub').searchParams;
  if (form === 'openai')
    return {
      object: 'list',
      data: models.map((id, place) => ({
        id,
        object: 'model',
        created: CREATED + place,
        owned_by: 'stub',
        shutdown_date: endOf(id),
      })),
    };
  if (form === 'anthropic') {
    const from = models.indexOf(query.get('after_id') ?? '') + 1;
    const page = models.slice(from, from + 2);
    return {
      data: page.map((id, place) => ({
        type: 'model',
        id,
        display_name: `Modelo ${id}`,
        created_at: new Date((CREATED + from + place) * 1000).toISOString(),
        max_input_tokens: 200_000,
        max_tokens: 64_000,
        capabilities: {},
      })),
      has_more: from + 2 < models.length,
      first_id: page[0] ?? null,
      last_id: page.at(-1) ?? null,
    };
  }
  const from = Number(query.get('pageToken') ?? 0);
  return {
    models: models.slice(from, from + 2).map((id) => ({
      name: `models/${id}`,
      displayName: `Modelo ${id}`,
      inputTokenLimit: 1_048_576,
      outputTokenLimit: 65_536,
      supportedGenerationMethods: ['generateContent'],
    })),
    ...(from + 2 < models.length ? { nextPageToken: String(from + 2) } : {}),
  };
}

const openAiRefusal = (model: string) => ({
  error: {
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    type: 'invalid_request_error',
    param: null,
    code: 'model_not_found',
  },
});

/** How each API refuses a model that it does not know. */
export const unknownModel = {
  responses: openAiRefusal,
  chat: openAiRefusal,
  messages: (model: string) => ({
    type: 'error',
    error: { type: 'not_found_error', message: `model: ${model}` },
    request_id: 'req_1',
  }),
  gemini: (model: string) => ({
    error: {
      code: 404,
      message: `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
      status: 'NOT_FOUND',
    },
  }),
};

/** Further bodies with which a request is refused: their status comes first. */
export const refusals: Record<string, [number, object]> = {
  ollama: [404, { error: 'model "llama3.9" not found, try pulling it first' }],
  deprecated: [
    400,
    {
      error: {
        message: 'The model `llama-3.1-70b` has been decommissioned and is no longer supported.',
        type: 'invalid_request_error',
        code: 'model_deprecated',
      },
    },
  ],
  address: [404, { detail: 'Not Found' }],
};
