/** Reads a receipt out of a file and proves it in the browser, with the published keys and nothing else of the server. */
import { PUBLISHED_KEYS_PATH, type PublishedKeys, type ReceiptFile } from '#contract/receipts.ts';

const FILE_MAX = 10 * 1024 * 1024;
const EMBEDDED = /\/EmbeddedFile\b[\s\S]*?\/Length (\d+)[\s\S]*?stream\r?\n/g;

export type FileProblem = 'tooLarge' | 'noReceipt';

export async function readReceiptFile(file: Blob): Promise<ReceiptFile | FileProblem> {
  if (file.size > FILE_MAX) return 'tooLarge';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  if (!text.startsWith('%PDF')) return parsed(new TextDecoder().decode(bytes)) ?? 'noReceipt';
  for (const found of text.matchAll(EMBEDDED)) {
    const start = found.index + found[0].length;
    const packed = bytes.subarray(start, start + Number(found[1]));
    const receipt = parsed(await inflated(packed).catch(() => ''));
    if (receipt) return receipt;
  }
  return 'noReceipt';
}

function parsed(json: string): ReceiptFile | null {
  try {
    const { canonical, signature, key_id } = JSON.parse(json);
    const isReceipt = [canonical, signature, key_id].every((part) => typeof part === 'string');
    return isReceipt ? { canonical, signature, key_id } : null;
  } catch {
    return null;
  }
}

function inflated(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).text();
}

/** `foreign`: no key of this installation signed it. `unproved`: this browser cannot check signatures. */
export type Proof = 'valid' | 'altered' | 'foreign' | 'unproved';

export async function proveReceipt({ canonical, signature, key_id }: ReceiptFile): Promise<Proof> {
  const response = await fetch(PUBLISHED_KEYS_PATH);
  if (!response.ok) throw new Error(`the keys answered ${response.status}`);
  const { keys } = (await response.json()) as PublishedKeys;
  const key = keys.find((one) => one.key_id === key_id);
  if (!key) return 'foreign';
  const signed = bytesOf(signature);
  // A signature has one spelling only.
  if (!signed || base64url(signed) !== signature) return 'altered';
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.x };
    const known = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
    const text = new TextEncoder().encode(canonical);
    return (await crypto.subtle.verify('Ed25519', known, signed, text)) ? 'valid' : 'altered';
  } catch {
    return 'unproved';
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
