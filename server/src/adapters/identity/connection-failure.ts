/** Why a server could not be connected to, in the words of a trial. */
import { AddressRefused } from '../guarded-fetch/address-policy.ts';
import { FetchRefused } from '../guarded-fetch/guarded-fetch.ts';

/** The step at which it ended: the name, its TLS, or the answer. */
export type ConnectionFailure = { at: 'address' | 'certificate' | 'answer'; sentence: string };

const UNKNOWN_AUTHORITY = 'O certificado não é de uma autoridade que este servidor conhece.';
const CERTIFICATES: Record<string, string> = {
  CERT_HAS_EXPIRED: 'O certificado venceu.',
  CERT_NOT_YET_VALID: 'O certificado ainda não vale.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'O certificado é de outro nome.',
  CERT_REVOKED: 'O certificado foi revogado.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  EPROTO: 'O servidor não fala TLS nesta porta.',
};
const ANSWERS: Record<string, string> = {
  redirected: 'O servidor redireciona para outro endereço.',
  too_long: 'A resposta é grande demais.',
  kind: 'A resposta não é um documento JSON.',
  ECONNREFUSED: 'O servidor recusou a conexão nesta porta.',
  ECONNRESET: 'O servidor fechou a conexão.',
};
const NAMES = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const NO_ANSWER = 'O servidor não respondeu a tempo.';

export function connectionFailure(error: unknown): ConnectionFailure {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof AddressRefused) return { at: 'address', sentence: `O endereço ${one.reason}` };
    const code = codeOf(one);
    if (NAMES.has(code)) return { at: 'address', sentence: 'O nome do servidor não foi encontrado.' };
    const certificate = code.startsWith('ERR_SSL') ? CERTIFICATES.EPROTO : CERTIFICATES[code];
    if (certificate) return { at: 'certificate', sentence: certificate };
    const answer = ANSWERS[one instanceof FetchRefused ? one.problem : code];
    if (answer) return { at: 'answer', sentence: answer };
  }
  return { at: 'answer', sentence: NO_ANSWER };
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : '';
}
