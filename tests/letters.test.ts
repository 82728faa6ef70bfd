/** Letters in English: each is composed, and no sentence of it may stay Portuguese. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALERTS, type AlertKind } from '#contract/alerts.ts';
import { ACCESS_LETTERS } from '../server/src/adapters/jobs.ts';
import { composeEmail } from '../server/src/adapters/mail/email-template.ts';
import { letterInEnglish, sentenceInEnglish } from '../server/src/adapters/mail/english/english-letters.ts';
import type { Letter } from '../server/src/adapters/mail/mailer.ts';
import { keyMadeEmail } from '../server/src/features/access-keys/emails.ts';
import { eventSentence } from '../server/src/features/alerts/event-words.ts';
import { alertLetter } from '../server/src/features/alerts/letters.ts';
import { approvalEmail } from '../server/src/features/approvals/emails.ts';
import * as accounts from '../server/src/features/auth/emails.ts';
import { staffLetter } from '../server/src/features/counters/requests/staff-notices.ts';
import { feedbackLetter } from '../server/src/features/feedback/jobs.ts';
import { budgetEmail } from '../server/src/features/groups/budget-notices.ts';
import { noticeEmail } from '../server/src/features/models/administration/end-notices.ts';
import { accountErasedEmail, deletionAskedEmail } from '../server/src/features/privacy/emails.ts';
import { endEmail } from '../server/src/features/subscriptions/purchases/end-notices.ts';
import { usageEmail } from '../server/src/features/subscriptions/usage-notices.ts';
import { pausedLetter } from '../server/src/features/syncs/jobs.ts';
import { reviewLetter } from '../server/src/features/verified-answers/review.ts';
import { startTestServer } from '../server/test/test-server.ts';

const APP = 'https://prosa.exemplo.com.br';
const SOLD = { APP_URL: APP, HOST: '127.0.0.1', production: true, STRIPE_SECRET_KEY: 'sk_test_1' };
const ana = { email: 'ana@exemplo.com.br', name: 'Ana Souza' };
const at = new Date('2026-11-14T12:05:00.000Z');
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

function accountLetters(): Letter[] {
  const key = { hint: 'a1b2', created_at: at };
  return [
    accounts.verificationEmail(ana, '012345', APP),
    ...[0, 1, 2].flatMap((keys) => [
      accounts.temporaryPasswordEmail(ana, { password: 'AbCdEfGhJk23', keys }, APP),
      accounts.passwordChangedEmail(ana, { at, keys, ended_keys: keys }, APP),
      ...ACCESS_LETTERS.flatMap((kind) =>
        [undefined, null, CHROME].map((user_agent) =>
          accounts.accessEmail(ana, { kind, at, keys, user_agent }, APP),
        ),
      ),
    ]),
    accounts.sessionEndedEmail({ ...ana, name: '' }, at, APP),
    keyMadeEmail(ana, { ...key, expires_at: null }, APP),
    keyMadeEmail(ana, { ...key, expires_at: at }, APP),
    approvalEmail(ana, { approval: 'approved', by_provider: false }, APP),
    approvalEmail(ana, { approval: 'approved', by_provider: true }, APP),
    approvalEmail(ana, { approval: 'refused', by_provider: false }, APP),
    deletionAskedEmail(ana, at, APP),
    accountErasedEmail(ana, APP),
  ];
}

function tokenLetters(): Letter[] {
  const usage = { token_used: 5_120_000, token_limit: 5_000_000, renews_on: '14/12/2026' };
  const budget = { group: 'Compras', spent: 'R$ 80,00', whole: 'R$ 100,00', renews_on: '01/12/2026' };
  return [
    ...[80, 100].map((level) => usageEmail(ana, { ...usage, level }, SOLD)),
    ...[80, 100].map((level) =>
      usageEmail(ana, { ...usage, level }, { ...SOLD, STRIPE_SECRET_KEY: undefined }),
    ),
    ...[80, 100].flatMap((level) =>
      [true, false].map((hard) => budgetEmail(ana, { ...budget, level, hard }, APP)),
    ),
    endEmail(ana, { name: 'Plus', end: at }, APP),
  ];
}

function administrationLetters(): Letter[] {
  const entry = { id: 'gpt-4o', name: 'GPT-4o', ends_at: '2026-12-01' };
  type Notice = Parameters<typeof noticeEmail>[1];
  const models = (['60', 'gone'] as const).flatMap((level) =>
    [null, 'GPT-5'].flatMap((next) =>
      [1, 2].map((count) =>
        noticeEmail(
          ana,
          {
            entry: entry as Notice['entry'],
            level,
            uses: { agents: Array(count).fill({}), data_sources: Array(count).fill({}) } as Notice['uses'],
            runs_on: next,
            successor: next,
          },
          APP,
        ),
      ),
    ),
  );
  const answer = { question: 'Qual é o prazo?', review_on: '2026-11-20', agent_id: 1, agent_name: 'Compras' };
  const feedback = {
    user: null,
    message: 'Olá!',
    name: null,
    email: null,
    page: '/chat',
    has_screenshot: true,
  };
  return [
    ...models,
    ...[true, false].map((isPast) => reviewLetter(ana, { ...answer, isPast }, APP)),
    ...['', 'A origem não respondeu.'].map((reason) =>
      pausedLetter(ana, { name: 'Site', base: 'Normas', reason }, APP),
    ),
    feedbackLetter(
      'casa@exemplo.com.br',
      { id: 1, ...feedback } as Parameters<typeof feedbackLetter>[1],
      APP,
    ),
  ];
}

function alertLetters(): Letter[] {
  const counted: Record<string, string | number>[] = [
    { fallen: 1, total: 3, answers: 1, refusals: 1, brl: 10, limit: 5, minutes: 1, dead: 1, free_percent: 4 },
    {
      fallen: 2,
      total: 3,
      answers: 2,
      refusals: 2,
      tokens: 9,
      limit: 5,
      minutes: 2,
      dead: 2,
      free_percent: 4,
    },
  ];
  const values = counted.map((one, index) => ({
    ...one,
    agents: index + 1,
    letters: index + 1,
    runs: index + 1,
    ends_at: index ? '2026-12-01' : '',
  }));
  const sentences = (Object.keys(ALERTS) as AlertKind[]).flatMap((kind) =>
    values.flatMap((value) =>
      (['opened', 'reminder', 'ended'] as const).map((stage) =>
        eventSentence({ kind, subject: '1', name: 'Compras', values: value }, stage),
      ),
    ),
  );
  return [
    alertLetter(ana, { sentences, isEnd: false }, APP),
    alertLetter(ana, { sentences: sentences.slice(0, 1), isEnd: true }, APP),
    alertLetter(ana, { sentences: [], isEnd: true }, APP),
  ];
}

function counterLetters(): Letter[] {
  const told = (count: number, due_on: string) =>
    Array.from({ length: count }, (_, at) => ({
      id: at,
      protocol: '2026-000042-87',
      due_on,
      counter: 'Prefeitura',
    }));
  const day = '2026-11-14';
  const [passed, near] = ['2026-11-13', '2026-11-16'];
  return [
    ...[1, 2, 21, 23].flatMap((count) => [
      staffLetter(ana, { due: [], fresh: told(count, near), day }, APP),
      staffLetter(ana, { due: told(count, passed), fresh: [], day }, APP),
    ]),
    staffLetter(ana, { due: told(1, near), fresh: told(1, near), day }, APP),
  ];
}

const letters = () => [
  ...counterLetters(),
  ...accountLetters(),
  ...tokenLetters(),
  ...administrationLetters(),
  ...alertLetters(),
];

/** Its reader has no account yet, and reads Portuguese. */
const TO_STRANGERS = ['invitationEmail'];

