import { expect, test } from 'vitest';
import { spanBefore, spanOf } from './ranges.ts';
import { rollupSpans } from './rollup-spans.ts';

const at = (time: string) => new Date(`2026-11-14T${time}:00.000Z`);

test('a span is whole hours that are rolled up, the hour it begins in, and what comes after the mark', () => {
  expect(rollupSpans({ from: at('08:15'), to: null }, at('11:00'))).toEqual({
    hours: { from: at('09:00'), to: null },
    live: [
      { from: at('08:15'), to: at('09:00') },
      { from: at('11:00'), to: null },
    ],
  });
});

test('a span that is over ends within an hour, which is read from the rows', () => {
  expect(rollupSpans({ from: at('08:15'), to: at('10:15') }, at('11:00'))).toEqual({
    hours: { from: at('09:00'), to: at('10:00') },
    live: [
      { from: at('08:15'), to: at('09:00') },
      { from: at('10:00'), to: at('10:15') },
    ],
  });
});

test('on the hour nothing is cut', () => {
  expect(rollupSpans({ from: at('08:00'), to: at('10:00') }, at('11:00')).live).toEqual([]);
  expect(rollupSpans({ from: at('08:00'), to: null }, at('11:00')).live).toEqual([
    { from: at('11:00'), to: null },
  ]);
});

test('all time is what is rolled up and what is not yet, each once', () => {
  expect(rollupSpans({ from: null, to: null }, at('11:00'))).toEqual({
    hours: { from: null, to: null },
    live: [{ from: at('11:00'), to: null }],
  });
});

test('where nothing of it is rolled up, all of it is read from the rows', () => {
  const span = { from: at('08:15'), to: at('10:15') };
  for (const watermark of [null, at('07:00'), at('08:00')])
    expect(rollupSpans(span, watermark).live).toEqual([span]);
  expect(rollupSpans({ from: null, to: null }, null).live).toEqual([{ from: null, to: null }]);
});

test('R-CONST-12 R-ADM-03 ranges roll, each beside the same length before it; all time has none before', () => {
  const now = new Date('2026-11-14T12:34:56.000Z');
  const day = 86_400_000;
  for (const [range, days] of [
    ['day', 1],
    ['week', 7],
    ['month', 30],
    ['three_months', 90],
  ] as const) {
    const from = new Date(now.getTime() - days * day);
    expect(spanOf(range, now)).toEqual({ from, to: null });
    expect(spanBefore(range, now)).toEqual({ from: new Date(from.getTime() - days * day), to: from });
  }
  expect(spanOf('all', now)).toEqual({ from: null, to: null });
  expect(spanBefore('all', now)).toBeNull();
});
