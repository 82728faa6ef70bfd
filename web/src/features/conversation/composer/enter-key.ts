/** What Enter means in the question box. */
type Key = { key: string; shiftKey: boolean; altKey: boolean; isComposing: boolean; keyCode: number };

/**
 * True when the key sends: Enter alone, above the phone width, and never while an accent or a word is being
 * composed. Safari ends a composition before its keydown and marks that one only with the code 229.
 */
export function sendsWith(event: Key, mobile: boolean): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || mobile) return false;
  return !event.isComposing && event.keyCode !== 229;
}
