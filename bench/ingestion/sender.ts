/**
 * A process of its own that sends files, as a browser on another machine does: ten megabytes on their way would keep
 * the process that times the calls from
 */
import { readFile } from 'node:fs/promises';

export type Sending = { url: string; token: string; base: number; path: string; name: string };
/** The document's number and state, or what went wrong. */
export type Sent = { id: number; status: string } | { failed: string };

process.on('message', (sending: Sending) => {
  void send(sending).then(
    (sent) => process.send?.(sent),
    (error) => process.send?.({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));

async function send({ url, token, base, path, name }: Sending): Promise<Sent> {
  const form = new FormData();
  form.set('file', new Blob([await readFile(path)]), name);
  const response = await fetch(`${url}/api/v1/knowledge-bases/${base}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const answer = await response.text();
  if (!response.ok) return { failed: `${name} was answered ${response.status}: ${answer.slice(0, 300)}` };
  const { data } = JSON.parse(answer) as { data: { id: number; status: string } };
  return { id: data.id, status: data.status };
}
