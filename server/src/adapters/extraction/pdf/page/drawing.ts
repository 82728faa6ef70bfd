/** The rules that a page draws and the facts of its fonts, from its list of drawing operations. */

export type Matrix = number[];

/** A level or upright stroke, in points from the top left corner of the page; `x` ≤ `right`, `y` ≤ `bottom`. */
export type Rule = { x: number; right: number; y: number; bottom: number };
/**
 * The name says bold; the name or the widths of its letters say that all are equally wide. `widths`: those of the
 * characters that the page shows.
 */
export type FontFacts = { isBold: boolean; isMono: boolean; name?: string; widths?: Map<string, number> };
/** `dashes`: level strokes that are too short for a table. `figures`: drawings of other files that the page includes. */
export type Drawing = {
  rules: Rule[];
  dashes: Rule[];
  shades: Rule[];
  figures: Rule[];
  fonts: Map<string, FontFacts>;
};

export const noDrawing = (): Drawing => ({
  rules: [],
  dashes: [],
  shades: [],
  figures: [],
  fonts: new Map(),
});

type Operations = { fnArray: number[]; argsArray: unknown[] };
/** Numbers of pdf.js for operations, by name. */
export type OperationCodes = Record<string, number>;

/** A page with more rules is a drawing. */
const RULES_MAX = 4_000;
const LEVEL_MIN = 8;
const UPRIGHT_MIN = 5;
const DASH_MIN = 2;
/** Points by which a straight stroke may lean. */
const LEAN = 1;
/** A filled rectangle this thin is a rule. */
const THIN = 3;

const SUBSET = /^[A-Z]{6}\+/;
const BOLD = /bold|black|heavy|semi|demi|cmbx|[-]bd/i;
const MONO = /mono|courier|consol|menlo|fixed|typewriter|cmtt|inconsolata|code/i;
/** So many different letters of one width are no chance. */
const MONO_LETTERS = 8;

/** `nameOf` gives the name of a font, which is known once its operations were listed. */
export function drawingOf(
  operations: Operations,
  codes: OperationCodes,
  view: Matrix,
  nameOf: (font: string) => string,
): Drawing {
  const page = new PageReader(codes, view);
  for (const [index, operation] of operations.fnArray.entries())
    page.read(operation, (operations.argsArray[index] ?? []) as unknown[]);
  const fonts = new Map<string, FontFacts>();
  for (const [font, widths] of page.widths) {
    const name = nameOf(font).replace(SUBSET, '');
    fonts.set(font, { isBold: BOLD.test(name), isMono: MONO.test(name) || areEqual(widths), name, widths });
  }
  const { rules, dashes, shades, figures } = page;
  return rules.length > RULES_MAX
    ? { ...noDrawing(), figures, fonts }
    : { rules, dashes, shades, figures, fonts };
}

function areEqual(widths: Map<string, number>): boolean {
  const letters = [...widths].filter(([letter]) => /^\p{L}$/u.test(letter));
  return letters.length >= MONO_LETTERS && new Set(letters.map(([, width]) => Math.round(width))).size === 1;
}

type State = { matrix: Matrix; font: string };
type Glyph = { unicode: string; width: number };

class PageReader {
  readonly rules: Rule[] = [];
  readonly dashes: Rule[] = [];
  readonly shades: Rule[] = [];
  readonly figures: Rule[] = [];
  /** Widths of characters by font. */
  readonly widths = new Map<string, Map<string, number>>();
  readonly #codes: OperationCodes;
  readonly #stack: State[] = [];
  #state: State;

  constructor(codes: OperationCodes, view: Matrix) {
    this.#codes = codes;
    this.#state = { matrix: view, font: '' };
  }

  read(operation: number, args: unknown[]): void {
    const codes = this.#codes;
    switch (operation) {
      case codes.save:
        this.#stack.push({ ...this.#state });
        break;
      case codes.restore:
      case codes.paintFormXObjectEnd:
        this.#state = this.#stack.pop() ?? this.#state;
        break;
      case codes.paintFormXObjectBegin:
        this.#stack.push({ ...this.#state });
        if (args[0]) this.#turn(args[0] as Matrix);
        if (args[1]) this.#include(args[1] as ArrayLike<number>);
        break;
      case codes.transform:
        this.#turn(args as Matrix);
        break;
      case codes.setFont:
        this.#state.font = String(args[0]);
        break;
      case codes.showText:
        this.#show(args[0] as (Glyph | number)[]);
        break;
      case codes.constructPath:
        this.#paint(args as [number, [ArrayLike<number> | null]]);
        break;
    }
  }

