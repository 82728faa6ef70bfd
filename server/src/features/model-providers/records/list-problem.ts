/** Why the list of models of a provider could not be read, in a sentence for superadmins. No text of the provider is in it. */
import { AddressRefused } from '../../../adapters/guarded-fetch/address-policy.ts';
import { FetchRefused } from '../../../adapters/guarded-fetch/guarded-fetch.ts';
import { ProviderReplyError } from '../../../adapters/models/providers/fetch-json.ts';

/** `reachable`: something answered at the address. */
export type ListProblem = { reachable: boolean; sentence: string };

const REDIRECTS = 'O endereço redireciona.';
const NO_LIST = 'O endereço respondeu, mas não com uma lista de modelos. Confira o caminho, como /v1.';

export function listProblem(error: unknown): ListProblem {
  if (error instanceof AddressRefused)
    return { reachable: false, sentence: `Este endereço não é permitido: ${error.reason}` };
  if (error instanceof FetchRefused)
    return {
      reachable: true,
      sentence: error.problem === 'redirected' ? REDIRECTS : 'A lista de modelos é grande demais.',
    };
  if (error instanceof ProviderReplyError) return { reachable: true, sentence: sentenceOf(error.status) };
  return { reachable: false, sentence: noAnswer(error) };
}

function sentenceOf(status: number | null): string {
  if (status === 401 || status === 403) return 'O servidor recusou a chave.';
  if (status === null || status === 404 || status === 405) return NO_LIST;
  return `O servidor respondeu com o código ${status}.`;
}

function noAnswer(error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR' || code === 'ETIMEDOUT')
    return 'O servidor não respondeu a tempo.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'O nome deste endereço não foi encontrado.';
  return 'Nada respondeu neste endereço.';
}
