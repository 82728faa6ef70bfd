/** Whether two words come from one root, as a verb and its noun do. */
import { stemOf } from '../../../../language/stems.ts';

const IRREGULAR: [RegExp, string][] = [
  [/^abr(?!il)/, 'abert'],
  [/^(venc)/, 'venc'],
  [/^nasc/, 'nasc'],
  [/^pag/, 'pag'],
  [/^emit/, 'emiss'],
];

function rootOf(word: string): string {
  const irregular = IRREGULAR.find(([pattern]) => pattern.test(word));
  return irregular ? irregular[1] : stemOf(word);
}

function meet(root: string, other: string): boolean {
  const shared = sharedLetters(root, other);
  return shared >= 4 && shared >= Math.min(root.length, other.length) - 2;
}

/** Both folded: «admitidos» and «admissao», «abriram» and «abertura», «faltas» and «faltou». */
export const rootsMeet = (one: string, other: string): boolean => meet(rootOf(one), rootOf(other));

function sharedLetters(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
