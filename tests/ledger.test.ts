/** The short form of `npm run trials -- ledger`. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TEMPLATE } from '../server/test/database.ts';
import { endAll } from '../server/test/process/started-process.ts';
import { startTestServer, type TestServer } from '../server/test/test-server.ts';
import { runOnProcesses } from '../trials/ledger/processes/run-processes.ts';
import { raceForBudgets } from '../trials/ledger/races.ts';
import { runLedger } from '../trials/ledger/run.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(async () => {
  await endAll();
  await testServer.close();
});

test('B12 R-RCH-02 R-RCH-03 R-RCH-04 the ledger and the accounts agree at every step of 300 random operations: sends, edits, copies, temporary conversations, programs, visitors, aborts, crashes, resets, plans, packs, budgets of groups', async () => {
  const { context, address } = testServer;
  const figures = await runLedger({ context, address, operations: 300, seed: 7 });
  expect(figures.comparisons).toBeGreaterThan(320);
  expect(figures.entries).toBeGreaterThan(100);
  expect(Object.keys(figures.done).toSorted()).toEqual([
    'branch',
    'budget',
    'crash',
    'edit',
    'erase',
    'expire',
    'leave',
    'move',
    'pack',
    'plan',
    'program',
    'reset',
    'send',
    'stop',
    'storm',
    'temporary',
    'variant',
    'visitor',
  ]);
  expect(figures.refused.token_limit).toBeGreaterThan(0);
  expect(figures.refused.group_budget).toBeGreaterThan(0);
}, 120_000);

test('R-MNY-09 fifty racers for the rest of a hard budget: as many are admitted as there is room for, in tokens and in R$', async () => {
  const { context } = testServer;
  const rooms = [0, 1, 23, 50];
  const figures = await raceForBudgets({ context, rounds: 4, below: () => rooms.shift() ?? 7 });
  expect(figures).toMatchObject({ rounds: 4, admitted: 74, refused: 126 });
}, 120_000);

test('R-MNY-09 R-MNY-15 random operations with money on two processes that are killed: sums hold, nothing is charged or credited twice, no hard budget is passed', async () => {
  const wishes = { operations: 150, kills: 4, people: 20, seed: 3, template: TEMPLATE, isShort: true };
  const figures = await runOnProcesses(inject('database'), wishes);
  expect(figures).toMatchObject({ broken: [], double_charges: 0, passed_budgets: 0, kills: 4 });
  expect(figures.as_reported).toBeGreaterThan(5);
}, 120_000);
