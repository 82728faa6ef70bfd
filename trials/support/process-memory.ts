/** Memory of a running process, read through its inspector after a full collection. */
import type { Started } from '../../server/test/process/started-process.ts';

/** To be given to the process as NODE_OPTIONS; the port is a free one. The other option is that of `npm start`. */
export const INSPECTED = '--inspect=127.0.0.1:0 --max-semi-space-size=16';

/** In MiB. `heap` is what JavaScript uses, `outside` what it holds outside of its heap. */
export type Held = { rss: number; heap: number; outside: number };

export type Inspector = Awaited<ReturnType<typeof openInspector>>;

type Answer = { result?: { result?: { value?: string } } };

export async function openInspector(process: Started) {
  const address = /ws:\/\/\S+/.exec(process.output())?.[0];
  if (!address) throw new Error('the process has no inspector');
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const said = JSON.parse(String(data)) as Answer & { id?: number };
    if (said.id) waiting.get(said.id)?.(said);
    if (said.id) waiting.delete(said.id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const call = (method: string, params: object = {}) =>
    new Promise<Answer>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });

  return {
    /** After a full collection. */
    async held(): Promise<Held> {
      await call('HeapProfiler.collectGarbage');
      const { result } = await call('Runtime.evaluate', {
        expression: 'JSON.stringify(process.memoryUsage())',
      });
      const usage = JSON.parse(result?.result?.value ?? '{}') as Record<string, number>;
      const mebibytes = (name: string) => Math.round((usage[name] ?? 0) / 104_857.6) / 10;
      return { rss: mebibytes('rss'), heap: mebibytes('heapUsed'), outside: mebibytes('external') };
    },
    close: () => socket.close(),
  };
}
