/** Three PostgreSQL that Patroni keeps, with etcd, behind HAProxy, which leads to whichever of them is the primary. */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withConnection } from '../../src/db/client.ts';
import { freePort } from '../process/started-process.ts';
import { type Engine, engineFolder, findPrograms, startEngine, untilReady } from './engine-process.ts';
import { POSTGRES } from './postgres-server.ts';

export const CLUSTER = [...POSTGRES, 'etcd', 'patroni', 'haproxy'] as const;

/** `server`: PostgreSQL alone is killed. `machine`: the Patroni that watches it as well, so that its lease has to end. */
export type Loss = 'server' | 'machine';

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

const MEMBERS = 3;
const OWNER = 'prosa';
const STARTING_MS = 180_000;
/** A member that was killed is back in ten seconds, on a busy machine in twenty. */
const PATIENCE_MS = 45_000;

type Member = { name: string; folder: string; port: number; api: number; patroni: Engine };
type State = { members: { name: string; role: string; state: string }[] };

export async function openCluster(folder: string) {
  const found = await findPrograms(CLUSTER);
  if ('missing' in found) throw new Error(found.missing);
  const { paths } = found;
  await engineFolder(folder);
  const engines: Engine[] = [];
  let reinitialised = 0;
  const store = await startEtcd(paths.etcd, join(folder, 'etcd'));
  engines.push(store.engine);
  const members: Member[] = [];
  const begin = (member: Omit<Member, 'patroni'>) =>
    startEngine(paths.patroni, [join(member.folder, 'patroni.yml')], member.folder);
  for (let number = 1; number <= MEMBERS; number += 1) {
    const name = `p${number}`;
    const member = { name, folder: join(folder, name), port: await freePort(), api: await freePort() };
    await engineFolder(member.folder);
    await writeFile(
      join(member.folder, 'patroni.yml'),
      settingsOf(member, store.port, dirname(paths.postgres)),
    );
    members.push({ ...member, patroni: begin(member) });
  }
  const balancer = await startHaproxy(paths.haproxy, join(folder, 'haproxy'), members);
  engines.push(balancer.engine);
  const url = (database: string) => `postgres://${OWNER}@127.0.0.1:${balancer.port}/${database}`;

  /** As the first member that answers sees it. */
  async function state(): Promise<State['members']> {
    for (const { api } of members)
      try {
        const response = await fetch(`http://127.0.0.1:${api}/cluster`, {
          signal: AbortSignal.timeout(2_000),
        });
        return ((await response.json()) as State).members;
      } catch {
        // One that was killed does not answer.
      }
    return [];
  }

  const isWhole = async () => {
    const seen = await state();
    const roles = seen.map(({ role, state: doing }) => (/running|streaming/.test(doing) ? role : ''));
    return (
      roles.filter((role) => role === 'leader').length === 1 &&
      roles.filter((role) => role === 'sync_standby').length === 1 &&
      roles.filter((role) => /replica|sync_standby/.test(role)).length === MEMBERS - 1
    );
  };

  /** Makes members anew that do not find back by themselves, as an operator would (`patronictl reinit`). */
  async function reinitialise(): Promise<void> {
    for (const { name, state: doing } of await state()) {
      const member = members.find((one) => one.name === name);
      if (!member || /running|streaming|creating/.test(doing)) continue;
      reinitialised += 1;
      await fetch(`http://127.0.0.1:${member.api}/reinitialize`, {
        method: 'POST',
        body: JSON.stringify({ force: true }),
      }).catch(() => {});
    }
  }

  async function untilWhole(): Promise<void> {
    let patientUntil = performance.now() + PATIENCE_MS;
    for (const began = performance.now(); performance.now() - began < STARTING_MS; await pause(500)) {
      if (await isWhole().catch(() => false)) return;
      if (performance.now() < patientUntil) continue;
      await reinitialise();
      patientUntil += PATIENCE_MS;
    }
    const said = members.map(({ name, patroni }) => `${name}:\n${patroni.output().slice(-2_000)}`);
    throw new Error(`the cluster did not become whole: ${JSON.stringify(await state())}\n${said.join('\n')}`);
  }

  const cluster = {
    url,
    untilWhole,
    reinitialised: () => reinitialised,
    /** Kills the primary without notice and resolves at once with what brings its member back. */
    async killPrimary(loss: Loss): Promise<() => void> {
      const leader = (await state()).find(({ role }) => role === 'leader');
      const member = members.find(({ name }) => name === leader?.name);
      if (!member) throw new Error('no primary to kill');
      const [pid] = (await readFile(join(member.folder, 'data', 'postmaster.pid'), 'utf8')).split('\n');
      if (loss === 'machine') member.patroni.child.kill('SIGKILL');
      process.kill(Number(pid), 'SIGKILL');
      return () => {
        if (loss === 'machine') member.patroni = begin(member);
      };
    },
    async close() {
      for (const { patroni } of members) patroni.child.kill('SIGTERM');
      await Promise.all(members.map(({ patroni }) => patroni.ended));
      for (const engine of engines.toReversed()) await engine.end('SIGTERM');
      // A server whose Patroni was killed has nobody else to end it.
      for (const member of members) await endServer(member);
    },
  };
  try {
    await untilWhole();
    await withConnection({ connectionString: url('postgres') }, (client) => client.query('select 1'));
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return cluster;
}

async function endServer({ folder }: Member): Promise<void> {
  const lock = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(lock.split('\n')[0]);
  const command = pid ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
  if (command.includes(folder)) process.kill(pid, 'SIGQUIT');
}

async function startEtcd(path: string, folder: string): Promise<{ engine: Engine; port: number }> {
  await engineFolder(folder);
  const [port, peer] = [await freePort(), await freePort()];
  const [client, own] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peer}`];
  const engine = startEngine(
    path,
    [
      '--name=etcd',
      `--data-dir=${join(folder, 'data')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${own}`,
      `--initial-advertise-peer-urls=${own}`,
      `--initial-cluster=etcd=${own}`,
    ],
    folder,
  );
  await untilReady(engine, async () => (await fetch(`${client}/health`)).ok);
  return { engine, port };
}

/** A lease of fifteen seconds: a machine that is gone is replaced within twenty. */
const settingsOf = (
  { name, port, api }: Omit<Member, 'patroni' | 'folder'>,
  etcd: number,
  programs: string,
) => `
scope: prosa
name: ${name}
restapi: { listen: '127.0.0.1:${api}', connect_address: '127.0.0.1:${api}' }
etcd3: { hosts: ['127.0.0.1:${etcd}'] }
bootstrap:
  dcs:
    ttl: 15
    loop_wait: 3
    retry_timeout: 5
    primary_start_timeout: 0
    master_start_timeout: 0
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 100
        shared_buffers: 32MB
        max_wal_senders: 6
        wal_keep_size: 256MB
        timezone: UTC
  initdb: [ { encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums ]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: data
  bin_dir: ${programs}
  basebackup: [ { checkpoint: fast } ]
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  pg_hba: [ 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust' ]
  parameters: { unix_socket_directories: '' }
  authentication:
    superuser: { username: ${OWNER} }
    replication: { username: ${OWNER} }
    rewind: { username: ${OWNER} }
`;

async function startHaproxy(path: string, folder: string, members: Member[]) {
  await engineFolder(folder);
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const servers = members.map(
    ({ name, port: own, api }) => `  server ${name} 127.0.0.1:${own} check port ${api}`,
  );
  await writeFile(
    file,
    `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  return { engine: startEngine(path, ['-db', '-f', file], folder), port };
}
