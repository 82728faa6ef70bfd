/** Chance that comes again: the same seed gives the same run. */
export type Chance = {
  /** At least 0, less than `below`. */
  below(below: number): number;
  pick<T>(things: readonly T[]): T;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
};

/** mulberry32 */
export function seeded(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (things) => things[below(things.length)] as (typeof things)[number],
    percent: (share) => next() * 100 < share,
  };
}

const WORDS = 'a senha temporária vale trinta minutos e só pode ser usada uma vez'
  .split(' ')
  .concat(
    'ação',
    'coração',
    'você',
    'número',
    '日本語',
    '🙂',
    '👩‍👩‍👧‍👦',
    '🇧🇷',
    'é',
    '𝒳',
    '"aspas"',
    '\\barra',
  )
  .concat('R$ 1.234,56', '**negrito**', '\n\n- item', '\n', '{"chave": 1}', 'data: texto', '<b>', '&amp;');

/** Words of all kinds, with the blank before them; what a model sends one after the other. */
export function piecesWith(chance: Chance, count: number): string[] {
  return Array.from({ length: count }, (_, index) => (index ? ' ' : 'x') + chance.pick(WORDS));
}
