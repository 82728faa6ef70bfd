/** How well each part of the found passages answers a question: rare words shared with it, and the form it asks for. */

import { isMistypedStem } from '../../../language/edit-distance.ts';
import { leansBack } from '../../../language/questions/leans-back.ts';
import { questionStems, stemOf, stemsBeside, stemsOf } from '../../../language/stems.ts';
import { isLightWord } from '../../../language/stop-words.ts';
import { fold, tokensOf } from '../../../language/words.ts';
import type { Prompt, PromptPassage } from '../model.ts';
import { isSource } from '../passage-text.ts';
import { alternativeStems, type Columns, columnsOf, withoutColumns } from './asked-terms.ts';
import { type Block, blocksOf, type Span } from './blocks.ts';

/** Words for numbers, folded, as a part of regular expressions. */
const NUMBER_WORD = '(?:um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|cem|mil)';

/** The names of columns, which each row of a table has, are as a heading of it. */
type Unit = Span & { stems: string[]; columns: string[]; text: string };
export type Scored = {
  passage: PromptPassage;
  rank: number;
  blocks: Block[];
  block: Block;
  units: { span: Span; score: number }[];
  score: number;
  /** The question's terms that it has. */
  terms: Set<string>;
};

/** A question may be a pasted page: so many of its words are looked for, and so many misspelt ones repaired. */
const TERMS_MAX = 40;
const REPAIRS_MAX = 6;

/** BM25, tuned for sentences: nearly no penalty for length. */
const K1 = 0.9;
const B = 0.3;

/** Words that go with any subject count for so much of another. */
const LIGHT = 0.5;

