/** The difference between two texts: by lines first, then by words inside the lines that differ. */
export type Piece = { kind: 'same' | 'removed' | 'added'; text: string };

/** Cells of the comparison table; beyond it a stretch is shown as replaced whole, which is true as well. */
const TABLE_MAX = 1_000_000;

export function diffText(before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  for (const change of diffTokens(linesOf(before), linesOf(after))) {
    if ('same' in change) push(pieces, 'same', change.same);
    else for (const piece of diffWords(change.removed.join(''), change.added.join(''))) pieces.push(piece);
  }
  return merged(pieces);
}

function diffWords(before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  for (const change of diffTokens(wordsOf(before), wordsOf(after))) {
    if ('same' in change) push(pieces, 'same', change.same);
    else {
      push(pieces, 'removed', change.removed);
      push(pieces, 'added', change.added);
    }
  }
  return pieces;
}

type Change = { same: string[] } | { removed: string[]; added: string[] };

/** Common beginning and end are cut off first: most edits touch a little of a long text. */
function diffTokens(before: string[], after: string[]): Change[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const middle = between(before.slice(start, before.length - end), after.slice(start, after.length - end));
  const changes: Change[] = [
    { same: before.slice(0, start) },
    ...middle,
    { same: before.slice(before.length - end) },
  ];
  return changes.filter((change) =>
    'same' in change ? change.same.length > 0 : change.removed.length + change.added.length > 0,
  );
}

/** How many lines the two have in common, in order, from line `i` of one and line `j` of the other on. */
function longestCommon(before: string[], after: string[]): (i: number, j: number) => number {
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}

/** Along a longest common subsequence. */
function between(before: string[], after: string[]): Change[] {
  if (before.length * after.length > TABLE_MAX) return [{ removed: before, added: after }];
  const at = longestCommon(before, after);
  const changes: Change[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const settle = () => {
    if (removed.length + added.length > 0) changes.push({ removed, added });
    removed = [];
    added = [];
  };
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && before[i] === after[j]) {
      settle();
      changes.push({ same: [before[i] ?? ''] });
      i += 1;
      j += 1;
    } else if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1))) {
      removed.push(before[i] ?? '');
      i += 1;
    } else {
      added.push(after[j] ?? '');
      j += 1;
    }
  }
  settle();
  return changes;
}

const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
/** Words, the spaces between them, and every other mark by itself. */
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];

function push(pieces: Piece[], kind: Piece['kind'], tokens: string[]): void {
  if (tokens.length > 0) pieces.push({ kind, text: tokens.join('') });
}

function merged(pieces: Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last?.kind === piece.kind) last.text += piece.text;
    else result.push({ ...piece });
  }
  return result;
}
