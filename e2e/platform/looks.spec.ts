import { type Sight, walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

const OPEN = ['/', '/cadastro', '/esqueci-senha', '/verify-email'];
const MINE = ['/chat', '/chat/que-nao-existe', '/profile', '/subscription'];
const ADMINS = ['/admin', '/admin/settings', '/admin/feedback', '/admin/agents/987654321'];

for (const [who, paths] of [
  ['visitors', OPEN],
  ['signed-in people', [...MINE, ...ADMINS]],
] as const)
  test(`every screen fits every width and has no serious accessibility fault for ${who}`, async ({
    page,
  }) => {
    if (who === 'signed-in people') await enter(page, ADMIN);
    await walkPast(
      page,
      paths.map(
        (path): Sight => [
          path,
          async () => {
            await page.goto(path);
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          },
        ],
      ),
    );
  });
