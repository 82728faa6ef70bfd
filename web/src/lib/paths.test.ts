import { expect, test } from 'vitest';
import { aliases, fillPath, paths } from './paths.ts';

test('ids are put into their places and cannot break out of them', () => {
  expect(paths.chatSession('a/b')).toBe('/chat/a%2Fb');
  expect(paths.adminDataSource(3)).toBe('/admin/datasources/3');
});

test('R-SHELL-25 the other names of the detail screens lead to the routed ones', () => {
  expect(fillPath(aliases['/admin/knowledge-bases/:id'], { id: '4' })).toBe('/admin/databases/4');
  expect(fillPath(aliases['/admin/data-sources/:id'], { id: '5' })).toBe('/admin/datasources/5');
});