test('R-LNG-05 every letter that a feature writes is composed here', () => {
  const composed = readFileSync('tests/letters.test.ts', 'utf8');
  const written = readdirSync('server/src/features', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) =>
      readFileSync(join('server/src/features', name), 'utf8').split(/^(?:export )?function /m),
    )
    .flatMap((text) => {
      const [, name = '', reply] = /^(\w+)\([\s\S]*?\)(?:: ([\w[\]<>| ]+))? \{\n/.exec(text) ?? [];
      return reply === 'Letter' ? [name] : [];
    });
  expect(written).toContain('invitationEmail');
  const forgotten = written.filter((name) => !new RegExp(`\\b${name}\\(`).test(composed));
  expect(forgotten).toEqual(TO_STRANGERS);
});

test('R-LNG-05 every sentence of every letter to a person has its English', () => {
  const sentences = letters().flatMap(({ subject, title, before, secret, action, after }) => [
    subject,
    title,
    ...before,
    ...(secret ? [secret.label] : []),
    ...(action ? [action.label] : []),
    ...after,
  ]);
  // The words of somebody who sent feedback are theirs.
  const missing = sentences.filter((text) => text !== 'Olá!' && sentenceInEnglish(text) === null);
  expect([...new Set(missing)]).toEqual([]);
});

