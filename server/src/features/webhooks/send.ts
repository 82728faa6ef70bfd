/** Sends one signed request to a webhook, through the guarded network: no redirect, ten seconds, and no reply is kept. */
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type AddressPolicy, AddressRefused } from '../../adapters/guarded-fetch/address-policy.ts';
import { type GuardedNetwork, openGuardedNetwork } from '../../adapters/guarded-fetch/guarded-network.ts';
import type { AppContext } from '../../app-context.ts';
import type { Env } from '../../env.ts';
import { version } from '../../version.ts';

export type WebhookContext = AppContext & { webhookNetwork: GuardedNetwork };

/** The secret never leaves: receivers calculate the same over the time and the body that they got. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/** Addresses of this machine and of private networks only outside production, or where the operator lists them. */
export const webhookPolicy = ({
  production,
  WEBHOOK_PRIVATE_HOSTS: listed,
}: Pick<Env, 'production' | 'WEBHOOK_PRIVATE_HOSTS'>): AddressPolicy => ({
  private_hosts: production ? listed : 'all',
  reasons: { private: 'fica em uma rede privada. Libere-o em WEBHOOK_PRIVATE_HOSTS no servidor.' },
});

export const openWebhookNetwork = (env: Parameters<typeof webhookPolicy>[0]): GuardedNetwork =>
  openGuardedNetwork(webhookPolicy(env));

const TIMEOUT_MS = 10_000;
const REPLY_READ = 64 * 1024;

export type Sent = { code: number | null; ms: number; error: string | null };

/** Never rejects. */
export async function sendSigned(
  network: GuardedNetwork,
  { url, secret, body, now }: { url: string; secret: string; body: string; now: Date },
): Promise<Sent> {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': `Prosa/${version}`,
    'prosa-signature': signatureOf(secret, Math.floor(now.getTime() / 1_000), body),
  };
  try {
    const code = await post(network, new URL(url), headers, body);
    const isDone = code >= 200 && code < 300;
    return { code, ms: took(), error: isDone ? null : `O endereço respondeu com ${code}.` };
  } catch (error) {
    return { code: null, ms: took(), error: reasonFor(error) };
  }
}

function reasonFor(error: unknown): string {
  if (error instanceof AddressRefused) return `Endereço recusado: ${error.reason}`;
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'TimeoutError' || name === 'AbortError') return 'O endereço não respondeu em 10 segundos.';
  return code === 'ENOTFOUND' ? 'O nome do endereço não existe.' : 'Não foi possível conectar ao endereço.';
}

function post(
  network: GuardedNetwork,
  url: URL,
  headers: Record<string, string>,
  body: string,
): Promise<number> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const request = network.request(url, { method: 'POST', headers, signal });
    request.once('error', reject);
    request.once('response', (reply) => void drop(reply).then(() => resolve(reply.statusCode ?? 0), reject));
    request.end(body);
  });
}

/** Reads a short reply to its end, so that the connection can be used again; of a long one no more than its beginning. */
async function drop(reply: IncomingMessage): Promise<void> {
  let size = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > REPLY_READ) return;
  }
}
