/** The check before each commit: format, lint, types, architecture. Files that were right and did not change are skipped. */
import { checks, runAll, runRemembered } from './steps.ts';

const outcomes = await runAll(checks, runRemembered);
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;
