/** Nights of checks led by two processes that are killed: every agent has one whole run a night, and each check one result. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { type DatabaseAddress, openDatabase } from '../../server/src/db/client.ts';
import { agent_check_runs, agent_checks, agents } from '../../server/src/db/tables/agents.ts';
import { COMPILED } from '../../server/test/process/compile-cache.ts';
import { urlOf } from '../support/database-url.ts';
import { seeded } from '../support/seeded-random.ts';

export type NightsTrial = { agents: number; nights: number; kills: number; seed: number };

const SECRET = 'a secret for trials only, of more than 32 bytes';
const LEADER = new URL('./lead-night.ts', import.meta.url).pathname;
const PROCESSES = 2;
const CHECKS = 3;
const KILL_WITHIN_MS = 1_500;
const DAY_MS = 24 * 3_600_000;
/** Three in the morning in São Paulo. */
const FIRST = Date.parse('2026-11-01T06:00:00.000Z');

/** On a database of its own with all tables. */
export async function nightsThroughKills(address: DatabaseAddress, trial: NightsTrial) {
  const chance = seeded(trial.seed);
  const database = openDatabase(address, { max: 4 });
  const { db } = database;
  const folder = await mkdtemp(join(tmpdir(), 'prosa-nights-'));
  const broken: string[] = [];
  let kills = 0;
  try {
    for (let place = 0; place < trial.agents; place += 1) {
      const [agent] = await db
        .insert(agents)
        .values({ name: `Agente ${place}`, nightly_checks: true, deploy_status: true })
        .returning({ id: agents.id });
      if (!agent) throw new Error('no agent was inserted');
      const asked = Array.from({ length: CHECKS }, (_, check) => ({
        agent_id: agent.id,
        question: `Pergunta ${check} do agente ${place}?`,
        expectation: { kind: 'refuses' as const, value: null },
      }));
      await db.insert(agent_checks).values(asked);
    }
    for (let night = 0; night < trial.nights; night += 1) {
      const now = new Date(FIRST + night * DAY_MS);
      const deaths = Math.round((trial.kills * (night + 1)) / trial.nights) - kills;
      for (let death = 0; death < deaths; death += 1) await killAll(now);
      await Promise.all(Array.from({ length: PROCESSES }, () => lead(now).ended));
      await judge(now);
    }
    const { rows } = await db.execute<{ runs: number }>(sql`select count(*)::int runs from agent_check_runs`);
    return { ...trial, runs: rows[0]?.runs ?? 0, killed: kills, broken };
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }

  /** Both processes at once, so that the leases of none of them are still held. */
  async function killAll(now: Date): Promise<void> {
    const leaders = Array.from({ length: PROCESSES }, () => lead(now));
    await Promise.all(leaders.map(({ begun }) => begun));
    await pause(chance.below(KILL_WITHIN_MS));
    for (const { child } of leaders) child.kill('SIGKILL');
    await Promise.all(leaders.map(({ ended }) => ended));
    kills += 1;
    await db
      .update(agent_check_runs)
      .set({ lease_until: sql`now() - interval '1 second'` })
      .where(sql`lease_until is not null`);
  }

  function lead(now: Date) {
    const child = spawn(process.execPath, [LEADER, now.toISOString()], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DATABASE_URL: urlOf(address),
        DATA_DIR: folder,
        JWT_SECRET: SECRET,
        ...COMPILED,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const begun = new Promise<void>((resolve) => {
      child.stdout.once('data', () => resolve());
      child.once('exit', () => resolve());
    });
    child.stdout.resume();
    return { child, begun, ended: once(child, 'exit') };
  }

  async function judge(now: Date): Promise<void> {
    const night = now.toISOString().slice(0, 10);
    const runs = await db.select().from(agent_check_runs).where(eq(agent_check_runs.night, night));
    if (runs.length !== trial.agents) broken.push(`${night}: ${runs.length} runs of ${trial.agents} agents`);
    for (const { agent_id, finished_at, results, held, failed, errors } of runs) {
      const once = new Set(results.map(({ check_id }) => check_id));
      const isWhole = finished_at && results.length === CHECKS && once.size === CHECKS;
      if (!isWhole || held + failed + errors !== CHECKS)
        broken.push(
          `${night}: agent ${agent_id} has ${results.length} results, ${held + failed + errors} counted`,
        );
    }
  }
}
