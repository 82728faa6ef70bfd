/** Counts of what a text lists, and its ordinals: neither comes from a source. */

const ITEM = /^([ \t>]*)(?:[-*+•]|\(?(?:\d{1,3}|[a-z])[.)])[ \t]/;
const ORDINAL = /^[\s>#*_-]*\(?(?=\d{1,3}(?:[.)]|\\\.|\s?[–—-])[*_]*(?:\s|$))/;
const ROW = /^[ \t>]*\|/;
const RULE = /^[ \t>]*\|[ \t:|-]+$/;
/** A first cell that is a number alone. */
const RANK = /^[ \t>]*\|[\s*_]*(?=(\d{1,3})[ºª.°]?[\s*_]*\|)/;

/** Reads a text line by line. */
export class ListReader {
  /** How many items each list and table had that has ended. */
  readonly #ended = new Set<number>();
  /** Items so far, by their indentation. */
  readonly #items = new Map<number, number>();
  /** Rows of the table so far, without its head. */
  #rows = 0;
  #place = 0;
  /** Where the numbers stand that only count lines. */
  readonly ordinals = new Set<number>();

  /** `line` without its end. */
  add(line: string): void {
    const item = ITEM.exec(line);
    if (item) {
      const indent = item[1]?.length ?? 0;
      this.#endItems(indent + 1);
      this.#items.set(indent, (this.#items.get(indent) ?? 0) + 1);
    } else if (/^\S/.test(line)) this.#endItems(0);
    const ordinal = ORDINAL.exec(line);
    if (ordinal) this.ordinals.add(this.#place + ordinal[0].length);
    if (ROW.test(line)) this.#addRow(line);
    else this.#endRows();
    this.#place += line.length + 1;
  }

  /** Also of what may go on. */
  counts(): Set<number> {
    return new Set([...this.#ended, ...this.#items.values(), this.#rows]);
  }

  #addRow(line: string): void {
    if (RULE.test(line)) {
      this.#rows = 0;
      return;
    }
    this.#rows += 1;
    const rank = RANK.exec(line);
    if (rank && Number(rank[1]) === this.#rows) this.ordinals.add(this.#place + rank[0].length);
  }

  #endItems(from: number): void {
    for (const [indent, count] of this.#items) {
      if (indent < from) continue;
      this.#ended.add(count);
      this.#items.delete(indent);
    }
  }

  #endRows(): void {
    if (this.#rows) this.#ended.add(this.#rows);
    this.#rows = 0;
  }
}

export function readLists(text: string): ListReader {
  const lists = new ListReader();
  for (const line of text.split('\n')) lists.add(line);
  return lists;
}
