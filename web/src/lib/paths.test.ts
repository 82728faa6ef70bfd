import { expect, test } from 'vitest';
import { aliases, fillPath, idOf, paths } from './paths.ts';

test('ids are put into their places and cannot break out of them', () => {
  expect(paths.chatSession('a/b')).toBe('/chat/a%2Fb');
  expect(paths.adminDataSource(3)).toBe('/admin/datasources/3');
});

test('R-SHELL-25 the other names of the detail screens lead to the routed ones', () => {
  expect(fillPath(aliases['/admin/knowledge-bases/:id'], { id: '4' })).toBe('/admin/databases/4');
  expect(fillPath(aliases['/admin/data-sources/:id'], { id: '5' })).toBe('/admin/datasources/5');
});

test('an address that cannot name a thing names none', () => {
  expect(idOf('12')).toBe(12);
  for (const odd of [
    undefined,
    '',
    '0',
    '-1',
    '1.5',
    '007',
    'abc',
    '1e3',
    '2147483648',
    '999999999999999999',
  ])
    expect(idOf(odd)).toBeNull();
});
