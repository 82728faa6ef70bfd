import { type Sight, walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

const OPEN = ['/', '/cadastro', '/esqueci-senha', '/verify-email'];
const MINE = ['/chat', '/chat/que-nao-existe', '/profile', '/subscription'];
const ADMINS = ['/admin', '/admin/settings', '/admin/feedback', '/admin/agents/987654321'];

for (const [who, paths] of [
  ['quem ainda não entrou', OPEN],
  ['quem entrou', [...MINE, ...ADMINS]],
] as const)
  test(`toda tela cabe em toda largura e não tem faltas graves de acessibilidade para ${who}`, async ({
    page,
  }) => {
    if (who === 'quem entrou') await enter(page, ADMIN);
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