  #turn(matrix: Matrix): void {
    this.#state.matrix = times(this.#state.matrix, Array.from(matrix));
  }

  #include({ 0: left = 0, 1: bottom = 0, 2: right = 0, 3: top = 0 }: ArrayLike<number>): void {
    if (this.figures.length > RULES_MAX) return;
    const points = [
      [left, bottom],
      [right, top],
      [left, top],
      [right, bottom],
    ] as Point[];
    this.figures.push(boxOf(points.map((point) => this.#placed(point))));
  }

  #placed([x, y]: Point): Point {
    const [, , , , right = 0, down = 0] = times(this.#state.matrix, [1, 0, 0, 1, x, y]);
    return [right, down];
  }

  #show(glyphs: (Glyph | number)[]): void {
    const { font } = this.#state;
    const widths = this.widths.get(font) ?? new Map<string, number>();
    this.widths.set(font, widths);
    for (const glyph of glyphs) {
      if (typeof glyph === 'number' || glyph?.unicode?.length !== 1) continue;
      widths.set(glyph.unicode, glyph.width);
    }
  }

  #paint([paint, [path]]: [number, [ArrayLike<number> | null]]): void {
    if (!path || paint === this.#codes.endPath || this.rules.length > RULES_MAX) return;
    const isFilled = paint === this.#codes.fill || paint === this.#codes.eoFill;
    for (const points of shapesOf(path)) {
      const corners = points.map((point) => this.#placed(point));
      if (isFilled) this.#fill(corners);
      else
        for (const [index, corner] of corners.slice(1).entries())
          this.#stroke(corners[index] ?? corner, corner);
    }
  }

  #fill(corners: Point[]): void {
    const box = boxOf(corners);
    const [width, height] = [box.right - box.x, box.bottom - box.y];
    if (height <= THIN && width > Math.max(DASH_MIN, height))
      this.#level({ ...box, y: middle(box.y, box.bottom), bottom: middle(box.y, box.bottom) });
    else if (width <= THIN && height > UPRIGHT_MIN)
      this.rules.push({ ...box, x: middle(box.x, box.right), right: middle(box.x, box.right) });
    else if (width > LEVEL_MIN && height > UPRIGHT_MIN) this.shades.push(box);
  }

  #stroke(from: Point, to: Point): void {
    const box = boxOf([from, to]);
    const [width, height] = [box.right - box.x, box.bottom - box.y];
    if (height <= LEAN && width > DASH_MIN) this.#level(box);
    else if (width <= LEAN && height > UPRIGHT_MIN) this.rules.push(box);
  }

  #level(rule: Rule): void {
    if (rule.right - rule.x > LEVEL_MIN) this.rules.push(rule);
    else if (this.dashes.length <= RULES_MAX) this.dashes.push(rule);
  }
}

type Point = [x: number, y: number];

/** The straight lines of a path; a shape with a curve is no rule. Path data as pdf.js keeps it: a code, then its points. */
function shapesOf(path: ArrayLike<number>): Point[][] {
  const shapes: Point[][] = [];
  let open: Point[] = [];
  let isCurved = false;
  const close = () => {
    if (open.length > 1 && !isCurved) shapes.push(open);
    [open, isCurved] = [[], false];
  };
  for (let at = 0; at < path.length; ) {
    const point = (): Point => [path[at + 1] ?? 0, path[at + 2] ?? 0];
    switch (path[at]) {
      case 0:
        close();
        open.push(point());
        at += 3;
        break;
      case 1:
        open.push(point());
        at += 3;
        break;
      case 4:
        if (open[0]) open.push(open[0]);
        at += 1;
        break;
      default:
        isCurved = true;
        at += path[at] === 2 ? 7 : 5;
    }
  }
  close();
  return shapes;
}

const middle = (a: number, b: number) => (a + b) / 2;

function boxOf(points: Point[]): Rule {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { x: Math.min(...xs), right: Math.max(...xs), y: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The product of two matrices: it applies the second one, then the first. */
export function times(
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix,
  [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0]: Matrix,
): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
