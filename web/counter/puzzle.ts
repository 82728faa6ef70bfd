/** Has a worker look for the number that solves the puzzle of the server. */
import workerUrl from './puzzle-worker.ts?worker&url';

type Policy = { createScriptURL(url: string): string };
type WithPolicies = { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };

/** The one address that the page may make a script of: that of its own worker. */
const policy = (globalThis as WithPolicies).trustedTypes?.createPolicy('balcao', {
  createScriptURL: () => workerUrl,
});

export function solvePuzzle(challenge: string, bits: number): Promise<string> {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.onerror = () => reject(new Error('worker'));
    worker.postMessage({ challenge, bits });
  }).finally(() => worker.terminate());
}
