/** Processes beside the one that measures: each says where it listens, and ends with it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Child = {
  url: string;
  pid: number;
  tell(wish: string): void;
  /** Resolves with what the child says next. */
  ask(wish: string): Promise<unknown>;
  end(): Promise<void>;
};

export async function startChild(file: string, args: string[] = []): Promise<Child> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: [] });
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    pid: child.pid as number,
    tell: (wish) => void child.send(wish),
    async ask(wish) {
      const said = once(child, 'message');
      child.send(wish);
      return (await said)[0];
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** In the child. */
export function serveParent(url: string, obey: (wish: string) => void = () => {}): void {
  process.on('message', (wish) => obey(String(wish)));
  process.on('disconnect', () => process.exit(0));
  process.send?.(url);
}
