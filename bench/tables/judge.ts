/** Judges the answer to a question to a table against its gold. */
import { compareDecimals } from '../../server/src/language/values/decimal.ts';
import type { TableAnswer } from './ask.ts';
import type { TableQuestion } from './questions.ts';

/**
 * `exact`: the gold and nothing else, in its order, in the first line where it is one figure, and the other reading of an
 * ambiguous question. `partial`: right, but something of that is missing. `honest`: no figure, and none is claimed.
 */
export type Verdict = 'exact' | 'partial' | 'honest' | 'wrong';

/** As the database writes it. */
export type Cell = string | null;
export type Gold = (sql: string) => Promise<Cell[][]>;

export async function judge(question: TableQuestion, answer: TableAnswer, gold: Gold): Promise<Verdict> {
  const { result } = answer;
  const isSaid = question.says?.test(answer.text) ?? true;
  // A figure over no row at all says that there is nothing.
  const isEmpty = result === null || result.rows_considered === 0;
  if (question.gold.length === 0) return isEmpty ? (isSaid ? 'exact' : 'honest') : 'wrong';
  if (result === null) return 'honest';
  const verdicts: Verdict[] = [];
  for (const sql of question.gold) verdicts.push(compared(sql, await gold(sql), answer));
  const verdict = verdicts.includes('exact') ? 'exact' : verdicts.includes('partial') ? 'partial' : 'wrong';
  if (verdict !== 'exact' || !isSaid) return verdict === 'wrong' ? 'wrong' : 'partial';
  if (question.other === null) return 'exact';
  const [[other = null] = []] = await gold(question.other);
  return result.alternatives.some(({ figure }) => holdsFigure(figure, other)) ? 'exact' : 'partial';
}

function compared(sql: string, gold: Cell[][], { result, text }: TableAnswer): Verdict {
  const rows = result?.rows ?? [];
  const [[figure = null] = []] = gold;
  const isFigure = gold.length === 1 && gold[0]?.length === 1 && isNumber(figure);
  const [first = ''] = text.split('\n');
  const isFirst = !isFigure || holdsFigure(first, figure);
  // The rows were shown instead of their number, which the first line says.
  if (isFigure && result?.plan.rows && isSame(String(result.rows_considered), figure) && isFirst)
    return 'partial';
  const places = gold.map((wanted) => rows.findIndex((row) => holdsRow(row, wanted)));
  if (places.includes(-1)) return 'wrong';
  const isAll = rows.length === gold.length && new Set(places).size === rows.length;
  const isInOrder = !sql.includes('order by') || isRising(gold, rows);
  return isAll && isInOrder && isFirst ? 'exact' : 'partial';
}

const isRising = (gold: Cell[][], rows: Cell[][]): boolean =>
  gold.every((wanted, place) => holdsRow(rows[place] ?? [], wanted));

const holdsRow = (row: Cell[], wanted: Cell[]): boolean =>
  wanted.every((cell) => row.some((other) => isSame(other, cell)));

const isNumber = (cell: Cell | undefined): cell is string => /^-?\d+(?:\.\d+)?$/.test(cell ?? '');

const isSame = (one: Cell, other: Cell): boolean =>
  isNumber(one) && isNumber(other) ? compareDecimals(one, other) === 0 : one === other;

/** Whether a text has the figure in Brazilian notation. */
const holdsFigure = (text: string, figure: Cell): boolean =>
  (text.match(/\d[\d.]*(?:,\d+)?/g) ?? []).some((written) =>
    isSame(written.replace(/\.$/, '').replaceAll('.', '').replace(',', '.'), figure),
  );
