/** Where a sentence ends in Portuguese. */
import { fold } from './words.ts';

/** Shortened words whose full stop ends nothing. Lower case, without accents and without the stop. */
const ABBREVIATIONS = new Set(
  `art arts inc par al cap caps cf ed eds ex exma exmo ilma ilmo fl fls fig figs no nos num obs org orgs pg pag pags pp
  prof profa profs proc reg res resp sr sra srs sras srta dr dra drs dras eng enga av rod tel ramal vs vol vols sec min
  max aprox cia ltda jr gen cel sgt ten maj des dep sen gov pres adv jan fev abr jun jul ago nov ib op cit trad univ
  dept depto dir adm`.split(/\s+/),
);
const CLOSERS = /(?<!["'”’»)\]}*_])["'”’»)\]}*_]+$/u;
const OPENERS = /^["'“‘«([{*_–—-]+/u;

/**
 * Whether the sentence ends after `word`, which `next` follows. `opens`: `word` is the first of its sentence,
 * so that "1." is a number before an item.
 */
export function endsSentence(word: string, next: string, opens: boolean): boolean {
  const bare = word.replace(CLOSERS, '');
  if (!/[.!?…]$/u.test(bare)) return false;
  const start = next.replace(OPENERS, '');
  if (/^\p{Ll}/u.test(start)) return false;
  if (!bare.endsWith('.') || bare.endsWith('..')) return true;
  const core = bare.replace(OPENERS, '').slice(0, -1);
  if (/^\p{L}$/u.test(core)) return false;
  if (opens && /^(\d{1,3}|[ivxlc]{1,5})$/i.test(core)) return false;
  // "S.A.", "p.ex.", "n.º" with a stop of its own: between a missed end and a torn name, the missed end.
  if (/^(\p{L}{1,3}\.)+\p{L}{1,3}$/u.test(core)) return false;
  return !ABBREVIATIONS.has(fold(core));
}
