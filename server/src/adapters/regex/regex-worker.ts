/** Worker thread that runs patterns. Messages: `ready` out, a `RegexTask` in, a `RegexReply` out. */
import { parentPort } from 'node:worker_threads';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { PatternFault } from './pattern-problem.ts';
import type { RegexReply, RegexTask } from './regex.ts';

parentPort?.once('message', (task: RegexTask) => parentPort?.postMessage(filter(task)));
parentPort?.postMessage('ready');

function filter({ values, include, exclude, case_insensitive }: RegexTask): RegexReply {
  const wanted = compile(include, case_insensitive);
  if ('invalid' in wanted) return wanted;
  const unwanted = exclude === null ? null : compile(exclude, case_insensitive);
  if (unwanted && 'invalid' in unwanted) return unwanted;
  const included = values.filter((value) => wanted.compiled.test(value));
  const kept = unwanted ? included.filter((value) => !unwanted.compiled.test(value)) : included;
  return { kept, included: included.length };
}

function compile(
  pattern: string,
  case_insensitive: boolean,
): { compiled: RE2JS } | { invalid: PatternFault } {
  try {
    return { compiled: RE2JS.compile(pattern, case_insensitive ? RE2JS.CASE_INSENSITIVE : 0) };
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const part = error.getPattern() ?? null;
    // The flag is set by a prefix, which is quoted where the whole pattern is meant.
    const typed = part === `(?i)${pattern}` ? pattern : part;
    return { invalid: { description: error.getDescription(), part: typed } };
  }
}
