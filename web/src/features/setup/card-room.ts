/** How high the first steps stood when this browser last showed them, in a cookie: known before they have come. */

const NAME = 'first_steps';
const ONE_YEAR_SECONDS = 31_536_000;

/** In pixels; 0 where there was no card, null where nothing is known. */
export function lastHeight(): number | null {
  const kept = new RegExp(`(?:^|; )${NAME}=(\\d{1,4})(?:;|$)`).exec(document.cookie)?.[1];
  return kept === undefined ? null : Number(kept);
}

export function keepHeight(pixels: number): void {
  const height = Math.round(pixels);
  if (height === lastHeight()) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${NAME}=${height}; max-age=${ONE_YEAR_SECONDS}; path=/; SameSite=Lax`;
}
