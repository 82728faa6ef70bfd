/** V8 heap settings of a server process (decisions 33 and 34). */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Growth of the live heap, in percent, that triggers a major collection. By default it is a tenth, and transient external
 * bytes such as those of an upload count: seven collections for ten megabytes, each stopping requests for 10 to 30 ms.
 */
const GROWTH = 100;

/**
 * Loading the modules grows V8's young generation to sixteen megabytes and leaves ten of garbage, which an idle process
 * would never collect. Call it when everything has started: the collection stops the process for a tenth of a second.
 */
export function tuneHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}
