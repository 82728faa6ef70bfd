/** Runs in a thread of its own, so that no pattern can hold up the server. Messages: `ready` out, a `RegexTask` in, a `RegexReply` out. */
import { parentPort } from 'node:worker_threads';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { RegexReply, RegexTask } from './regex.ts';

parentPort?.once('message', (task: RegexTask) => parentPort?.postMessage(filter(task)));
parentPort?.postMessage('ready');

function filter({ values, include, exclude, case_insensitive }: RegexTask): RegexReply {
  const flags = case_insensitive ? RE2JS.CASE_INSENSITIVE : 0;
  try {
    const wanted = RE2JS.compile(include, flags);
    const unwanted = exclude === null ? null : RE2JS.compile(exclude, flags);
    const included = values.filter((value) => wanted.test(value));
    const kept = unwanted ? included.filter((value) => !unwanted.test(value)) : included;
    return { kept, included: included.length };
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return { invalid: error.message };
    throw error;
  }
}
