/** Numbers that only look like personal data, and texts that make a careless pattern slow. */
import { chanceOf, digits, numberOf, PRINTED, parted } from './made-data.ts';

/** Numbers of court cases, of SEI and PNCP, of phones, days and money, as they stand in documents; none is personal but phones. */
export function lookalikes(count: number, seed: number): string[] {
  const chance = chanceOf(seed);
  const some = (length: number) => digits(chance, length);
  const year = () => 2010 + chance(17);
  const forms = [
    () => `${some(7)}-${some(2)}.${year()}.8.26.${some(4)}`,
    () => `${some(5)}.${some(6)}/${year()}-${some(2)}`,
    () => `${some(7)}.${some(8)}/${year()}-${some(2)}`,
    () => `${numberOf.cnpj(chance)}-1-${some(6)}/${year()}`,
    () => `${parted(numberOf.cnpj(chance), 'cnpj', PRINTED.cnpj)}-1-${some(6)}/${year()}`,
    () => `(${1 + chance(9)}${1 + chance(9)}) 9${some(4)}-${some(4)}`,
    () => `${1 + chance(9)}${1 + chance(9)} 3${some(3)}-${some(4)}`,
    () => `${1 + chance(28)}/${1 + chance(12)}/${year()}, às ${chance(24)}:${some(2)}`,
    () => `R$ ${1 + chance(999)}.${some(3)}.${some(3)},${some(2)}`,
    () => `${year()}NE${some(6)}`,
    () => Array.from({ length: 11 }, () => some(4)).join(' '),
    () => some(44),
    () => some(20),
  ];
  return Array.from({ length: count }, (_, place) => forms[place % forms.length]?.() ?? '');
}

const repeated = (part: string, length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Texts that make a careless pattern slow. */
export const hostileTexts = (length: number): Record<string, string> => ({
  blanks: repeated(' ', length),
  'lines and blanks': repeated('\n        ', length),
  digits: repeated('1', length),
  'groups of three': repeated('111  ', length),
  'groups of two and three': repeated('11 111 ', length),
  'letters and digits': repeated('1A ', length),
  'local parts': repeated('a.', length),
  'at signs': repeated('a@', length),
  domains: `a@${repeated('a.', length - 2)}`,
  dashes: repeated('111-\n        ', length),
  'soft hyphens': repeated('1\u00ad', length),
  brackets: repeated('[CPF ', length),
  'area codes': repeated('(11) ', length),
});
