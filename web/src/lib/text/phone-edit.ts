/** Applies typing, deleting and pasting to a masked phone number and places the caret. */
import { maskPhone } from '../format.ts';

export type PhoneEdit = { value: string; caret: number };

/** The browser's result of a key press: value, caret and input type. */
type Typed = { typed: string; caret: number | null; inputType?: string | undefined };

const DIGITS_MAX = 11;
/** The country code of Brazil, which copied and autofilled numbers carry. */
const COUNTRY = /^55(?=\d{10,11}$)/;

export function typePhone(before: string, { typed, caret, inputType = '' }: Typed): PhoneEdit {
  const place = caret ?? typed.length;
  const digits = digitsOf(typed).replace(COUNTRY, '');
  const left = digitsOf(typed.slice(0, place)).length;
  if (digits !== digitsOf(before)) return edited(digits, left);
  // Only a separator was touched, and the mask puts it back: what the person wants to change is the digit beside it.
  if (inputType.startsWith('deleteContentForward')) return edited(without(digits, left), left);
  if (inputType.startsWith('delete') && inputType !== 'deleteByCut')
    return edited(without(digits, left - 1), Math.max(left - 1, 0));
  return { value: maskPhone(digits), caret: Math.max(0, place - (typed.length - before.length)) };
}

/** Takes the place of what is selected; what has no room is left out, as where one types. */
export function pastePhone(before: string, text: string, [from, to]: [number, number]): PhoneEdit {
  const head = digitsOf(before.slice(0, from));
  const tail = digitsOf(before.slice(to));
  const pasted = digitsOf(text)
    .replace(COUNTRY, '')
    .slice(0, DIGITS_MAX - head.length - tail.length);
  return edited(head + pasted + tail, head.length + pasted.length);
}

function edited(digits: string, left: number): PhoneEdit {
  const value = maskPhone(digits);
  return { value, caret: afterDigits(value, left) };
}

/** The place right behind so many digits; behind the bracket where there is none before. */
function afterDigits(masked: string, count: number): number {
  if (count === 0) return masked === '' ? 0 : 1;
  let seen = 0;
  for (let place = 0; place < masked.length; place += 1)
    if (/\d/.test(masked.charAt(place)) && ++seen === count) return place + 1;
  return masked.length;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');
const without = (digits: string, at: number) => digits.slice(0, Math.max(at, 0)) + digits.slice(at + 1);
