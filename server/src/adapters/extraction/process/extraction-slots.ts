/** A counting semaphore: each reader process may hold a gigabyte of memory, so that only a few run at the same time. */

const SLOTS = 2;
let taken = 0;
/** A person waits for the first ones in a conversation: they take the next free slot before the others. */
const waiting: Record<'urgent' | 'usual', (() => void)[]> = { urgent: [], usual: [] };

/** Resolves with the function that releases the slot; of equally urgent ones first come, first served. */
export async function acquireSlot(signal?: AbortSignal, isUrgent = false): Promise<() => void> {
  if (taken < SLOTS) taken += 1;
  else await turn(waiting[isUrgent ? 'urgent' : 'usual'], signal);
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    const next = waiting.urgent.shift() ?? waiting.usual.shift();
    // The slot is handed over without becoming free in between.
    if (next) next();
    else taken -= 1;
  };
}

function turn(line: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      line.splice(line.indexOf(go), 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    line.push(go);
  });
}
