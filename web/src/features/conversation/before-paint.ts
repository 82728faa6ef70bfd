/** Drawing gets at most a third of the time, however slow the machine: in between it can hear its reader. */
const REST = 2;

/** For a page that is hidden: it has no frames, but its text goes on arriving for the one who comes back. */
const HIDDEN_MS = 250;

let drawnAt = 0;
let drawingMs = 0;

/** Runs the callback before the next paint there is time for; returns its cancellation. */
export function beforePaint(callback: () => void): () => void {
  if (document.visibilityState === 'hidden') {
    const timer = setTimeout(callback, HIDDEN_MS);
    return () => clearTimeout(timer);
  }
  let handle = requestAnimationFrame(function draw(now) {
    if (now - drawnAt < drawingMs * (REST + 1)) {
      handle = requestAnimationFrame(draw);
      return;
    }
    drawnAt = now;
    callback();
    // Runs once this frame has been laid out and painted.
    setTimeout(() => {
      drawingMs = performance.now() - now;
    });
  });
  return () => cancelAnimationFrame(handle);
}
