/** Files on their way into a base, as an administrator's browser sends them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import type { Database } from '../../server/src/db/client.ts';
import { documents } from '../../server/src/db/tables/knowledge.ts';
import type { Sending, Sent } from './sender.ts';

export type Door = { url: string; token: string; base: number };
/** One at a time. */
export type Sender = { send(sending: Sending): Promise<Sent>; close(): Promise<void> };

const LOOK_MS = 20;
const SENDER = fileURLToPath(new URL('./sender.ts', import.meta.url));

export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin@exemplo.com.br', password: 'uma senha de administrador' }),
  });
  return (JSON.parse(await response.text()) as { data: { access_token: string } }).data.access_token;
}

export function openSender(): Sender {
  const child = fork(SENDER, [], { execArgv: [] });
  return {
    async send(sending) {
      child.send(sending);
      const [sent] = (await once(child, 'message')) as [Sent];
      return sent;
    },
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Until it is searchable. */
export async function upload(
  db: Database,
  sender: Sender,
  { url, token, base }: Door,
  { name, path }: { name: string; path: string },
): Promise<void> {
  const sent = await sender.send({ url, token, base, path, name });
  if ('failed' in sent) throw new Error(sent.failed);
  for (let { status } = sent; status !== 'ready'; await pause(LOOK_MS)) {
    const [row] = await db
      .select({ status: documents.status, error: documents.error })
      .from(documents)
      .where(eq(documents.id, sent.id));
    status = row?.status ?? 'failed';
    if (status === 'failed') throw new Error(`${name} could not be read: ${row?.error}`);
  }
}
