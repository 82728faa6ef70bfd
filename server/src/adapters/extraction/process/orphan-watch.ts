/** A reader whose server was killed ends too, even in the middle of a loop that never comes back to the event loop. */
import { Worker } from 'node:worker_threads';

const WATCH = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 500);`;

export function endWithParent(): void {
  // A thread of its own: timers of this one wait for the file to be read. The parent may be gone before it starts.
  new Worker(WATCH, { eval: true, workerData: process.ppid }).unref();
}
