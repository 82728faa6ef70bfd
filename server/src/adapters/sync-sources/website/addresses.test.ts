/** Addresses of a site, without asking for any of them. */
import { expect, test } from 'vitest';
import { WebsiteSettings } from '#contract/sync-sources.ts';
import { isSameSite, mayFollow, openAddresses } from './addresses.ts';
import { NO_ROBOTS } from './robots.ts';

const settings = (wishes: object = {}) =>
  WebsiteSettings.parse({ kind: 'website', url: 'https://www.casa.exemplo/', ...wishes });
const opened = (wishes: object = {}) => openAddresses(settings(wishes), () => NO_ROBOTS);

test.each([
  ['/a#topo', 'https://www.casa.exemplo/a'],
  ['/a?ref=1', 'https://www.casa.exemplo/a'],
  ['http://casa.exemplo/a/../b', 'https://www.casa.exemplo/b'],
  ['//CASA.exemplo/a', 'https://www.casa.exemplo/a'],
  ['https://casa.exemplo:8443/a', null],
  ['https://outra.exemplo/a', null],
  ['https://www.casa.exemplo@outra.exemplo/', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  [`/${'a'.repeat(2_000)}`, null],
])('R-DOC-52 the address %s is kept as %s', (written, expected) => {
  expect(opened().normal(written)?.href ?? null).toBe(expected);
});

test('R-DOC-52 addresses of one shape are followed two hundred times: calendars and numbers of visits end', () => {
  const addresses = opened({ max_pages: 5_000 });
  const seen = (path: string) => addresses.admit(addresses.normal(path), { by_link: true });
  const days = Array.from({ length: 250 }, (_, at) => seen(`/agenda/2026/${at}`));
  expect(days.filter((one) => one && one !== 'cut' && !('reason' in one))).toHaveLength(200);
  expect(days.at(-1)).toMatchObject({ reason: 'calendar' });
  const visits = Array.from({ length: 250 }, (_, at) => seen(`/s/${String(at).padStart(32, '0a')}/inicio`));
  expect(visits.at(-1)).toMatchObject({ reason: 'calendar' });
  const words = Array.from({ length: 250 }, (_, at) => seen(`/noticia-${'y'.repeat(at)}`));
  expect(words.at(-1)).toMatchObject({ name: expect.stringContaining('noticia') });
  // A sitemap states each of them.
  expect(addresses.admit(addresses.normal('/agenda/2026/999'), { by_link: false })).toMatchObject({
    version: null,
  });
});

test('an address is admitted once, up to the cap, and a page that is left out says why', () => {
  const addresses = opened({ max_pages: 2, exclude: ['velho/**'], documents: false });
  const seen = (path: string) => addresses.admit(addresses.normal(path), { by_link: true });
  expect(seen('/velho/a')).toMatchObject({ reason: 'pattern' });
  expect([seen('/a.pdf'), seen('/foto.JPG')]).toMatchObject([{ reason: 'type' }, { reason: 'type' }]);
  expect([seen('/a'), seen('/a'), seen('/b'), seen('/c')]).toMatchObject([
    { name: 'a' },
    null,
    { name: 'b' },
    'cut',
  ]);
});

test('redirects stay on the site and never go back to http', () => {
  const url = (text: string) => new URL(text);
  expect(isSameSite(url('https://www.casa.exemplo'), url('https://casa.exemplo'))).toBe(true);
  expect(isSameSite(url('https://casa.exemplo'), url('https://casa.exemplo:444'))).toBe(false);
  expect(mayFollow(url('http://casa.exemplo/a'), url('https://casa.exemplo/a'))).toBe(true);
  expect(mayFollow(url('https://casa.exemplo/a'), url('http://casa.exemplo/a'))).toBe(false);
  expect(mayFollow(url('https://casa.exemplo/a'), url('https://nuvem.casa.exemplo/a'))).toBe(false);
});
