/** A counting semaphore: each reader process may hold a gigabyte of memory, so that only a few run at the same time. */

const SLOTS = 2;
let taken = 0;
const waiting: (() => void)[] = [];

/** Resolves with the function that releases the slot, first come, first served. */
export async function acquireSlot(signal?: AbortSignal): Promise<() => void> {
  if (taken < SLOTS) taken += 1;
  else await turn(signal);
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    const next = waiting.shift();
    // The slot is handed over without becoming free in between.
    if (next) next();
    else taken -= 1;
  };
}

function turn(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(go), 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.push(go);
  });
}
