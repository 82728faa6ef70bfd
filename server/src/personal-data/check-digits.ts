/** Check digits of Brazilian registration numbers and of payment cards. Values come without punctuation. */

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * (digits.charCodeAt(place) - ZERO), 0);

/** The values of letters in a CNPJ go on from those of the digits: «A» is 17. */
const ZERO = 48;

/** The digit that makes a weighted sum fit modulo 11; 10 and 11 are written as 0. */
const digitOf = (sum: number): number => (sum % 11 < 2 ? 0 : 11 - (sum % 11));

const CPF_FIRST = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const CPF_SECOND = [11, ...CPF_FIRST];
const CNPJ_FIRST = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_SECOND = [6, ...CNPJ_FIRST];
const PIS = [3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const CNS = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

const isRepeated = (value: string) => value === value.charAt(0).repeat(value.length);

export const isCpf = (value: string): boolean =>
  !isRepeated(value) &&
  value.endsWith(`${digitOf(weighted(value, CPF_FIRST))}${digitOf(weighted(value, CPF_SECOND))}`);

/** Twelve digits or capital letters and two digits. */
export const isCnpj = (value: string): boolean =>
  !isRepeated(value) &&
  value.endsWith(`${digitOf(weighted(value, CNPJ_FIRST))}${digitOf(weighted(value, CNPJ_SECOND))}`);

export const isPis = (value: string): boolean =>
  !isRepeated(value) && value.endsWith(String(digitOf(weighted(value, PIS))));

export const isCns = (value: string): boolean => /^[12789]/.test(value) && weighted(value, CNS) % 11 === 0;

/** First digits and lengths by brand: Visa, Mastercard, American Express, Diners, Discover, JCB, Elo, Hipercard, Maestro, UnionPay. */
const CARDS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^3(?:0[0-5]|[68])/, [14, 16]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 19]],
  [/^(?:5067|5090|50417[5]|50669[9]|627780|63629[7]|636368)/, [16]],
  [/^606282|^3841/, [13, 16, 19]],
  [/^(?:50|5[6-8]|6304|6759|676[1-3])/, [13, 14, 15, 16, 17, 18, 19]],
  [/^62/, [16, 17, 18, 19]],
];

export const isCard = (value: string): boolean =>
  CARDS.some(([prefix, lengths]) => lengths.includes(value.length) && prefix.test(value)) && luhn(value);

function luhn(value: string): boolean {
  let sum = 0;
  for (let place = 0; place < value.length; place += 1) {
    const digit = value.charCodeAt(value.length - 1 - place) - ZERO;
    const doubled = place % 2 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
