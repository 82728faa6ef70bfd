import { expect, test } from 'vitest';
import { pointLabel, shortLabel } from './activity-chart.tsx';

test('points are named in São Paulo’s time, whatever the clock of the reader says (R-SHELL-02)', () => {
  const start = '2026-11-20T02:00:00.000Z';
  expect(pointLabel(start, 'hour')).toBe('19/11, 23:00');
  expect(pointLabel(start, 'day')).toBe('19/11/2026');
  expect(pointLabel(start, 'month')).toBe('novembro de 2026');
  expect(shortLabel(start, 'hour')).toBe('23:00');
  expect(shortLabel(start, 'day')).toBe('19/11');
  expect(shortLabel(start, 'month')).toBe('11/2026');
});
