import { describe, expect, test } from 'vitest';
import { historyOf } from './history.ts';

describe('the conversation so far', () => {
  const records = (count: number, length = 10) =>
    Array.from({ length: count }, (_, number) => ({ question: `p${number}`, answer: 'r'.repeat(length) }));

  test('is whole while it is short', () => {
    expect(historyOf(records(20), 20, 100_000)).toHaveLength(20);
  });

  test('is at most 20 records, the newest, and begins with the same one for five questions', () => {
    const firsts: string[] = [];
    for (let total = 20; total <= 40; total += 1) {
      const told = historyOf(records(total).slice(-20), total, 100_000);
      expect(told.length).toBeLessThanOrEqual(20);
      expect(told.length).toBeGreaterThan(15);
      expect(told.at(-1)?.question).toBe(`p${total - 1}`);
      firsts.push(told[0]?.question ?? '');
    }
    expect(new Set(firsts)).toEqual(new Set(['p0', 'p5', 'p10', 'p15', 'p20']));
  });

  test('fits 30 % of the window, the newest kept', () => {
    const told = historyOf(records(20, 4_000), 20, 20_000);
    expect(told.at(-1)?.question).toBe('p19');
    expect(told.length).toBe(5);
    expect(historyOf(records(2, 400_000), 2, 20_000)).toEqual([]);
  });

  test('has no numbers of old sources', () => {
    expect(historyOf([{ question: 'Oi?', answer: 'Sim [1].' }], 1, 1_000)).toEqual([
      { question: 'Oi?', answer: 'Sim.' },
    ]);
  });
});
