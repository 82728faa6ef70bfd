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
    console.error(described(error));
    process.exitCode = 1;
  }
}

/** A failed statement is named by what PostgreSQL said of it, not by the thousands of values that it was given. */
function described(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const [message = ''] = error.message.split('\nparams:');
  const frames = error.stack?.slice(error.stack.indexOf('\n    at ')) ?? '';
  const cause = error.cause ? `\nCause: ${String(described(error.cause))}` : '';
  return `${error.name}: ${message}${frames}${cause}`;
}
