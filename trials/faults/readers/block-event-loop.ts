/** B27: heavy work is done somewhere else: meanwhile the process answers others as it does when it is idle. */
import { setTimeout as pause } from 'node:timers/promises';
import { knowledge_bases } from '../../../server/src/db/tables/knowledge.ts';
import type { Installation } from '../../support/installation.ts';
import { piecesWith, seeded } from '../../support/seeded-random.ts';
import { spreadOf } from '../../support/spread.ts';
import { figureOf } from '../processes/follow.ts';

export type Blocking = { mebibytes: number; rows: number; seed: number };

const LAG_MAX_MS = 50;
const WINDOW_MS = 2_000;

export async function blockLoop(testServer: Installation, { mebibytes, rows, seed }: Blocking) {
  const chance = seeded(seed);
  const broken: string[] = [];
  const process = await testServer.start();
  const token = await testServer.signInAdmin(process);
  const [base] = await testServer.db.insert(knowledge_bases).values({ name: 'Peso' }).returning();
  const words = piecesWith(chance, 20_000).join('');
  const long = words.repeat(Math.ceil((mebibytes * 1024 * 1024) / Buffer.byteLength(words)));
  const csv = [
    'nome;cidade;valor',
    ...Array.from({ length: rows }, (_, row) => `Órgão ${row};São Paulo;${row},00`),
  ].join('\n');

  const upload = (name: string, text: string) => async () => {
    const form = new FormData();
    form.set('file', new Blob([text]), name);
    const response = await fetch(`${process.url}/api/v1/knowledge-bases/${base?.id}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    await response.text();
    return response.status;
  };
  const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
  const works: Record<string, () => Promise<number>> = {
    idle: async () => {
      await pause(2_000);
      return 200;
    },
    sign_ins: async () => {
      await Promise.all(Array.from({ length: 16 }, () => testServer.signInAdmin(process)));
      return 200;
    },
    nested_json: async () => {
      const response = await fetch(`${process.url}/api/v1/agents/tags`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: deep,
      });
      await response.text();
      return response.status;
    },
    long_text: upload('longo.md', long.slice(0, mebibytes * 1024 * 1024)),
    table: upload('tabela.csv', csv),
  };
  const figures: Record<string, object> = {};
  let idle = 0;
  for (const [name, work] of Object.entries(works)) {
    // Each look begins a new measure of the loop's delay.
    await figureOf(process.url, 'nodejs_eventloop_lag_p99_seconds');
    const health: number[] = [];
    let working = true;
    const looking = (async () => {
      while (working) {
        const began = performance.now();
        const { status } = await fetch(`${process.url}/api/v1/health`);
        health.push(performance.now() - began);
        if (status !== 200) broken.push(`/health answered ${status}`);
        await pause(10);
      }
    })();
    const began = performance.now();
    let status = 0;
    // Long enough for a p99 to mean something.
    do status = Math.max(status, await work());
    while (performance.now() - began < WINDOW_MS);
    const ms = Math.round(performance.now() - began);
    working = false;
    await looking;
    const lag = Math.round((await figureOf(process.url, 'nodejs_eventloop_lag_p99_seconds')) * 1_000);
    if (name === 'idle') idle = lag;
    // A machine with other things to do is late by itself: that is not the work's fault.
    const bar = Math.max(LAG_MAX_MS, idle * 2);
    if (lag > bar) broken.push(`during ${name} the loop was ${lag} ms late (idle ${idle})`);
    if (status >= 500) broken.push(`${name} answered ${status}`);
    figures[name] = { status, ms, loop_lag_p99_ms: lag, ms_of_health: spreadOf(health) };
  }
  return { mebibytes, rows, ...figures, broken };
}
