/** Tries the connection to a provider of OpenID Connect, and says at which step it ends. */
import type { ConnectionStep } from '#contract/identity-provider-trials.ts';
import { requireAllowedHost } from '../guarded-fetch/address-policy.ts';
import { connectionFailure } from './connection-failure.ts';
import { fetchOver, type IdentityNetwork, requireSecure } from './identity-network.ts';

type Document = Readonly<Record<string, unknown>>;

const passed = (step: ConnectionStep['step'], sentence: string | null = null): ConnectionStep => ({
  step,
  passed: true,
  sentence,
});
const failed = (step: ConnectionStep['step'], sentence: string): ConnectionStep => ({
  step,
  passed: false,
  sentence,
});

export async function probeOidc(
  identity: IdentityNetwork,
  { issuer }: { issuer: string },
): Promise<ConnectionStep[]> {
  const url = new URL(issuer);
  try {
    requireSecure(identity, url);
    await requireAllowedHost(identity.network.policy, url);
  } catch (error) {
    return [failed('address', connectionFailure(error).sentence)];
  }
  const steps = [passed('address')];
  const document = await read(identity, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if ('at' in document && document.at !== 'answer')
    return [...steps, failed(document.at === 'address' ? 'document' : 'certificate', document.sentence)];
  if (url.protocol === 'https:') steps.push(passed('certificate'));
  else steps.push(passed('certificate', 'Sem TLS: só nesta máquina e fora de produção.'));
  if ('at' in document) return [...steps, failed('document', document.sentence)];
  return [...steps, passed('document'), ...(await judge(identity, issuer, document.found))];
}

async function judge(
  identity: IdentityNetwork,
  issuer: string,
  document: Document,
): Promise<ConnectionStep[]> {
  const said = typeof document.issuer === 'string' ? document.issuer : '';
  if (said !== issuer)
    return [failed('issuer', `O documento é de outro emissor: ${said.slice(0, 200) || 'nenhum'}.`)];
  const steps = [passed('issuer')];
  const keys = await read(identity, typeof document.jwks_uri === 'string' ? document.jwks_uri : '');
  if ('at' in keys) return [...steps, failed('keys', keys.sentence)];
  const list = Array.isArray(keys.found.keys) ? keys.found.keys : [];
  if (!list.some(isPublicKey))
    return [...steps, failed('keys', 'O provedor não publica nenhuma chave pública.')];
  const methods = document.code_challenge_methods_supported;
  const announces = Array.isArray(methods) && methods.includes('S256');
  return [
    ...steps,
    passed('keys'),
    passed('pkce', announces ? null : 'Não anunciado; será enviado mesmo assim.'),
  ];
}

const isPublicKey = (key: unknown): boolean =>
  typeof key === 'object' && key !== null && 'kty' in key && key.kty !== 'oct';

type Read = { found: Document } | ReturnType<typeof connectionFailure>;

async function read(identity: IdentityNetwork, address: string): Promise<Read> {
  try {
    const reply = await fetchOver(identity)(address, { method: 'GET', headers: {}, body: null });
    if (reply.status !== 200) return { at: 'answer', sentence: `O servidor respondeu ${reply.status}.` };
    const found: unknown = await reply.json();
    const isDocument = typeof found === 'object' && found !== null;
    return isDocument
      ? { found: found as Document }
      : { at: 'answer', sentence: 'A resposta não é um documento JSON.' };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { at: 'answer', sentence: 'A resposta não é um documento JSON.' };
    if (error instanceof TypeError) return { at: 'answer', sentence: 'O documento não diz onde elas estão.' };
    return connectionFailure(error);
  }
}
