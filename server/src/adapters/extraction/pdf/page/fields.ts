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
const NAME_MAX = 200;
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
  isCut: boolean;
  x: number;
  right: number;
  y: number;
  bottom: number;
};

export type FilledPage = {
  /** Each value stands at its label, or at its place with the field's name. */
  pieces: Piece[];
  /** Fields with a value, and those of them whose value was cut. */
  fields: number;
  fields_cut: number;
};

/** The strings of a page with the values of its fields. */
export function withFields(pieces: Piece[], annotations: Annotation[], view: Matrix): FilledPage {
  const labelled = [...pieces];
  const fields = annotations.flatMap((annotation) => fieldOf(annotation, view));
  const values: Piece[] = [];
  const answered = new Set<Piece>();
  for (const field of fields) {
    const label = field.isMark ? null : labelOf(field, labelled);
    if (label) {
      // The day, the month and the year of one date stand behind one label.
      const end = answered.has(label) || /[:?]\s*$/.test(label.text) ? ' ' : ': ';
      const filled = { ...label, text: label.text.trimEnd() + end + field.value };
      answered.add(filled);
      labelled.splice(labelled.indexOf(label), 1, filled);
    } else values.push(pieceOf(field, field.isMark && labelled.some((piece) => isBeside(piece, field))));
  }
  const fields_cut = fields.filter(({ isCut }) => isCut).length;
  return { pieces: [...labelled, ...values], fields: fields.length, fields_cut };
}

function fieldOf(annotation: Annotation, view: Matrix): Field[] {
  const { subtype, fieldName = '', alternativeText = '', password, hidden } = annotation;
  if (subtype !== 'Widget' || password || hidden) return [];
  const isMark = isMarkable(annotation);
  const written = isMark ? markOf(annotation) : writtenIn(annotation);
  const name = (alternativeText || fieldName).trim().slice(0, NAME_MAX);
  const value = written.slice(0, VALUE_MAX);
  const isCut = value.length < written.length;
  return value ? [{ value, isMark, isCut, name, ...boxOf(annotation.rect, view) }] : [];
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
    .trim();
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
