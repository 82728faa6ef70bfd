/**
 * The check before each commit: format, lint, types, architecture. Files that were right and did not change are skipped.
 * `npm run check -- tipos` runs those whose name has one of the given words.
 */
import { checks, runAll, runRemembered } from './steps.ts';

const words = process.argv.slice(2);
const wanted = words.length ? checks.filter(({ name }) => words.some((word) => name.includes(word))) : checks;
if (wanted.length === 0) {
  console.error(`Nenhuma verificação tem esse nome. Há: ${checks.map(({ name }) => name).join('; ')}.`);
  process.exit(2);
}
const outcomes = await runAll(wanted, runRemembered);
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;
