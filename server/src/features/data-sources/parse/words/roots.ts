/** Whether two words come from one root, as a verb and its noun do. */
import { stemOf } from '../../../../language/stems.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { TableColumn } from './table-column.ts';

const IRREGULAR: [RegExp, string][] = [
  [/^abr(?!il)/, 'abert'],
  [/^(venc)/, 'venc'],
  [/^nasc/, 'nasc'],
  [/^ado[tc]/, 'adot'],
  [/^(?:adquir|aquisic)/, 'aquis'],
  [/^assin/, 'assin'],
  [/^colh/, 'colh'],
  [/^pag/, 'pag'],
  [/^emit/, 'emiss'],
  [/^sa(i|ir)/, 'said'],
  // «entraram» is no delivery.
  [/^entr(a|ou|am)/, 'ingress'],
];

function rootOf(word: string): string {
  const irregular = IRREGULAR.find(([pattern]) => pattern.test(word));
  if (irregular) return irregular[1];
  // The «s» of «evasão» is that of its root.
  return /s(?:ao|oes)$/.test(word) && word.length > 5 ? word.replace(/(?:ao|oes)$/, '') : stemOf(word);
}

/** Letters that may differ at the end of two roots: «colesterol» is no «coleta». */
const ROOT_ENDING = 3;

function meet(root: string, other: string): boolean {
  if (root === other && root.length >= 3) return true;
  const shared = sharedLetters(root, other);
  const [shorter, longer] = [root.length, other.length].toSorted((one, two) => one - two);
  return shared >= 4 && shared >= (shorter ?? 0) - 2 && (longer ?? 0) - shared <= ROOT_ENDING;
}

/** Both folded: «admitidos» and «admissao», «abriram» and «abertura», «faltas» and «faltou». */
export const rootsMeet = (one: string, other: string): boolean => meet(rootOf(one), rootOf(other));

function sharedLetters(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Whether nearly all of both roots is one: for words that nothing else explains. */
export function hasSameRoot(one: string, other: string): boolean {
  const [first, second] = [nominal(rootOf(one)), nominal(rootOf(other))];
  const shared = sharedLetters(first, second);
  const longer = Math.max(first.length, second.length);
  if (first === second) return true;
  return shared >= Math.max(4, Math.min(first.length, second.length) - 1) && longer - shared <= ROOT_ENDING;
}

/** «evadir» and «evasão», «admitir» and «admissão»: the last consonant of a verb changes in its noun. */
const nominal = (root: string): string => root.replace(/(?:ss|[dts]|(?<=n)c)$/, 'd');

/** Words in the names of columns of days that say nothing of the event. */
export const GENERAL_DATE_WORDS = new Set(['data', 'dia', 'hora', 'dt', 'de', 'em', 'ultima', 'primeira']);

/** «removidas» are not those of the «pedido de remoção». */
const ASKED_FOR =
  /^(?:data d[eoa] )?(?:pedido|solicitacao|requisicao|requerimento|previsao|recusa)(?= d[eoa]s? )/;

/** Whether a word and a column of days come from one verb: «admitidos» and «admissao», «abriram» and «data_abertura». */
export function sharesRoot(form: string, { name, label }: TableColumn): boolean {
  if (form.length < 4) return false;
  const asked = ASKED_FOR.exec(fold(label));
  return wordsOf(asked ? asked[0] : `${fold(name).replaceAll('_', ' ')} ${label}`)
    .filter((word) => !GENERAL_DATE_WORDS.has(word) && word.length >= 4)
    .some((word) => rootsMeet(form, word));
}
