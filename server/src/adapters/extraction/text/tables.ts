/** Tables in words, so that each row says by itself what its cells are. */

const NAME_MAX = 60;

/** The names, or null: then every row speaks for itself. `strong`: which rows are bold throughout. */
export function columnNames(rows: string[][], strong: boolean[], isMarked: boolean): string[] | null {
  const [first, second] = rows;
  if (!first || !second) return null;
  const isNamed =
    first.every((cell) => cell && cell.length <= NAME_MAX) && new Set(first).size === first.length;
  if (isMarked) return first;
  if (!isNamed) return null;
  if (strong[0] && !strong[1]) return first;
  // A table of two columns is as often a list of things and what they are.
  const isWide = first.length > 2;
  return isWide && first.every((cell) => !/\d/.test(cell)) ? first : null;
}

/** "Cargo: Analista; Lotação: Recife". */
export function rowSentence(header: string[], cells: string[]): string {
  return cells
    .map((cell, column) => {
      if (!cell) return '';
      const name = header[column]?.replace(/[:\s]+$/, '');
      return name ? `${name}: ${cell}` : cell;
    })
    .filter(Boolean)
    .join('; ');
}
