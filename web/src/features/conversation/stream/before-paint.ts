/** Drawing gets at most a third of the time, however slow the machine: in between it can hear its reader. */
const REST = 2;

/** But text that comes in leaps is no longer read along, and each leap costs more than a step. */
const WAIT_MAX_MS = 150;

/** For a page that is hidden: it has no frames, but its text goes on arriving for the one who comes back. */
const HIDDEN_MS = 250;

const painted = new MessageChannel();

let drawnAt = 0;
let drawingMs = 0;

/** Runs the callback before the next paint there is time for; returns its cancellation. */
export function beforePaint(callback: () => void): () => void {
  if (document.visibilityState === 'hidden') {
    const timer = setTimeout(callback, HIDDEN_MS);
    return () => clearTimeout(timer);
  }
  // Asking for every frame in between would make the browser draw each of them.
  const rest = drawnAt + drawingMs + Math.min(drawingMs * REST, WAIT_MAX_MS) - performance.now();
  let frame = 0;
  const ask = () => {
    frame = requestAnimationFrame((now) => draw(now, callback));
  };
  const timer = rest > 0 ? setTimeout(ask, rest) : undefined;
  if (timer === undefined) ask();
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

function draw(now: number, callback: () => void): void {
  drawnAt = now;
  callback();
  // Heard once this frame has been laid out and painted; a timer would also wait for others.
  painted.port2.onmessage = () => {
    drawingMs = performance.now() - now;
  };
  painted.port1.postMessage(undefined);
}