test('R-LNG-05 an English letter has no Portuguese left, and keeps names, codes, times and addresses', () => {
  for (const letter of letters()) {
    const { text, html, subject } = composeEmail(letterInEnglish(letter));
    const own = `${subject} ${letterInEnglish(letter).title} ${text}`
      .replaceAll('Qual é o prazo?', '')
      .replaceAll('Olá!', '');
    expect(own, subject).not.toMatch(/\b(?:não|uma|você|seu|sua|está|foi|para|dos|das|em|que)\b/iu);
    expect(html).toContain('<html lang="en">');
    expect(html).toMatch(/>Open (?:Prosa|the agent|the requests?)</);
  }
  const reset = composeEmail(
    letterInEnglish(accounts.temporaryPasswordEmail(ana, { password: 'AbCdEfGhJk23', keys: 2 }, APP)),
  );
  expect(reset.subject).toBe('Your temporary Prosa password');
  expect(reset.text).toContain('Hello, Ana.');
  expect(reset.text).toContain('Temporary password:\n\nAbCdEfGhJk23');
  expect(reset.text).toContain('valid for 30 minutes');
  const changed = letterInEnglish(accounts.passwordChangedEmail(ana, { at, keys: 0, ended_keys: 0 }, APP));
  expect(changed.before[1]).toContain('on 14/11/2026, 09:05 (Brasília time).');
});

test('R-LNG-04 a letter is in the language of its reader, else in that of the installation; mixed screens and people without an account read Portuguese', async () => {
  const testServer = await startTestServer();
  try {
    const { mailer } = testServer.context;
    const reader = await testServer.user();
    const said = async (to: string, extra: Partial<Letter> = {}) => {
      await mailer.send({
        ...accounts.verificationEmail({ email: to, name: 'Ana' }, '012345', APP),
        ...extra,
      });
      return (await testServer.mailbox.next(to)).subject;
    };
    const [portuguese, english] = ['Seu código de verificação do Prosa', 'Your Prosa verification code'];
    expect(await said(reader.email)).toBe(portuguese);
    await testServer.as(reader).patch('/users/me', { language: 'en' });
    expect(await said(reader.email)).toBe(english);
    expect(await said(reader.email, { language: 'pt-BR' })).toBe(portuguese);
    const superadmin = await testServer.user({ role: 'superadmin' });
    await testServer.as(superadmin).put('/admin/interface', { language: 'en' });
    const other = await testServer.user();
    expect(await said(other.email)).toBe(english);
    await testServer.as(reader).patch('/users/me', { language: 'pt-BR' });
    expect(await said(reader.email)).toBe(portuguese);
    expect(await said('ninguem@exemplo.com.br')).toBe(portuguese);
  } finally {
    await testServer.close();
  }
});
