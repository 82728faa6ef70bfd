/** Divides JSON, YAML and Python along their keys and names: "servidor › porta", "Conta › sacar". */

/** Lines `from` up to and without `to`, which stand under one path. */
export type Run = { from: number; to: number; section: string };

/** As much as one passage holds. */
const WORDS = 180;
const DEPTH_MAX = 6;
/** A JSON key, a Python name, or a YAML key. */
const KEY =
  /^\s*(?:- )?(?:"((?:[^"\\]|\\.)+)"\s*:|(?:async\s+)?(?:def|class)\s+(\w+)|'?([\p{L}\p{N}_$][^:'"#{}[\](),=]*?)'?\s*:(?=\s|$))/u;
/** Opens one thing of a list. */
const ITEM = /^\s*(?:- |[{[]\s*$)/;
const CLOSERS = /^[\s{}[\](),;]*$/;

/** A step of a path; things of lists have a number and no name. */
type Step = { name: string; id: number };

export function keyedRuns(lines: string[]): Run[] {
  const paths = pathsOf(lines);
  const sizes = lines.map((line) => line.split(/\s+/).filter(Boolean).length);
  return divide({ paths, sizes }, 0, lines.length, 0);
}

type Measured = { paths: Step[][]; sizes: number[] };

function divide(text: Measured, from: number, to: number, depth: number): Run[] {
  if (from >= to) return [];
  if (sizeOf(text, from, to) <= WORDS || depth >= DEPTH_MAX) return [runOf(text, from, to)];
  const runs: Run[] = [];
  let open = from;
  for (let at = from; at < to; ) {
    const end = groupEnd(text, at, to, depth);
    const isLarge = sizeOf(text, at, end) > WORDS;
    // Small neighbours share a run while they fit.
    if (isLarge || sizeOf(text, open, end) > WORDS) {
      if (open < at) runs.push(runOf(text, open, at));
      open = at;
    }
    if (isLarge) {
      const isOne = (text.paths[at]?.length ?? 0) <= depth;
      runs.push(...(isOne ? [runOf(text, at, end)] : divide(text, at, end, depth + 1)));
      open = end;
    }
    at = end;
  }
  if (open < to) runs.push(runOf(text, open, to));
  return runs;
}

/** Where the lines end that share their step at this depth. */
function groupEnd({ paths }: Measured, at: number, to: number, depth: number): number {
  const id = paths[at]?.[depth]?.id;
  let end = at + 1;
  while (end < to && id !== undefined && paths[end]?.[depth]?.id === id) end += 1;
  return end;
}

/** The path that all lines share. */
function runOf({ paths }: Measured, from: number, to: number): Run {
  const first = paths[from] ?? [];
  const shared = first.filter((step, depth) =>
    paths.slice(from, to).every((path) => path[depth]?.id === step.id),
  );
  const names = shared.map(({ name }) => name).filter(Boolean);
  return { from, to, section: names.join(' › ') };
}

const sizeOf = ({ sizes }: Measured, from: number, to: number) =>
  sizes.slice(from, to).reduce((sum, size) => sum + size, 0);

function pathsOf(lines: string[]): Step[][] {
  const open: (Step & { indent: number })[] = [];
  let count = 0;
  const nextId = () => {
    count += 1;
    return count;
  };
  let path: Step[] = [];
  return lines.map((line) => {
    const indent = line.length - line.trimStart().length;
    const opensItem = ITEM.test(line);
    // A closing bracket belongs to the block that it closes.
    if (CLOSERS.test(line) && !opensItem) return path;
    const [, json, python, yaml] = KEY.exec(line.slice(0, 300)) ?? [];
    const name = json ?? python ?? yaml;
    while (open.length && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    if (opensItem) open.push({ name: '', id: nextId(), indent });
    // After "- " a key stands deeper than its line.
    if (name !== undefined)
      open.push({
        name: name.trim(),
        id: nextId(),
        indent: line.trimStart().startsWith('- ') ? indent + 2 : indent,
      });
    path = open.map(({ name: step, id }) => ({ name: step, id }));
    return path;
  });
}
