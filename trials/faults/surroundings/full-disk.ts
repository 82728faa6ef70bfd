/** B13: where uploads pass through there is no more room; then there is again. Needs the right to mount a small file system. */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { knowledge_bases } from '../../../server/src/db/tables/knowledge.ts';
import type { Installation } from '../../support/installation.ts';
import { ask, newReader, readOn } from '../../support/reader.ts';

export type FullDisk = { mebibytes: number; uploads: number };

const FULL = 507;

export async function fullDisk(testServer: Installation, folder: string, { mebibytes, uploads }: FullDisk) {
  const broken: string[] = [];
  const statuses: Record<string, number> = {};
  await mkdir(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
  try {
    const process = await testServer.start({ DATA_DIR: folder });
    const token = await testServer.signInAdmin(process);
    const [base] = await testServer.db.insert(knowledge_bases).values({ name: 'Disco' }).returning();
    const half = 'Uma linha de um documento qualquer, que se repete.\n'.repeat(
      (mebibytes * 1024 * 1024) / 80,
    );
    const send = async (name: string, text: string) => {
      const form = new FormData();
      form.set('file', new Blob([text]), name);
      const response = await fetch(`${process.url}/api/v1/knowledge-bases/${base?.id}/documents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      const { detail } = JSON.parse(await response.text()) as { detail?: string };
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      return { status: response.status, detail };
    };
    // Nothing fits beside it.
    await writeFile(join(folder, 'somebody-elses'), Buffer.alloc(mebibytes * 1024 * 1024 - 512 * 1024));
    for (const { status, detail } of await Promise.all(
      Array.from({ length: uploads }, (_, number) => send(`cheio-${number}.md`, half)),
    ))
      if (status !== FULL || !detail?.includes('espaço'))
        broken.push(`an upload answered ${status} ${detail}`);
    const left = await readdir(join(folder, 'uploads'));
    if (left.length) broken.push(`${left.length} received files are left`);
    const ready = await fetch(`${process.url}/api/v1/ready`);
    if (!(await ready.text()).includes('"storage"'))
      broken.push(`ready answered ${ready.status} on a full disk`);
    // Conversations go on as before.
    const person = await testServer.person();
    const reader = newReader();
    await readOn(
      reader,
      await ask({ process, person, session_id: person.conversations[0] ?? '' }, 'Ainda funciona?'),
    );
    if (reader.end?.status !== 'done') broken.push(`an answer ended ${reader.end?.status}`);
    await rm(join(folder, 'somebody-elses'));
    const after = await send('depois.md', half.slice(0, 200_000));
    if (after.status !== 201)
      broken.push(`with room again an upload answered ${after.status} ${after.detail}`);
    if (/"level":"fatal"/.test(process.output())) broken.push('the process said something fatal');
    await process.end('SIGTERM');
    for (const row of [...(await testServer.broken()), ...(await testServer.brokenDocuments())])
      broken.push(`${row.what}: ${row.subject}`);
    return { mebibytes, uploads, statuses, broken };
  } finally {
    execFileSync('umount', [folder]);
  }
}
