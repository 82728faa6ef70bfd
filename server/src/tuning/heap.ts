/** What V8 is told about the memory of a server: what loading took is given back, and then it is left in peace. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Percent by which what lives in the heap may grow before V8 looks through it again. Left to itself it begins anew after
 * a tenth, and bytes that only pass through, of a file that is uploaded for instance, count as well: seven times while
 * ten megabytes are taken in, and whoever asks meanwhile waits 10 to 30 ms each time.
 */
const GROWTH = 100;

/**
 * Loading makes V8's young generation grow to sixteen megabytes and leaves ten of rubbish: of a process that is asked
 * little they would never be collected. To be called before the doors open: everything stands still for a tenth of a
 * second.
 */
export function tuneHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}
