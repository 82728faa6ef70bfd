/** The real process, for tests of how it begins and ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { BUILT_SERVER } from '../../../scripts/server/build-server.ts';
import { runsBuiltPrograms } from '../../../scripts/server/built-programs.ts';
import { COMPILED } from './compile-cache.ts';

export type Started = {
  child: ChildProcess;
  url: string;
  output(): string;
  /** Resolves when the output matches, or rejects when the process ended before. */
  says(pattern: RegExp): Promise<void>;
  ended: Promise<number | null>;
  end(signal: NodeJS.Signals): Promise<number | null>;
};

const running = new Set<Started>();

/** The sources, or in `npm test` what was built of them. */
export const serverProgram = (): string => (runsBuiltPrograms() ? BUILT_SERVER : 'server/src/main.ts');

/** `env` needs a DATA_DIR; the port is free unless it is given. */
export async function startProcess(env: Record<string, string>, program = serverProgram()): Promise<Started> {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, PORT: port, LOG_LEVEL: 'warn', OCR: 'off', ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const watchers = new Set<() => void>();
  const take = (chunk: Buffer) => {
    output += chunk;
    for (const watch of watchers) watch();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const started: Started = {
    child,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const watch = () => {
          if (pattern.test(output)) resolve();
        };
        watchers.add(watch);
        watch();
        void ended.then(() => reject(new Error(`ended before saying ${pattern}:\n${output}`)));
      }),
    ended,
    async end(signal) {
      if (child.exitCode === null) child.kill(signal);
      return ended;
    },
  };
  running.add(started);
  // Not before: one that does not obey has to be ended by `endAll`.
  void ended.then(() => running.delete(started));
  return started;
}

/** Said once the process serves. */
export const isUp = /no ar em/;

/** Ends what a failed test left running. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map((started) => started.end('SIGKILL')));
}

export async function freePort(): Promise<number> {
  const server = await listenAnywhere();
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export function listenAnywhere(): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
