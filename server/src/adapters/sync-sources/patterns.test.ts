import { expect, test } from 'vitest';
import { isWanted, matchesPattern } from './patterns.ts';
import { readPage } from './website/read-page.ts';
import { parseRobots } from './website/robots.ts';

test.each([
  ['*.pdf', 'atas/2026/Ata 1.PDF', true],
  ['*.pdf', 'atas/2026/ata.txt', false],
  ['atas/**', 'atas/2026/ata.txt', true],
  ['atas/*', 'atas/2026/ata.txt', false],
  ['atas/*', 'atas/ata.txt', true],
  ['**/2026/**', '2026/a.txt', true],
  ['**/2026/**', 'x/y/2026/a.txt', true],
  ['at?.txt', 'x/ata.txt', true],
  ['at?.txt', 'atas.txt', false],
  ['/atas/a.txt', 'atas/a.txt', true],
  ['a+(b)[c]', 'a+(b)[c]', true],
  ['', 'a.txt', false],
])('the pattern %s on %s: %s', (pattern, path, expected) => {
  expect(matchesPattern(pattern, path)).toBe(expected);
});

test('a pattern that would make a backtracking matcher run for ever ends', () => {
  const pattern = `/${'*a'.repeat(99)}b`;
  expect(matchesPattern(pattern, `${'a'.repeat(1_000)}/`)).toBe(false);
});

test('what is included is wanted, unless it is excluded; without patterns everything is', () => {
  expect(isWanted({ include: [], exclude: [] }, 'a.txt')).toBe(true);
  expect(isWanted({ include: ['*.pdf'], exclude: [] }, 'a.txt')).toBe(false);
  expect(isWanted({ include: ['*.pdf'], exclude: ['velhos/**'] }, 'velhos/a.pdf')).toBe(false);
});

test('R-DOC-52 the longest rule of robots.txt decides, and of two equal ones the one that allows', () => {
  const robots = parseRobots(
    '# casa\nUser-Agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c$\nDisallow: /x/*/fim\nAllow: /igual\nDisallow: /igual\nCrawl-delay: 60\nSitemap: https://casa.exemplo/s.xml',
  );
  const allowed = ['/', '/a/b', '/a/b/c/d', '/x/fim', '/igual'];
  for (const path of allowed) expect([path, robots.allows(path)]).toEqual([path, true]);
  for (const path of ['/a', '/abc', '/a/b/c', '/x/1/2/fim-do-mundo'])
    expect([path, robots.allows(path)]).toEqual([path, false]);
  expect([robots.delay_ms, robots.sitemaps]).toEqual([10_000, ['https://casa.exemplo/s.xml']]);
  expect(parseRobots('User-agent: outro\nDisallow: /').allows('/a')).toBe(true);
  expect(parseRobots('User-agent: *\nDisallow:').allows('/a')).toBe(true);
});

test('a robots.txt of nothing but wildcards holds up nobody: each address is judged at once', () => {
  const wild = `User-agent: *\nDisallow: /${'*a'.repeat(250_000)}b\n`;
  const many = `User-agent: *\n${`Disallow: /${'*a'.repeat(100)}b\n`.repeat(2_000)}`;
  const began = process.cpuUsage();
  // Behind the tenth wildcard anything is meant: the site is asked for less, never for more.
  for (const text of [wild, many]) {
    const robots = parseRobots(text);
    for (let page = 0; page < 100; page += 1) expect(robots.allows(`/${'a'.repeat(1_500)}`)).toBe(false);
    expect(robots.allows('/b')).toBe(true);
  }
  // Some tenths of a second; each of the two hundred took several where every place of a pattern was tried.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000);
});

test.each([
  ['ends of what was never begun', '<div>'.repeat(200_000) + '</p>'.repeat(250_000)],
  ['lists in lists', '<ul><li>'.repeat(250_000)],
])('a page of %s holds up nobody, and what stands before is read', (_, endless) => {
  const began = process.cpuUsage();
  const page = readPage(`<title>Avisos</title><a href="/um">um</a>${endless}`);
  expect([page.title, page.links]).toEqual(['Avisos', ['/um']]);
  // Hundredths of a second; a minute and more where every open element was looked through.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000);
});
