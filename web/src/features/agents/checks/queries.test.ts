import { expect, test } from 'vitest';
import type { AgentCheck, CheckRun } from '#contract/agent-checks.ts';
import { isOld } from './queries.ts';

const run = (is_current: boolean) => ({ is_current }) as CheckRun;
const ran = { last_result: { outcome: 'holds' } } as AgentCheck;
const written = { last_result: null } as AgentCheck;

test('a run is old once the agent has changed, or a check was written or changed after it', () => {
  expect(isOld({ checks: [ran, ran], last_run: run(true) })).toBe(false);
  expect(isOld({ checks: [ran, ran], last_run: run(false) })).toBe(true);
  expect(isOld({ checks: [ran, written], last_run: run(true) })).toBe(true);
});
