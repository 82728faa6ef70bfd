import { describe, expect, test } from 'vitest';
import { type PhoneEdit, pastePhone, typePhone } from './phone-edit.ts';

/** A number with the caret at the bar. */
const at = (shown: string): PhoneEdit => ({ value: shown.replace('|', ''), caret: shown.indexOf('|') });
const shown = ({ value, caret }: PhoneEdit) => `${value.slice(0, caret)}|${value.slice(caret)}`;

/** The browser's value and caret after a key press. */
function press(key: string, where: string): string {
  const { value, caret } = at(where);
  const [from, to] =
    key === 'Backspace'
      ? [Math.max(caret - 1, 0), caret]
      : key === 'Delete'
        ? [caret, caret + 1]
        : [caret, caret];
  const letter = key.length === 1 ? key : '';
  const inputType =
    { Backspace: 'deleteContentBackward', Delete: 'deleteContentForward' }[key] ?? 'insertText';
  const typed = value.slice(0, from) + letter + value.slice(to);
  return shown(typePhone(value, { typed, caret: from + letter.length, inputType }));
}
const presses = (keys: string[], where: string) => keys.reduce((now, key) => press(key, now), where);

describe('R-AUTH-19 a phone number that is corrected', () => {
  test('deleting at a separator deletes the digit before it, and the caret stays there', () => {
    expect(press('Backspace', '(11) 98765-|4321')).toBe('(11) 9876|-4321');
    expect(presses(['Backspace', 'Backspace'], '(11) 98765-|4321')).toBe('(11) 987|4-321');
    expect(press('Backspace', '(11) |98765-4321')).toBe('(1|9) 8765-4321');
    expect(press('Delete', '(11|) 98765-4321')).toBe('(11|) 8765-4321');
    expect(press('Delete', '(11) 98765|-4321')).toBe('(11) 9876-5|321');
  });

  test('before the first digit there is nothing to delete', () => {
    expect(press('Backspace', '(|11) 98765-4321')).toBe('(|11) 98765-4321');
    expect(press('Backspace', '(|11')).toBe('(|11');
    expect(press('Backspace', '(1|')).toBe('|');
  });

  test('a digit deleted or typed in the middle leaves the caret beside it, also where the dash moves', () => {
    expect(press('Backspace', '(11) 987|65-4321')).toBe('(11) 98|65-4321');
    expect(press('7', '(11) 98|65-4321')).toBe('(11) 987|65-4321');
    expect(press('5', '(11) 9876-|4321')).toBe('(11) 98765|-4321');
    expect(press('9', '|(11')).toBe('(9|1) 1');
  });

  test('a letter or a dash of one’s own changes nothing, not even the place of the caret', () => {
    expect(press('x', '(11) 9876-|4321')).toBe('(11) 9876-|4321');
    expect(press('-', '(11) 987|65-432')).toBe('(11) 987|6-5432');
  });

  test('digits typed at the end and taken away again come and go one by one', () => {
    const digits = '11987654321'.split('');
    expect(presses(digits, '|')).toBe('(11) 98765-4321|');
    expect(presses([...digits, ...digits.map(() => 'Backspace')], '|')).toBe('|');
  });
});

describe('a phone number that is pasted', () => {
  test('comes without its country and its blanks', () => {
    expect(shown(pastePhone('', '+55 (11) 98765-4321', [0, 0]))).toBe('(11) 98765-4321|');
    expect(shown(pastePhone('(21) 3333-4444', '55 11 3333 2222', [0, 14]))).toBe('(11) 3333-2222|');
    // Santa Maria has the area code 55.
    expect(shown(pastePhone('', '55 98765-4321', [0, 0]))).toBe('(55) 98765-4321|');
  });

  test('takes the place of what is selected, and leaves out what has no room', () => {
    expect(shown(pastePhone('(11) 98765-4321', '00', [6, 8]))).toBe('(11) 900|65-4321');
    expect(shown(pastePhone('(11) 98765-4321', '00', [6, 6]))).toBe('(11) 9|8765-4321');
  });

  test('or filled in by the browser with its country is understood', () => {
    expect(typePhone('', { typed: '+5511987654321', caret: null }).value).toBe('(11) 98765-4321');
  });
});
