import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { openTestHouse, type TestHouse } from '../../../test/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

test('R-TAG-09 R-TAG-10 everybody reads all tags, by name as a Brazilian would order them', async () => {
  await buildAgent(house.world, {
    tags: ['zelo', 'Água', 'beta', 'Édito', 'alfa'],
    groups: [2],
    deploy_status: false,
  });
  const { status, body } = await house.as(await house.user()).get('/agents/tags');
  expect(status).toBe(200);
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
    'Água',
    'alfa',
    'beta',
    'Édito',
    'zelo',
  ]);
  expect(body.data[0]).toEqual({ id: expect.any(Number), name: 'Água' });
  expect(body.metadata).toEqual({ total: 5, has_more: false });
});
