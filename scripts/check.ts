/** The check before each commit: format, lint, types, architecture. */
import { checks, runAll } from './steps.ts';

const outcomes = await runAll(checks);
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;
