/** People are circles; agents are squares with one sharp corner, like a speech bubble. */
import { classes } from '../classes.ts';

type AvatarProps = { name: string; size?: keyof typeof sizes };

const sizes = {
  small: 'size-[26px] text-[11px]',
  medium: 'size-8 text-[12.5px]',
  large: 'size-11 text-[15px]',
} as const;
const corners = {
  small: 'rounded-[8px_8px_8px_2px]',
  medium: 'rounded-[10px_10px_10px_3px]',
  large: 'rounded-[13px_13px_13px_4px]',
} as const;
// The letters are drawn, not written: the name stands beside them, and nobody should hear or copy both.
const look =
  'grid shrink-0 place-items-center font-semibold select-none leading-none before:content-[attr(data-letters)]';

export function PersonAvatar({ name, size = 'medium' }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      data-letters={initialsOf(name)}
      className={classes(look, sizes[size], 'rounded-full bg-ipe-soft text-ipe-ink')}
    />
  );
}

/** `id` chooses the colour; an agent that no longer exists has none and is drawn in the brand's. */
export function AgentAvatar({ id, name, size = 'medium' }: AvatarProps & { id: number | null }) {
  return (
    <span
      aria-hidden="true"
      data-tone={toneOf(id)}
      data-letters={initialsOf(name)}
      className={classes(look, sizes[size], corners[size], 'bg-tone text-on-tone')}
    />
  );
}

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
