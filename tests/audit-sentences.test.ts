/** Each action that the server records has its own sentence on the page of the audit log. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AuditObject } from '#contract/audit.ts';
import { JOBS } from '../server/src/adapters/jobs.ts';
import { sentenceOf } from '../web/src/features/audit/sentences.ts';
import { rows } from './authorisation/rows.ts';

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

const ACCESS =
  /^(POST|PUT|PATCH|DELETE) \/(auth\/(sso|second-step|passkey|confirm|invitations)|users\/me\/(second-factor|identities|terms)|admin\/(identity-providers|domains|access-policy|terms)|invitations|users\/(imports|status|:id\/(approval|emergency|second-factor))|scim)/;

/** Which entry each call of access leaves; null where it changes nothing yet, or only what its own person did for themselves. */
const ENTRY_OF: Record<string, string | null> = {
  'POST /auth/second-step': 'session.emergency',
  'POST /auth/second-step/options': null,
  'POST /auth/passkey/options': null,
  'POST /auth/passkey': 'factor.counter_went_back',
  'POST /auth/confirm': 'session.confirmed',
  'POST /auth/confirm/start': null,
  'POST /auth/invitations/look': null,
  'POST /auth/invitations/accept': 'invitation.accepted',
  'POST /auth/sso/:slug/start': null,
  'POST /auth/sso/:slug/finish': 'user.linked',
  'POST /auth/sso/:slug/backchannel': 'session.ended_by_provider',
  'POST /auth/sso/link': 'user.linked',
  'POST /users/me/identities/:slug/start': null,
  'POST /users/me/identities/:slug/finish': 'user.linked',
  'POST /users/me/identities/:slug/password': 'user.linked',
  'DELETE /users/me/identities/:slug': 'user.unlinked',
  // The acceptance itself is the record, and is exported.
  'POST /users/me/terms': null,
  'POST /users/me/second-factor/totp': null,
  'POST /users/me/second-factor/totp/confirm': 'factor.enrolled',
  'DELETE /users/me/second-factor/totp': 'factor.removed',
  'POST /users/me/second-factor/passkeys/options': null,
  'POST /users/me/second-factor/passkeys': 'factor.enrolled',
  'PATCH /users/me/second-factor/passkeys/:id': null,
  'DELETE /users/me/second-factor/passkeys/:id': 'factor.removed',
  'POST /users/me/second-factor/recovery-codes': 'factor.changed',
  'POST /users/:id/second-factor/reset': 'user.factor_reset',
  'PATCH /users/:id/emergency': 'user.emergency_changed',
  'POST /users/:id/approval': 'user.approved',
  'POST /users/status': 'user.deactivated',
  'POST /users/imports': null,
  'POST /users/imports/:id/apply': 'import.applied',
  'DELETE /users/imports/:id': null,
  'POST /invitations': 'invitation.sent',
  'POST /invitations/:id/resend': 'invitation.resent',
  'POST /invitations/:id/link': 'invitation.link_made',
  'DELETE /invitations/:id': 'invitation.withdrawn',
  'PUT /admin/access-policy': 'access_policy.updated',
  'PUT /admin/domains': 'email_domain.updated',
  'POST /admin/terms': 'terms.created',
  'PUT /admin/terms/:id': 'terms.updated',
  'DELETE /admin/terms/:id': 'terms.deleted',
  'POST /admin/terms/:id/publish': 'terms.published',
  'POST /admin/identity-providers': 'identity_provider.created',
  'PUT /admin/identity-providers/:id': 'identity_provider.updated',
  'DELETE /admin/identity-providers/:id': 'identity_provider.deleted',
  'POST /admin/identity-providers/:id/test': 'identity_provider.tested',
  'POST /admin/identity-providers/:id/test-sign-in': 'identity_provider.tested',
  'POST /admin/identity-providers/:id/test-sign-in/start': null,
  'POST /admin/identity-providers/:id/test-sign-in/finish': 'identity_provider.tested',
  'POST /admin/identity-providers/:id/scim-tokens': 'identity_provider.scim_token_made',
  'DELETE /admin/identity-providers/:id/scim-tokens/:tokenId': 'identity_provider.scim_token_revoked',
  'POST /scim/v2/Users': 'user.created',
  'PUT /scim/v2/Users/:id': 'user.corrected_by_provider',
  'PATCH /scim/v2/Users/:id': 'user.corrected_by_provider',
  'DELETE /scim/v2/Users/:id': 'user.deactivated',
  'POST /scim/v2/Groups': 'group.people_assigned',
  'PUT /scim/v2/Groups/:id': 'group.people_assigned',
  'PATCH /scim/v2/Groups/:id': 'group.people_assigned',
  'DELETE /scim/v2/Groups/:id': 'group.people_assigned',
};

test('R-ACC-59 for every call of access that writes it is decided which entry it leaves, and a test sees that entry', () => {
  const calls = Object.keys(rows).filter((call) => ACCESS.test(call));
  expect(calls.length).toBeGreaterThan(50);
  expect(Object.keys(ENTRY_OF).toSorted()).toEqual(calls.toSorted());
  const seen = readdirSync('server/src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join('server/src', name), 'utf8'))
    .join('\n');
  const actions = [...new Set(Object.values(ENTRY_OF))].filter((action) => action !== null);
  expect(actions.filter((action) => !sources.some((text) => text.includes(action)))).toEqual([]);
  expect(actions.filter((action) => !seen.includes(action))).toEqual([]);
});
