/** The values of form fields, as strings at their places. */
import { type Matrix, times } from './drawing.ts';
import type { Piece } from './lines.ts';

/** The parts of an annotation of pdf.js that are read. */
export type Annotation = {
  subtype?: string;
  fieldType?: string;
  fieldName?: string;
  alternativeText?: string;
  fieldValue?: unknown;
  rect: number[];
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string;
  password?: boolean;
  hidden?: boolean;
};

/** Characters of one value; a longer one is cut. */
const VALUE_MAX = 10_000;
/** Points between a field and its label, at its left and above. */
const LEFT_MAX = 220;
const ABOVE_MAX = 18;
/** Height of the letters of a value, in points, and its share of the field. */
const SIZE_MAX = 12;
const SIZE_SHARE = 0.7;

type Field = {
  value: string;
  name: string;
  isMark: boolean;
  x: number;
  right: number;
  y: number;
  bottom: number;
};

/** The strings of a page with the values of its fields, each at its label or at its place with the field's name. */
export function withFields(pieces: Piece[], annotations: Annotation[], view: Matrix): Piece[] {
  const labelled = [...pieces];
  for (const field of annotations.flatMap((annotation) => fieldOf(annotation, view))) {
    const label = field.isMark ? null : labelOf(field, labelled);
    if (label) {
      const end = /[:?]\s*$/.test(label.text) ? ' ' : ': ';
      labelled.splice(labelled.indexOf(label), 1, {
        ...label,
        text: label.text.trimEnd() + end + field.value,
      });
    } else labelled.push(pieceOf(field, field.isMark && labelled.some((piece) => isBeside(piece, field))));
  }
  return labelled;
}

function fieldOf(annotation: Annotation, view: Matrix): Field[] {
  const { subtype, fieldName = '', alternativeText = '', password, hidden } = annotation;
  if (subtype !== 'Widget' || password || hidden) return [];
  const isMark = isMarkable(annotation);
  const value = isMark ? markOf(annotation) : writtenIn(annotation);
  return value
    ? [{ value, isMark, name: (alternativeText || fieldName).trim(), ...boxOf(annotation.rect, view) }]
    : [];
}

const isMarkable = ({ fieldType, checkBox, radioButton }: Annotation): boolean =>
  fieldType === 'Btn' && Boolean(checkBox || radioButton);

const writtenIn = ({ fieldType, fieldValue }: Annotation): string =>
  fieldType === 'Tx' || fieldType === 'Ch' ? textOf(fieldValue) : '';

function boxOf([left = 0, low = 0, right = 0, high = 0]: number[], view: Matrix) {
  const [, , , , x = 0, y = 0] = times(view, [1, 0, 0, 1, left, low]);
  const [, , , , otherX = 0, otherY = 0] = times(view, [1, 0, 0, 1, right, high]);
  return {
    x: Math.min(x, otherX),
    right: Math.max(x, otherX),
    y: Math.min(y, otherY),
    bottom: Math.max(y, otherY),
  };
}

function markOf({ fieldValue, exportValue, buttonValue, radioButton }: Annotation): string {
  const chosen = radioButton ? buttonValue : exportValue;
  const isOn =
    typeof fieldValue === 'string' && fieldValue !== 'Off' && (chosen ? fieldValue === chosen : true);
  return isOn ? '[x]' : '[ ]';
}

function textOf(value: unknown): string {
  const texts = Array.isArray(value) ? value : [value];
  return texts
    .filter((text) => typeof text === 'string')
    .join(', ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, VALUE_MAX);
}

/** The string at its left, else the one above. */
function labelOf(field: Field, pieces: Piece[]): Piece | null {
  const left = pieces
    .filter(
      (piece) =>
        piece.isUpright &&
        isOnLine(piece, field) &&
        piece.right <= field.x + 2 &&
        field.x - piece.right <= LEFT_MAX &&
        /\p{L}/u.test(piece.text),
    )
    .toSorted((one, other) => other.right - one.right);
  if (left[0]) return left[0];
  const above = pieces
    .filter(
      (piece) =>
        piece.isUpright &&
        piece.y <= field.y + 2 &&
        field.y - piece.y <= ABOVE_MAX &&
        piece.x < field.right &&
        piece.right > field.x &&
        /\p{L}/u.test(piece.text),
    )
    .toSorted((one, other) => other.y - one.y || one.x - other.x);
  return above[0] ?? null;
}

const isOnLine = ({ y, size }: Piece, field: Field) => y >= field.y && y - 0.6 * size <= field.bottom;

const isBeside = (piece: Piece, field: Field) =>
  isOnLine(piece, field) && piece.x >= field.right - 2 && piece.x - field.right <= 3 * piece.size;

function pieceOf({ value, name, x, right, y, bottom }: Field, isNamed: boolean): Piece {
  const size = Math.min(SIZE_MAX, SIZE_SHARE * (bottom - y));
  const text = isNamed || !name ? value : `${name}: ${value}`;
  // On the baseline of the line that it stands in.
  const place = { x, right, y: bottom - 0.25 * (bottom - y), size };
  return { ...place, text, isUpright: true, isBold: false, isMono: false };
}
