/** A catalogue as an installation with keys has it; the stories run in local mode. */
import type { Page } from '@playwright/test';
import { modelCatalogue, PROVIDERS } from '#contract/model-catalogue.ts';
import type { ModelDefaultsInfo } from '#contract/model-defaults.ts';
import type { ModelInfo } from '#contract/models.ts';
import { intercept } from '../support/accounts.ts';

function model(id: string, fields: Partial<ModelInfo> = {}): ModelInfo {
  const entry = modelCatalogue.find((each) => each.id === id);
  return {
    id,
    provider: entry?.provider ?? 'compatible',
    provider_id: null,
    provider_name: PROVIDERS[entry?.provider ?? 'compatible'].name,
    residency: 'exterior',
    provider_model: entry?.provider_model ?? id,
    name: entry?.name ?? id,
    description: entry?.description ?? '',
    context_window: entry?.context_window ?? 32_000,
    max_tokens: entry?.max_tokens ?? 4_096,
    provider_max_tokens: entry?.provider_max_tokens ?? null,
    supports_temperature: entry?.supports_temperature ?? true,
    structured_output: entry?.structured_output ?? null,
    vision: null,
    is_new: entry?.is_new ?? false,
    recommended: entry?.recommended ?? false,
    configured: true,
    state: 'active',
    failing_since: null,
    ends_at: entry?.ends_at ?? null,
    retired_at: null,
    successor: entry?.successor ?? null,
    runs_on: null,
    served_as: null,
    hidden: false,
    efforts: [...(entry?.efforts ?? [])],
    default_effort: entry?.default_effort ?? null,
    price: entry?.price ? { currency: 'USD', ...entry.price } : null,
    probe_cost_brl_micro: entry?.price ? 48_000 : null,
    uses: { agents: [], data_sources: [] },
    last_probe: null,
    added: !entry,
    changed: [],
    locked: [],
    version: 0,
    ...fields,
  };
}

const agents = [
  { id: 1, name: 'Ajuda do Prosa' },
  { id: 2, name: 'Licitações Abertas' },
];

export const models: ModelInfo[] = [
  model('gpt-4o', {
    state: 'ending',
    uses: { agents, data_sources: [{ id: 1, name: 'Licitações' }] },
  }),
  model('claude-4-sonnet', { state: 'retired', runs_on: 'claude-sonnet-5-5' }),
  model('gpt-6.1-terra'),
  model('gpt-6-luna', { locked: ['max_tokens'] }),
  model('claude-sonnet-5-5', {
    state: 'failing',
    failing_since: '2026-11-23T11:00:00.000Z',
    uses: { agents: [{ id: 3, name: 'Compras' }], data_sources: [] },
  }),
  model('gemini-3.8-flash', { state: 'no_key', configured: false }),
  model('qwen4-32b', {
    name: 'Qwen 4 32B com um nome comprido de quem o instalou na casa',
    provider_name: 'Ollama da sala 3',
    provider_id: 4,
    residency: 'local',
    version: 2,
  }),
  model('gpt-6.2-sol', { state: 'hidden', hidden: true, changed: ['hidden'], version: 1 }),
];

export const defaults: ModelDefaultsInfo = {
  default: 'gpt-6.1-terra',
  steps: 'gpt-6-luna',
  reserves: ['claude-sonnet-5-5'],
  follow_successor: true,
  local: false,
  version: 1,
};

export async function fillCatalogue(page: Page): Promise<void> {
  await intercept(page, '/models', 200, { success: true, data: models });
  await intercept(page, '/models/defaults', 200, { success: true, data: defaults });
}
