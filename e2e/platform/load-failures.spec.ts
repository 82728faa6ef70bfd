import { ADMIN, API, admit, expect, test } from '../support/test-server.ts';

/** A screen, the call that it cannot do without, and its sentence when that call fails. */
const FAILURES = [
  ['/admin/access', '/admin/identity-providers', 'Falha ao carregar provedores'],
  ['/admin/access?tab=domains', '/admin/domains', 'Falha ao carregar domínios'],
  ['/admin/access?tab=factor', '/admin/access-policy', 'Falha ao carregar a regra de acesso'],
  ['/admin/settings', '/admin/interface', 'Falha ao carregar por quanto tempo as conversas ficam'],
  ['/admin/avisos', '/alert-rules', 'Falha ao carregar as regras'],
  ['/admin/avisos?tab=banners', '/admin/banners', 'Falha ao carregar as faixas'],
  ['/profile', '/chat/links', 'Falha ao carregar os links'],
  ['/profile', '/users/me/second-factor', 'Falha ao carregar a verificação em duas etapas'],
  ['/chat', '/agents/start', 'Falha ao carregar os agentes'],
] as const;

for (const [path, called, sentence] of FAILURES)
  test(`${path} says «${sentence}» and tries again`, async ({ page }) => {
    await admit(page, ADMIN);
    // Until somebody presses: another part of a screen may ask by itself for what has just failed.
    await page.addInitScript(() =>
      addEventListener('click', () => Object.assign(window, { pressed: true }), true),
    );
    await page.route(`**${API}${called}*`, async (route) =>
      (await page.evaluate(() => 'pressed' in window))
        ? route.continue()
        : route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    );
    await page.goto(path);
    const alert = page.getByRole('alert').filter({ hasText: sentence });
    await alert.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(alert).toHaveCount(0);
  });
