/**
 * How much of a page its pictures cover. They are left out when a page is listed, since they would be decoded for it; what
 * is left of a picture is the matrix that lays it on the page, with nothing drawn by it.
 */
import { type Matrix, type OperationCodes, times } from './drawing.ts';

type Operations = { fnArray: number[]; argsArray: unknown[] };
/** `isBare`: a matrix was set, and nothing has been drawn by it. */
type State = { matrix: Matrix; isBare: boolean };

/** In square points. */
export function pictureArea({ fnArray, argsArray }: Operations, codes: OperationCodes): number {
  const stack: State[] = [];
  let state: State = { matrix: [1, 0, 0, 1, 0, 0], isBare: false };
  let area = 0;
  const drawing = new Set([codes.showText, codes.shadingFill, codes.constructPath]);
  const close = () => {
    if (state.isBare) area += areaOf(state.matrix);
    state.isBare = false;
  };
  for (const [index, operation] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as unknown[];
    if (operation === codes.save || operation === codes.paintFormXObjectBegin) {
      stack.push({ ...state, isBare: false });
      const inner = operation === codes.save ? null : (args[0] as Matrix | null);
      if (inner) state = { matrix: times(state.matrix, Array.from(inner)), isBare: false };
    } else if (operation === codes.restore || operation === codes.paintFormXObjectEnd) {
      close();
      state = stack.pop() ?? state;
    } else if (operation === codes.transform)
      state = { matrix: times(state.matrix, Array.from(args as Matrix)), isBare: true };
    else if (drawing.has(operation) && args[0] !== codes.endPath) state.isBare = false;
  }
  close();
  return area;
}

/** Pictures fill the square of one by one to which the matrix gives its size. */
const areaOf = ([a = 0, b = 0, c = 0, d = 0]: Matrix) => Math.abs(a * d - b * c);
