/** Entry point. The environment is parsed first, so that a wrong setting is refused before anything else is loaded. */
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { hookModuleResolution } from './tuning/module-hooks.ts';

const NEEDED_MAJOR = 24;
// `npm start` finds the right one; a service may name Node itself, and an older one would end with a stack trace.
if (Number(process.versions.node.split('.')[0]) < NEEDED_MAJOR) {
  const own = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
  console.error(
    `\n  O Prosa roda no Node ${NEEDED_MAJOR}, e este é o ${process.version}. Inicie com npm start, que escolhe o certo, ou com ${own}.\n`,
  );
  process.exit(1);
}

// The compile cache keeps modules that are loaded from here on, so that the next start is quick. It also stays in memory,
// and the built server starts as quickly without it.
if (import.meta.filename.endsWith('.ts'))
  module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)));
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
