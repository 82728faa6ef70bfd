/** Whether an answer says one value: a number with its unit, a day, or a text as a whole. */
import { singular } from '../../../language/word-forms.ts';
import { fold } from '../../../language/words.ts';
import { withoutMarkers } from '../../chat/compose/answer-text.ts';
import type { NumberReading } from '../../grounding/numbers/notation.ts';
import {
  type Figure,
  type NumberToken,
  scanNumbers,
  type WrittenDate,
} from '../../grounding/numbers/scan-numbers.ts';
import { comparable, fails, holds, quoted, type Verdict } from './verdict.ts';

export function judgeEquals(value: string, answer: string): Verdict {
  const text = withoutMarkers(answer);
  const expected = valueIn(value);
  if (expected?.token.type === 'number')
    return judgeNumber(value, { ...expected, token: expected.token }, text);
  if (expected?.token.type === 'date') return judgeDay(value, expected.token, text);
  return sentence(text) === sentence(value)
    ? holds(`A resposta é ${quoted(value)}, como esperado.`)
    : fails(`Esperava-se ${quoted(value)}, mas a resposta é outro texto.`);
}

const sentence = (text: string) => comparable(text).replace(/[.!]+$/, '');

type Value = { token: NumberToken; unit: string };

/** The number or day that a value consists of; null where it is a text. */
function valueIn(value: string): Value | null {
  const [token, ...others] = scanNumbers(value);
  if (!token || others.length) return null;
  const rest = value.slice(token.end).trim();
  const isAlone = value.slice(0, token.start).trim() === '' && /^\p{L}*$/u.test(rest);
  return isAlone ? { token, unit: singular(fold(rest)) } : null;
}

function judgeNumber(value: string, { token, unit }: Value & { token: Figure }, text: string): Verdict {
  const [wanted] = token.readings;
  if (!wanted) return fails(`Esperava-se ${quoted(value)}, que não é um número.`);
  const said = scanNumbers(text).filter(
    (one): one is Figure =>
      one.type === 'number' && one.unit === token.unit && (!unit || unitAfter(text, one) === unit),
  );
  const values = new Set(said.map((one) => keyOf(one, wanted)));
  return verdictOf(value, values, keyOf(token, wanted));
}

/** The word after a number, such as «dias». */
const unitAfter = (text: string, { end }: Figure): string =>
  singular(fold(/^[\s*]*(\p{L}+)/u.exec(text.slice(end))?.[1] ?? ''));

/** Alike for numbers that are equal to the decimals of the wanted one. A reading that equals it counts before others. */
function keyOf({ readings }: Figure, wanted: NumberReading): string {
  const keys = readings.map((reading) =>
    wanted.digits || reading.digits
      ? (reading.digits ?? String(reading.value))
      : rounded(reading, wanted.place),
  );
  const own = wanted.digits ?? rounded(wanted, wanted.place);
  return keys.find((key) => key === own) ?? keys[0] ?? '';
}

const rounded = ({ value }: NumberReading, place: number): string => String(Math.round(value / place));

function judgeDay(value: string, wanted: WrittenDate, text: string): Verdict {
  const said = scanNumbers(text).filter((one): one is WrittenDate => one.type === 'date');
  const values = new Set(said.map((one) => dayKey(one, wanted)));
  return verdictOf(value, values, dayKey(wanted, wanted));
}

/** A year that one of the two leaves out is taken to be that of the other. */
const dayKey = ({ year, month, day }: WrittenDate, wanted: WrittenDate): string =>
  `${wanted.year === null ? '' : (year ?? wanted.year)}-${month}-${day}`;

function verdictOf(value: string, said: Set<string>, wanted: string): Verdict {
  if (!said.has(wanted)) return fails(`Esperava-se ${quoted(value)}, mas a resposta não diz esse valor.`);
  if (said.size > 1) return fails(`Esperava-se só ${quoted(value)}, mas na resposta há mais de um valor.`);
  return holds(`A resposta diz ${quoted(value)}, como esperado.`);
}
