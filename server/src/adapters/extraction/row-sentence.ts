/** A row of a table in words: "Cargo: Analista; Lotação: Recife". */

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
