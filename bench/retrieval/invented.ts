/** A language with the statistics of one: few words that are everywhere, many that are nearly nowhere. */
import type { Chance } from '../../trials/support/seeded-random.ts';

export type Invented = { paragraph(): string; question(): string; commonWords(): string };

/** The number of passages of a large base. */
const VOCABULARY = 75_000;
/** Words that a passage of a manual has on average. */
const PARAGRAPH = { least: 60, more: 90 };
const QUESTION = 6;
/** Among the most frequent words are these, which no stop list knows. */
const COMMON =
  `servidor público prazo lei contrato órgão processo pagamento valor serviço documento pedido direito
  administração municipal dias art decreto regulamento unidade setor recurso licitação edital proposta empresa`.split(
    /\s+/,
  );
const SYLLABLES = 'ca ma ra to la do re mi sa be co pa ti fu ga ne lo vi ta ju que nha lhe ção'.split(' ');

export function inventLanguage(chance: Chance, vocabulary = VOCABULARY): Invented {
  const words = [...COMMON, ...Array.from({ length: vocabulary }, (_, rank) => wordOf(rank))];
  // Zipf: the word of rank r comes about as often as 1/r.
  const pick = () =>
    words[Math.min(words.length - 1, Math.floor(words.length ** (chance.below(1e6) / 1e6)) - 1)] ?? '';
  const some = (many: number) => Array.from({ length: many }, pick).join(' ');
  return {
    paragraph: () => `${some(PARAGRAPH.least + chance.below(PARAGRAPH.more))}.`,
    question: () => `${some(QUESTION)}?`,
    commonWords: () => Array.from({ length: QUESTION }, () => chance.pick(COMMON)).join(' '),
  };
}

/** A number in syllables: each its own word. */
function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}
