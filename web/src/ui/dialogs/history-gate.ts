/**
 * Hears of Back and Forward before the router does, which is possible only for a listener that was added
 * first: a window calls its listeners in the order in which they came. Imported where the app begins.
 */
type Gate = (event: PopStateEvent) => void;

let gate: Gate | null = null;
window.addEventListener('popstate', (event) => gate?.(event));

/** Until the returned function is called; `stopImmediatePropagation` keeps a step from the router. */
export function gateHistory(next: Gate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = null;
  };
}
