/** Watch mode: the server restarts on change, Vite serves the web app on port 5173 and passes calls on to it. */
import { spawn } from 'node:child_process';

const options = { stdio: 'inherit' as const };
const children = [
  spawn(process.execPath, ['--watch', 'server/src/main.ts'], options),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts'], options),
];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
