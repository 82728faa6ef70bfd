/** Files on their way into a base, as an administrator's browser sends them. */
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Database } from '../../server/src/db/client.ts';
import { documents } from '../../server/src/db/tables/knowledge.ts';
import type { BenchFile } from './files.ts';

export type Door = { url: string; token: string; base: number };

const LOOK_MS = 20;

export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin@exemplo.com.br', password: 'uma senha de administrador' }),
  });
  return (JSON.parse(await response.text()) as { data: { access_token: string } }).data.access_token;
}

/** Until it is searchable. */
export async function upload(
  db: Database,
  { url, token, base }: Door,
  { name, content }: BenchFile,
): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  const response = await fetch(`${url}/api/v1/knowledge-bases/${base}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${name} was answered ${response.status}: ${answer.slice(0, 300)}`);
  const { data } = JSON.parse(answer) as { data: { id: number; status: string } };
  for (let { status } = data; status !== 'ready'; await pause(LOOK_MS)) {
    const [row] = await db
      .select({ status: documents.status, error: documents.error })
      .from(documents)
      .where(eq(documents.id, data.id));
    status = row?.status ?? 'failed';
    if (status === 'failed') throw new Error(`${name} could not be read: ${row?.error}`);
  }
}