/** A question in a text answers nothing. */
const QUESTION = /\?["'”’»)\]]*$/u;
const ASKING = 0.4;

/** Words of the question that stand at most so many words apart count so much more. */
const TOGETHER_WITHIN = 3;
const TOGETHER = 0.6;

/** The stems asked about. One that leans on the question before, «e no anual?», is also about that one's. */
export function termsOf(question: string, history: Prompt['history']): Map<string, number> {
  const light = lightStems(question);
  const terms = new Map(mainStems(question).map((stem) => [stem, light.has(stem) ? LIGHT : 1]));
  const before = history.at(-1)?.question;
  if (terms.size < 2 && before && leansBack(question))
    for (const stem of mainStems(before)) if (!terms.has(stem)) terms.set(stem, 0.5);
  return terms;
}

/** The stems of «pegar», «antes» and the like, unless another word of the question has the same. */
function lightStems(question: string): Set<string> {
  const words = tokensOf(question);
  const others = new Set(words.filter((word) => !isLightWord(word)).map(stemOf));
  return new Set(words.map(stemOf).filter((stem) => !others.has(stem)));
}

/** Where a page was pasted, what is asked stands before or after it. */
function mainStems(question: string): string[] {
  const stems = questionStems(question);
  if (stems.length <= TERMS_MAX) return stems;
  return [...stems.slice(0, TERMS_MAX / 2), ...stems.slice(-TERMS_MAX / 2)];
}

export function scoredBlocks(
  passages: PromptPassage[],
  asked: Map<string, number>,
  question: string,
): Scored[] {
  const stemsIn = stemsBeside(question);
  const read = passages.map((passage, rank) => {
    const blocks = blocksOf(passage.text, isSource(passage.title));
    const heading = passage.section.split(' › ').at(-1) ?? '';
    const place = stemsIn(`${passage.title} ${passage.section}`);
    return { passage, rank, blocks, heading, place, columns: columnsOf(passage.text) };
  });
  const units = read.flatMap(({ passage, blocks, columns }) =>
    blocks.flatMap((block) => block.units.map((span) => unitOf(passage.text, span, { columns, stemsIn }))),
  );
  const weight = weightsOf(units, asked, alternativeStems(question));
  const average = units.reduce((sum, { stems }) => sum + stems.length, 0) / Math.max(1, units.length);
  const factorOf = formFactor(question, asked);
  /** A heading names from nothing, 0, to all of what is asked about, 1. */
  const whole = worth([...weight.values()]);
  const weightsIn = (text: string) =>
    stemsIn(text)
      .map((stem) => weight.get(stem))
      .filter((known) => known !== undefined);

  return read.flatMap(({ passage, rank, blocks, heading, place, columns }) =>
    blocks.map((block): Scored => {
      const around = new Set([...place, ...stemsIn(block.heading)]);
      const terms = new Set<string>();
      const scores = block.units.map((span) => {
        const unit = unitOf(passage.text, span, { columns, stemsIn });
        const above = unit.columns.length ? new Set([...around, ...unit.columns]) : around;
        return {
          span,
          score: scoreOf(unit, { weight, around: above, average, terms }) * factorOf(unit, block),
        };
      });
      const ordered = scores.map(({ score }) => score).sort((one, other) => other - one);
      // The best unit decides; what stands beside it counts a little. What the search found first counts most, and so
      // does what stands under a heading that names all that is asked about.
      const sum = (ordered[0] ?? 0) + 0.35 * (ordered[1] ?? 0) + 0.15 * (ordered[2] ?? 0);
      const named = whole && worth(weightsIn(`${heading} ${block.heading}`)) / whole;
      const score = sum * passageFactor(passage, rank) * (1 + named);
      return { passage, rank, blocks, block, units: scores, score, terms };
    }),
  );
}

/** A passage that was not ranked counts by its place. */
const passageFactor = ({ score }: PromptPassage, rank: number): number =>
  score === undefined ? 1 + 1 / (rank + 1) : 0.25 + score;

type Scale = {
  weight: Map<string, [string, number]>;
  around: Set<string>;
  average: number;
  terms: Set<string>;
};

function scoreOf(unit: Unit, { weight, around, average, terms }: Scale): number {
  let score = 0;
  const counts = new Map<string, number>();
  for (const stem of unit.stems) {
    const known = weight.get(stem);
    if (known) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  for (const [stem, [term, value]] of weight) {
    const count = counts.get(stem) ?? 0;
    if (count > 0) terms.add(term);
    const norm = K1 * (1 - B + (B * unit.stems.length) / average);
    score += (value * count * (K1 + 1)) / (count + norm);
    // Under the right heading a sentence need not repeat what it is about.
    if (count === 0 && around.has(stem)) {
      score += 0.45 * value;
      terms.add(term);
    }
  }
  return score + TOGETHER * closeness(unit.stems, weight);
}

/** The score of the pairs of asked words that stand close together, each pair once. */
function closeness(stems: string[], weight: Scale['weight']): number {
  const pairs = new Map<string, number>();
  let last: { term: string; value: number; at: number } | undefined;
  for (const [at, stem] of stems.entries()) {
    const [term, value] = weight.get(stem) ?? [];
    if (term === undefined || value === undefined) continue;
    if (last && last.term !== term && at - last.at <= TOGETHER_WITHIN)
      pairs.set([last.term, term].sort().join(' '), Math.min(last.value, value));
    last = { term, value, at };
  }
  return sumOf(pairs);
}

/** Each term once, by the best that stands for it. */
function worth(weights: [term: string, value: number][]): number {
  const best = new Map<string, number>();
  for (const [term, value] of weights) best.set(term, Math.max(best.get(term) ?? 0, value));
  return sumOf(best);
}

const sumOf = (values: Map<string, number>) => [...values.values()].reduce((sum, value) => sum + value, 0);

/** Each stem of the passages that counts, with the asked term it stands for: itself, or the nearest to a slip. */
function weightsOf(
  units: Unit[],
  asked: Map<string, number>,
  alternatives: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Map<string, [string, number]> {
  const found = new Map<string, number>();
  for (const { stems } of units)
    for (const stem of new Set(stems)) found.set(stem, (found.get(stem) ?? 0) + 1);
  const rarity = (count: number) => Math.log(1 + (units.length - count + 0.5) / (count + 0.5));
  const weights = new Map<string, [string, number]>();
  let repairs = 0;
  for (const [term, importance] of asked) {
    const count = found.get(term);
    // A term that only a heading has counts as a rare one.
    weights.set(term, [term, importance * rarity(count ?? 0)]);
    for (const [stem, share] of alternatives.get(term) ?? []) {
      const times = found.get(stem);
      if (times === undefined || asked.has(stem)) continue;
      const value = share * importance * rarity(times);
      if (value > (weights.get(stem)?.[1] ?? 0)) weights.set(stem, [term, value]);
    }
    if (count !== undefined) continue;
    const deed = stemOfDeed(term);
    const told = found.get(deed);
    if (told !== undefined && !asked.has(deed)) {
      weights.set(deed, [term, importance * rarity(told)]);
      continue;
    }
    if (repairs === REPAIRS_MAX) continue;
    repairs += 1;
    for (const [stem, times] of found) {
      if (!asked.has(stem) && isMistypedStem(term, stem))
        weights.set(stem, [term, 0.7 * importance * rarity(times)]);
    }
  }
  return weights;
}

/** People tell what they did, «cancelei», «esqueci»; texts tell the same as «cancelar», «esquecer». */
const stemOfDeed = (word: string): string => (word.length >= 6 ? word.replace(/e?i$/, '') : word);

/** A factor for units that have the form the question asks for: a figure, steps, a definition. */
function formFactor(question: string, terms: Map<string, number>): (unit: Unit, block: Block) => number {
  const asked = fold(question);
  const figure = FIGURE_ASKED.test(asked);
  const steps = /\b(como|passos?|etapas?|procedimento)\b/.test(asked);
  const definition =
    /\b((?:o )?que (e|sao|significa|quer dizer|faz|fazem|indica|mostra)|que [oa]s? \S+ (?:faz|fazem|e)\b|quem (e|sao)|p(?:a)?ra que serve|define|definicao|significado)\b/.test(
      asked,
    );
  return ({ text }, block) => {
    let factor = 1;
    if (figure && FIGURE.test(fold(text))) factor *= 1.25;
    if (steps && (/^\s*\d{1,3}[.)]\s/.test(text) || /^para\s/i.test(text))) factor *= 1.2;
    if (definition && isDefinition(text, terms)) factor *= 3;
    if (QUESTION.test(text)) factor *= ASKING;
    return block.kind === 'code' ? factor * 0.8 : factor;
  };
}

const FIGURE_ASKED =
  /\b(quant\w+|prazos?|precos?|valor(es)?|custam?|limites?|quando|datas?|horarios?|dura|vale|maxim\w|minim\w|idade)\b/;
const FIGURE = new RegExp(`\\p{N}|\\b${NUMBER_WORD}\\b`, 'u');

/** «Trecho: pedaço de um documento», «O modo local é …»: it opens with what was asked about, and nothing else. */
function isDefinition(text: string, terms: Map<string, number>): boolean {
  const opening =
    /^(?:[-*•–]\s+)?(.{1,80}?)(?::\s|\s[-–—]\s|\s(?:(?:é|são)\s(?:o|a|os|as|um|uma|uns|umas|qualquer|tod[oa]s?|cada|aquel\p{L}+)|significa|consiste|chama-se|trata-se)\s)/u.exec(
      text,
    )?.[1];
  if (!opening) return false;
  const stems = stemsOf(opening);
  return stems.length <= terms.size + 2 && [...terms.keys()].every((term) => stems.includes(term));
}

const unitOf = (
  text: string,
  span: Span,
  { columns, stemsIn }: { columns: Columns; stemsIn: (text: string) => string[] },
): Unit => {
  const part = text.slice(span.start, span.end);
  const own = withoutColumns(part, columns);
  return { ...span, text: part, stems: stemsIn(own), columns: own === part ? [] : stemsIn(part) };
};
