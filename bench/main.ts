/**
 * `npm run bench -- <name> [options]`: measures, prints one line of JSON, and nothing else on stdout. Without a name the
 * quick table of them all.
 */

const benches: Record<string, () => Promise<{ run(options: string[]): Promise<object> }>> = {
  backup: () => import('./backup.ts'),
  conversation: () => import('./conversation.ts'),
  datasource: () => import('./datasource.ts'),
  faults: () => import('./faults.ts'),
  fuzz: () => import('./fuzz.ts'),
  ingestion: () => import('./ingestion.ts'),
  ledger: () => import('./ledger.ts'),
  lists: () => import('./lists.ts'),
  manipulation: () => import('./manipulation.ts'),
  quick: () => import('./quick.ts'),
  render: () => import('./render.ts'),
  retrieval: () => import('./retrieval.ts'),
  stats: () => import('./stats.ts'),
};

const [name = 'quick', ...options] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(`Uso: npm run bench -- <nome> [opções]\nNomes: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
try {
  const figures = await (await bench()).run(options);
  console.log(JSON.stringify(figures));
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
}
