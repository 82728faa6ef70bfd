/** Runs in a thread of its own. Messages: a `HashingTask` in; the hash out, or whether it is the password’s. */
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashingTask } from './hashing.ts';

// On Linux this is said of the thread; elsewhere it would be of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', (task: HashingTask) =>
  parentPort?.postMessage(
    'hash' in task ? verifySync(task.hash, task.password) : hashSync(task.password, task.cost),
  ),
);
