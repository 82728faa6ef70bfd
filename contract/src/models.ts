/** The models that an agent can be given, as this installation knows them. */
import { z } from 'zod';
import { get } from './endpoint.ts';
import { EFFORTS, PROVIDER_KEYS } from './model-catalogue.ts';

export const ModelInfo = z
  .object({
    id: z.string(),
    provider: z.enum(PROVIDER_KEYS),
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
    /** `failing`: its provider did not know it a moment ago. `ending`: the day on which it ends is known. */
    state: z.enum(['active', 'ending', 'retired', 'failing', 'no_key', 'hidden']),
    /** The first day, in UTC, on which the provider no longer serves it. */
    ends_at: z.iso.date().nullable(),
    /** The id of the entry that answers in its place; null where it answers itself, or nothing does. */
    runs_on: z.string().nullable(),
    /** How much it can be asked to think; empty where nothing can be asked. */
    efforts: z.array(z.enum(EFFORTS)),
    default_effort: z.enum(EFFORTS).nullable(),
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
