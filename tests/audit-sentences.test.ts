/** Each action that the server records has its own sentence on the page of the audit log. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AuditObject } from '#contract/audit.ts';
import { JOBS } from '../server/src/adapters/jobs.ts';
import { sentenceOf } from '../web/src/features/audit/sentences.ts';

/** Names of the same form that are no actions. */
const NO_ACTIONS = [...Object.keys(JOBS), 'plan.filters', 'user.id'];
const LITERAL = new RegExp(`['"\`]((?:${AuditObject.options.join('|')})\\.[a-z_]+)['"\`]`, 'g');

const sources = readdirSync('server/src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join('server/src', name), 'utf8'));

test('R-ACC-59 every recorded action has a sentence of its own', () => {
  const actions = new Set(
    sources.flatMap((text) => [...text.matchAll(LITERAL)].map(([, action]) => action ?? '')),
  );
  expect(actions.size).toBeGreaterThan(80);
  const untold = [...actions].filter((action) => {
    const object_type = action.split('.')[0] as AuditObject;
    // Without one, the object and the verb stand with a colon between them.
    return !NO_ACTIONS.includes(action) && sentenceOf({ action, object_type }).includes(':');
  });
  expect(untold.toSorted()).toEqual([]);
});
