/** Entry point. The environment is parsed first, so that a wrong setting is refused before anything else is loaded. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { hookModuleResolution } from './tuning/module-hooks.ts';

// The compile cache keeps modules that are loaded from here on, so that the next start is quick. It also stays in memory,
// and the built server starts as quickly without it.
if (import.meta.filename.endsWith('.ts'))
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)));
hookModuleResolution();
const { parseEnv, StartRefused } = await import('./env.ts');

try {
  const env = parseEnv(process.env);
  const { carryOut } = await import('./process.ts');
  await carryOut(process.argv.slice(2), env);
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  console.error(`\n  ${error.message.replaceAll('\n', '\n  ')}\n`);
  // A connection that is still ending must not keep the operator waiting.
  process.exit(1);
}
