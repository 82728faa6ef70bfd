import { CELL_TRUNCATION } from '#contract/limits.ts';

export type Clipped = {
  /** Text of the table cell. */
  shown: string;
  /** All of it, for a tooltip; undefined when the cell shows it all. */
  title: string | undefined;
};

/** By characters, so that no letter is cut in two. */
export function clipped(text: string): Clipped {
  const characters = Array.from(text.slice(0, 2 * CELL_TRUNCATION + 2));
  if (characters.length <= CELL_TRUNCATION) return { shown: text, title: undefined };
  return { shown: `${characters.slice(0, CELL_TRUNCATION).join('')}...`, title: text };
}
