/** The models that an agent can be given, as this installation knows them. */
import { z } from 'zod';
import { get } from './endpoint.ts';

export const ModelInfo = z
  .object({
    id: z.string(),
    provider: z.enum(['openai', 'anthropic', 'google', 'compatible']),
    name: z.string(),
    description: z.string(),
    /** Tokens. */
    context_window: z.number().int(),
    max_tokens: z.number().int(),
    supports_temperature: z.boolean(),
    is_new: z.boolean(),
    recommended: z.boolean(),
    /** Its provider has a key here, or local mode answers in its place. */
    configured: z.boolean(),
    /** The catalogue id that it really runs on, when its provider withdrew it. */
    retired_successor: z.string().nullable(),
    /** USD per million tokens, when known. */
    price: z.object({ input: z.number(), output: z.number() }).nullable(),
  })
  .meta({ id: 'ModelInfo' });
export type ModelInfo = z.output<typeof ModelInfo>;

export const modelsApi = {
  list: get('/models', {
    access: 'admin',
    summary: 'The model catalogue',
    reply: z.array(ModelInfo),
  }),
};
