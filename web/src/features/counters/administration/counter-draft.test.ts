import { expect, test } from 'vitest';
import type { Counter } from '#contract/counters.ts';
import { bodyOf, type CounterDraft, draftOf, newCounter, problemsOf, slugOf } from './counter-draft.ts';

const written: CounterDraft = {
  ...newCounter,
  name: 'Prefeitura de Cedro',
  slug: 'cedro',
  agent: '7',
  contact: 'Ouvidoria: 156',
};

const ana = { id: 3, name: 'Ana Souza' };

test('the address of a new counter is proposed from its name', () => {
  expect(['Prefeitura de São João', '  Câmara — 2ª seção! ', '---'].map(slugOf)).toEqual([
    'prefeitura-de-sao-joao',
    'camara-2-secao',
    '',
  ]);
  expect(slugOf(`${'a'.repeat(39)} b`)).toBe('a'.repeat(39));
});

test('what is stored comes back as it was after it went through the form', () => {
  const body = bodyOf({
    ...written,
    mode: 'model',
    tokens: '9000',
    origins: 'https://a.gov.br\n\n https://b.gov.br ',
    isAlwaysOpen: false,
    days: [5, 1],
    logo: null,
    notified: [ana],
  });
  expect(body).toMatchObject({
    notify_user_ids: [3],
    agent_id: 7,
    tokens_per_day: 9_000,
    logo: null,
    origins: ['https://a.gov.br', 'https://b.gov.br'],
    open_hours: { days: [1, 5], from: '08:00', until: '18:00' },
  });
  const { notify_user_ids: _, ...shown } = body;
  const stored = { ...shown, notified: [ana], id: 1, has_logo: false } as unknown as Counter;
  const { logo: _logo, ...again } = bodyOf(draftOf(stored));
  expect({ ...again, logo: null }).toEqual(body);
});

test('a literal counter has no budget, and its form keeps one for the day when it asks a model', () => {
  expect(bodyOf(written).tokens_per_day).toBe(0);
  const stored = { ...bodyOf(written), notified: [], has_logo: false } as unknown as Counter;
  expect(draftOf(stored).tokens).toBe(newCounter.tokens);
});

test.each<[Partial<CounterDraft>, string]>([
  [{ name: ' ' }, 'name'],
  [{ slug: 'A B' }, 'slug'],
  [{ slug: 'x' }, 'slug'],
  [{ agent: '' }, 'agent_id'],
  [{ mode: 'model', tokens: '' }, 'tokens_per_day'],
  [{ greeting: '' }, 'texts.greeting'],
  [{ contact: '' }, 'texts.contact'],
  [{ background: 'azul' }, 'colours.background'],
  [{ background: '#ffffff', ink: '#eeeeee' }, 'colours.text'],
  [{ origins: Array.from({ length: 21 }, (_, at) => `https://s${at}.gov.br`).join('\n') }, 'origins'],
  [{ isAlwaysOpen: false, days: [] }, 'open_hours.days'],
  [{ isAlwaysOpen: false, from: '18:00', until: '08:00' }, 'open_hours.until'],
  [{ keep: '721' }, 'keep_hours'],
  [{ deadline: '0' }, 'deadline_days'],
  [{ years: '2,5' }, 'request_years'],
])('a form with %j says so at %s, before the server is asked', (wrong, field) => {
  expect(Object.keys(problemsOf({ ...written, ...wrong }))).toEqual([field]);
  expect(problemsOf(written)).toEqual({});
});
