/** A time of the day that is a value of the table, however it is written: «às 8h», «às 8 horas», «às 08:00» of the value «08h00». */
import type { QuestionWord } from '../../../../language/question-words.ts';
import { type Item, type Text, valueItem } from './items.ts';

export function hour({ words, forms, lexicon }: Text, at: number): Item | null {
  if (lexicon.hours.size === 0 || !/^(?:as|das|pelas|hora|horario)$/.test(forms[at - 1] ?? '')) return null;
  const found = timeAt(words, at);
  const phrases = found && lexicon.hours.get(found.minutes);
  return phrases ? valueItem(phrases, { from: at, to: found.to }) : null;
}

/** «8h», «8 horas», «8h30», «8:30». */
function timeAt(words: QuestionWord[], at: number): { minutes: number; to: number } | null {
  const [first, second] = [words[at], words[at + 1]];
  if (!first || !second || !/^\d{1,2}$/.test(first.form)) return null;
  const hours = Number(first.form) * 60;
  if (/^\d\d$/.test(second.form) && second.before.trim() === ':')
    return { minutes: hours + Number(second.form), to: at + 2 };
  const minutes = /^h(\d\d)$/.exec(second.form)?.[1];
  if (minutes) return { minutes: hours + Number(minutes), to: at + 2 };
  return /^(?:h|hs|hr|hrs|horas?)$/.test(second.form) ? { minutes: hours, to: at + 2 } : null;
}
