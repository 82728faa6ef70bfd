/** Checks a receipt by its code or by its file, and says what came of it. */
import { type ReceiptCheck, type ReceiptContent, type ReceiptFile, receiptsApi } from '#contract/receipts.ts';
import { call } from '../../api/client.ts';
import { failedWith } from '../../api/failure.ts';
import { proveReceipt, readReceiptFile } from './receipt-file.ts';

export type Checked =
  | {
      kind: 'valid';
      content: ReceiptContent;
      file: ReceiptFile;
      /** Null where the documents could not be asked. */
      sources: ReceiptCheck['sources'] | null;
      isFile: boolean;
    }
  | { kind: 'revoked'; ended_at: string }
  | { kind: 'foreign'; issuer: string }
  | { kind: 'altered' | 'unknown' | 'removed' | 'removedMatches' | 'noReceipt' | 'tooLarge' | 'unproved' };

/** With an account, or by the call that everybody may use where it is switched on. */
const askServer = (code: string, isSignedIn: boolean): Promise<ReceiptCheck | null> =>
  call(isSignedIn ? receiptsApi.check : receiptsApi.publicCheck, { params: { code } }).catch(
    (failure: unknown) => {
      if (failedWith(failure, 'receipt_not_found')) return null;
      throw failure;
    },
  );

export async function checkCode(code: string, isSignedIn: boolean): Promise<Checked> {
  const check = await askServer(code, isSignedIn);
  if (!check) return { kind: 'unknown' };
  return endOf(check) ?? validOf(fileOf(check), check.sources, false);
}

export async function checkFile(file: Blob, isSignedIn: boolean): Promise<Checked> {
  const read = await readReceiptFile(file);
  if (typeof read === 'string') return { kind: read };
  const content = contentOf(read.canonical);
  if (!content) return { kind: 'altered' };
  const proof = await proveReceipt(read);
  if (proof === 'foreign') return { kind: 'foreign', issuer: content.issuer.url };
  if (proof === 'altered') return { kind: 'altered' };
  const check = await askServer(content.code, isSignedIn);
  if (!check) return proof === 'unproved' ? { kind: 'unproved' } : validOf(read, null, true);
  return fileBeside(check, read, proof);
}

/** A file whose signature could not be proved here is compared with the receipt that the server has. */
function fileBeside(check: ReceiptCheck, file: ReceiptFile, proof: 'valid' | 'unproved'): Checked {
  if (proof === 'unproved' && check.state === 'valid' && check.canonical !== file.canonical)
    return { kind: 'altered' };
  if (check.state === 'removed') return { kind: proof === 'valid' ? 'removedMatches' : 'removed' };
  return endOf(check) ?? validOf(file, check.sources, true);
}

function endOf({ state, ended_at }: ReceiptCheck): Checked | null {
  if (state === 'revoked') return { kind: 'revoked', ended_at: ended_at ?? '' };
  if (state === 'removed' || state === 'altered') return { kind: state };
  return null;
}

const fileOf = ({ canonical, signature, key_id }: ReceiptCheck): ReceiptFile => ({
  canonical: canonical ?? '',
  signature,
  key_id,
});

function validOf(file: ReceiptFile, sources: ReceiptCheck['sources'] | null, isFile: boolean): Checked {
  const content = contentOf(file.canonical);
  return content ? { kind: 'valid', content, file, sources, isFile } : { kind: 'altered' };
}

function contentOf(canonical: string): ReceiptContent | null {
  try {
    const content = JSON.parse(canonical) as ReceiptContent;
    return typeof content.code === 'string' && Array.isArray(content.sources) ? content : null;
  } catch {
    return null;
  }
}
