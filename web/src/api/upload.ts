/** A call that uploads a file and reports progress. */
import type { Answer, Arguments, Endpoint } from '#contract/endpoint.ts';
import { UPLOAD_BYTES_MAX } from '#contract/limits.ts';
import { type CallOptions, call } from './client.ts';
import type { Transport } from './send.ts';

/** From 0 to 1; restarts when the file has to be sent again. */
export type OnSent = (share: number) => void;

type UploadOptions = Pick<CallOptions, 'signal' | 'idempotencyKey'> & { onSent: OnSent };

/** The whole upload may take this long over a line of 120 kbit/s. */
const TIMEOUT_MS = (UPLOAD_BYTES_MAX / 15_000) * 1_000;
/** Idle timeout without progress; includes the time the server needs to read the file. */
const SILENCE_MS = 90_000;

export function upload<E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  { onSent, ...options }: UploadOptions,
): Promise<Answer<E>> {
  return call(endpoint, args, { ...options, timeoutMs: TIMEOUT_MS, transport: counting(onSent) });
}

/** `fetch` reports no upload progress; XMLHttpRequest does. */
const counting =
  (onSent: OnSent): Transport =>
  (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      let silence: ReturnType<typeof setTimeout> | undefined;
      const settle = () => {
        clearTimeout(silence);
        signal?.removeEventListener('abort', leave);
      };
      const giveUp = (reason: unknown) => {
        settle();
        request.abort();
        reject(reason);
      };
      const moved = () => {
        clearTimeout(silence);
        silence = setTimeout(() => giveUp(new TypeError('nothing moved any more')), SILENCE_MS);
      };
      const leave = () => giveUp(signal?.reason);

      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', leave);
      request.open(method, url);
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => {
        moved();
        onSent(total > 0 ? loaded / total : 0);
      };
      request.upload.onload = () => {
        moved();
        onSent(1);
      };
      request.onload = () => {
        settle();
        resolve(new Response(request.responseText, { status: request.status }));
      };
      request.onerror = () => {
        settle();
        reject(new TypeError('the file could not be sent'));
      };
      moved();
      onSent(0);
      request.send(body as XMLHttpRequestBodyInit);
    });
