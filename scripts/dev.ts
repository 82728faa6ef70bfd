/** Watch mode: the server restarts on change, Vite serves the web app on port 5173 and passes calls on to it. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';

/** The address that e-mails and payments lead to. */
const PAGE = 'http://localhost:5173';

const options = { stdio: 'inherit' as const };
const children = [
  spawn(process.execPath, ['--watch', 'server/src/main.ts'], {
    ...options,
    env: {
      ...process.env,
      APP_URL: process.env.APP_URL || PAGE,
      // One for all restarts, so that an open mailbox stays open.
      DEV_TOKEN: process.env.DEV_TOKEN || randomBytes(24).toString('base64url'),
    },
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts'], options),
];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
