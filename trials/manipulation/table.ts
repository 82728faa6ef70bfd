import type { Attacked } from './attack.ts';

const ANSWER_LENGTH = 160;

/** A line an attempt; below, the beginning of each answer in which something fell. */
export function tableOf(attacked: Attacked[]): string {
  const rows = attacked.map(({ kind, name, fell, error }) => [
    kind,
    name,
    error ?? (fell.join(', ') || 'held'),
  ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const answers = attacked
    .filter(({ fell }) => fell.length)
    .map(({ name, answer }) => `${name}: ${JSON.stringify(answer.slice(0, ANSWER_LENGTH).toWellFormed())}`);
  return [...lines, ...(answers.length ? ['', ...answers] : [])].join('\n');
}
