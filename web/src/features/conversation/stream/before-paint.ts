/** After each rendering comes a pause of twice its duration, so that a slow machine still responds to input. */
const REST = 2;

/** Longest pause: text that arrives in larger jumps is hard to read along. */
const WAIT_MAX_MS = 150;

/** A hidden page has no animation frames; its text is flushed at this interval. */
const HIDDEN_MS = 250;

const painted = new MessageChannel();

let drawnAt = 0;
let drawingMs = 0;

/** Runs the callback before the next paint that the pause allows; returns the cancellation. */
export function beforePaint(callback: () => void): () => void {
  if (document.visibilityState === 'hidden') {
    const timer = setTimeout(callback, HIDDEN_MS);
    return () => clearTimeout(timer);
  }
  // Requesting a frame during the pause would make the browser paint it.
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
  // The message arrives once this frame has been laid out and painted; a timer would wait for other timers too.
  painted.port2.onmessage = () => {
    drawingMs = performance.now() - now;
  };
  painted.port1.postMessage(undefined);
}
