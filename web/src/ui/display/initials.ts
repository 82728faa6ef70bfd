/** How a name becomes two letters and an id one of twelve colours. */
const PARTICLES = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'em', 'para', 'a', 'o']);
/** The tones of `agent-colours.css`. */
const TONES = 12;

/** First letters of the first and the last word that carry meaning: «Direito de Trânsito» is DT. */
export function initialsOf(name: string): string {
  const all = name.trim().split(/\s+/).filter(Boolean);
  const words = all.filter((word) => !PARTICLES.has(word.toLowerCase()));
  const [first, ...others] = words.length > 0 ? words : all;
  const letters = [first, others.at(-1)].map((word) => Array.from(word ?? '')[0] ?? '');
  return letters.join('').toUpperCase() || '?';
}

export function toneOf(id: number | null): number {
  return id === null ? 0 : Math.abs(id - 1) % TONES;
}
