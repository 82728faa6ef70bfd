/** The models that agents without one of their own run on, and those that answer in their place. */
import { z } from 'zod';
import { get, put } from './endpoint.ts';

const Defaults = z.object({
  default: z.string().nullable(),
  /** Runs the steps of data sources. */
  steps: z.string().nullable(),
  /** Answer in order where an agent names no reserves. */
  reserves: z.array(z.string()),
  /** Whether a retired model runs on its successor by itself. */
  follow_successor: z.boolean(),
});
export const ModelDefaultsInfo = Defaults.extend({
  /** No provider is configured: agents answer with passages. */
  local: z.boolean(),
  version: z.int(),
}).meta({
  id: 'ModelDefaultsInfo',
});
export type ModelDefaultsInfo = z.output<typeof ModelDefaultsInfo>;
export const ModelDefaultsChange = Defaults.extend({
  reserves: z.array(z.string()).max(2, 'Escolha no máximo duas reservas.'),
  version: z.int().min(0),
});
export type ModelDefaultsChange = z.output<typeof ModelDefaultsChange>;

export const modelDefaultsApi = {
  read: get('/models/defaults', {
    access: 'admin',
    summary: 'The default models of the installation',
    reply: ModelDefaultsInfo,
  }),
  change: put('/models/defaults', {
    access: 'superadmin',
    summary: 'Choose the default models of the installation',
    body: ModelDefaultsChange,
    reply: ModelDefaultsInfo,
  }),
};
