/** One measurement or trial by its name on the command line: its figures are the only line on stdout, as JSON. */
export type Named = Record<string, () => Promise<{ run(options: string[]): Promise<object> }>>;

/** Exits with 2 for an unknown name and with 1 when the run throws; the run itself sets 1 when a bar is missed. */
export async function runNamed(
  command: string,
  entries: Named,
  [name = '', ...options]: string[],
): Promise<void> {
  const entry = entries[name];
  if (!entry) {
    console.error(
      `Uso: npm run ${command} -- <nome> [opções]\nNomes: ${Object.keys(entries).sort().join(', ')}`,
    );
    process.exit(2);
  }
  try {
    console.log(JSON.stringify(await (await entry()).run(options)));
  } catch (error) {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exitCode = 1;
  }
}
