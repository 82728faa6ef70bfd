/** How many readers run beside each other: each may hold a gigabyte. The others wait in line. */

const PLACES = 2;
let taken = 0;
const line: (() => void)[] = [];

/** Resolves with what gives the place back. */
export async function takePlace(signal?: AbortSignal): Promise<() => void> {
  if (taken < PLACES) taken += 1;
  else await turn(signal);
  let isBack = false;
  return () => {
    if (isBack) return;
    isBack = true;
    const next = line.shift();
    // The place goes on to who waits longest.
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
      line.splice(line.indexOf(go), 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    line.push(go);
  });
}
