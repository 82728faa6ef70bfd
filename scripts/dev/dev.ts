/**
 * Watch mode: the server restarts on change, Vite serves the web app on port 5173 and passes calls on to it.
 * `npm run dev -- provider` also starts a provider of sign-on on this machine, and adds it to the installation.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';

/** The address that e-mails and payments lead to. */
const PAGE = 'http://localhost:5173';

const [wish] = process.argv.slice(2);
if (wish && wish !== 'provider')
  refuse(`npm run dev não conhece «${wish}». O que ele conhece: npm run dev -- provider.`);
if (wish && process.env.NODE_ENV === 'production')
  refuse('npm run dev -- provider não existe em produção: qualquer senha entraria.');

const options = { stdio: 'inherit' as const };
const environment = {
  ...process.env,
  APP_URL: process.env.APP_URL || PAGE,
  // One for all restarts, so that an open mailbox stays open.
  DEV_TOKEN: process.env.DEV_TOKEN || randomBytes(24).toString('base64url'),
};
// Before the server has the database.
if (wish) await (await import('./provider.ts')).startAndRegister(environment);
const children = [
  spawn(process.execPath, ['--watch', 'server/src/main.ts'], { ...options, env: environment }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts'], options),
];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
    // The provider, where it runs, keeps this process alive.
    if (wish) process.exit(0);
  });

function refuse(sentence: string): never {
  console.error(`\n  ${sentence}\n`);
  process.exit(1);
}
