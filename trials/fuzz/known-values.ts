/** Values for fields beyond their schema: names of things that are there, and words that mean something. */
import { AGENT_MODEL_PREFIX } from '../../contract/src/limits.ts';
import type { Chance } from '../support/seeded-random.ts';
import type { Actor, Furniture } from './callers-and-objects.ts';
import { nameOf } from './contract-calls.ts';
import type { Invented } from './generate-calls.ts';
import { QUERIES } from './queries.ts';
import type { Came } from './send-request.ts';
import type { Known } from './values.ts';

/** Values that one call returns and another one needs. */
export type Kept = { prices: string[]; tokens: string[] };

const PATTERNS = ['^a', '(a+)+$', '[', '(?=a)', '\\p{L}+', '', '(x{1000}){1000}', '.*'];
const MODELS = ['gpt-5', 'claude-4-sonnet', 'gemini-2.0-flash', 'nenhum', '__proto__'];

/** The prices that are asked for here, and some that are not. */
export async function pricesOf(url: string, { token }: Actor): Promise<string[]> {
  const response = await fetch(`${url}/api/v1/subscriptions/plans`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await response.json()) as { data: { prices: { price_id: string }[] }[] };
  return [...data.flatMap(({ prices }) => prices.map(({ price_id }) => price_id)), 'price_1', 'x'];
}

/** Objects that a call created are available to the next ones. */
export function harvest(
  { endpoint, actor, path }: Invented,
  { text }: Came,
  furniture: Furniture,
  tokens: string[],
): void {
  const name = nameOf(endpoint);
  const idIn = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
  if (name === 'POST /auth/login') tokens.push(/"refresh_token":"([^"]+)"/.exec(text)?.[1] ?? 'x');
  if (name === 'POST /chat/sessions/:id/messages' && /"message_id":(\d+)/.test(text))
    furniture.made('message', actor, { id: idIn(/"message_id":(\d+)/), index: 1 });
  if (name === 'POST /knowledge-bases/:id/documents')
    furniture.made('document', actor, {
      id: /knowledge-bases\/(\d+)/.exec(path)?.[1] ?? 1,
      documentId: idIn(/"id":(\d+)/),
    });
}

/** The subject of fields, as far as their names show it. */
export function knownOf(furniture: Furniture, chance: Chance, url: string, kept: Kept): Known {
  const id = (kind: Parameters<Furniture['idOf']>[0]) => () => furniture.idOf(kind);
  const group = () => (chance.percent(60) ? 1 + chance.below(3) : furniture.idOf('group'));
  const ours = url.replace('127.0.0.1', 'localhost');
  const address = () =>
    chance.pick([`${ours}/volta`, `${ours}/chat?a=b#c`, `${url}/volta`, 'https://outro.example/', '//x']);
  const model = () =>
    chance.percent(40) ? `${AGENT_MODEL_PREFIX}${furniture.idOf('agent')}` : chance.pick(MODELS);
  return {
    agent_id: id('agent'),
    agent_ids: id('agent'),
    agentId: id('agent'),
    tag_ids: id('tag'),
    data_source_id: id('source'),
    document_id: id('document'),
    user_ids: () => furniture.person(),
    actor_id: () => furniture.person(),
    user_group_id: group,
    group_id: group,
    model,
    model_name: model,
    email: () => chance.pick(['admin@exemplo.com.br', `p${chance.below(50)}@exemplo.com.br`]),
    username: () => chance.pick(['admin@exemplo.com.br', `p${chance.below(50)}@exemplo.com.br`]),
    password: () => chance.pick(['uma senha de administrador', 'uma senha boa', 'x'.repeat(128), 'errada']),
    refresh_token: () => (kept.tokens.length ? chance.pick(kept.tokens) : 'x'),
    // In the form that programs speak.
    role: () => chance.pick(['user', 'user', 'assistant', 'system', 'tool']),
    type: () => chance.pick(['text', 'text', 'image_url']),
    n: () => 1,
    phone: () => '11987654321',
    code: () => String(100_000 + chance.below(900_000)),
    base_sql_query: () => chance.pick(QUERIES),
    include_pattern: () => chance.pick(PATTERNS),
    exclude_pattern: () => chance.pick(PATTERNS),
    price_id: () => chance.pick(kept.prices),
    success_url: address,
    cancel_url: address,
    return_url: address,
    email_domain: () => chance.pick(['exemplo.com.br', '@exemplo.com.br', '%']),
  };
}
