import { expect, test } from 'vitest';
import type { CheckEvent, CheckRun } from '#contract/agent-checks.ts';
import { after, isWaiting, type RunState } from './check-run.ts';

const begun: RunState = { reading: true, total: 2, ended: 0, asking: [], before: 7, problem: null };
const read = (events: CheckEvent[]) => events.reduce(after, begun);

test('a run knows which checks are being asked and how many have ended', () => {
  const running = (check_id: number): CheckEvent => ({ check_id, state: 'running', done: false });
  const ended = (check_id: number): CheckEvent => ({ check_id, state: 'ended', done: false });
  expect(read([running(1), running(2)])).toMatchObject({ asking: [1, 2], ended: 0 });
  expect(read([running(1), running(2), ended(1)])).toMatchObject({ asking: [2], ended: 1 });
  expect(read([running(1), ended(1), running(2), ended(2), { state: 'finished', done: true }])).toMatchObject(
    {
      asking: [],
      ended: 2,
      problem: null,
    },
  );
});

test('a run that is broken off says why', () => {
  const { problem } = read([{ state: 'broken', error: 'O servidor está sendo reiniciado.', done: true }]);
  expect(problem).toEqual({ kind: 'broken', sentence: 'O servidor está sendo reiniciado.' });
});

test('a run that is not read here is waited for until another one is the last', () => {
  const run = (id: number) => ({ id }) as CheckRun;
  for (const kind of ['busy', 'cut'] as const) {
    const lost: RunState = { ...begun, problem: { kind, cause: null } };
    expect(isWaiting(lost, run(7))).toBe(true);
    expect(isWaiting(lost, run(8))).toBe(false);
  }
  expect(isWaiting({ ...begun, problem: { kind: 'refused', cause: null } }, run(7))).toBe(false);
});
