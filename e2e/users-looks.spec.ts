import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { UserGroup } from '#contract/groups.ts';
import { asAdmin, uniqueName } from './support/agents.ts';
import {
  findPeople,
  makeAgents,
  makeGroup,
  makePeople,
  openAgentsOf,
  openAssignment,
  openGroups,
  openUsers,
  uniqueDomain,
} from './support/groups.ts';
import { ADMIN, enter, expect, test } from './support/house.ts';

type Place = { group: UserGroup; domain: string; agents: string };

/** Every state that has something of its own on the screen. */
const states: [name: string, open: (page: Page, place: Place) => Promise<void>][] = [
  [
    'as pessoas',
    async (page, { domain }) => {
      await openUsers(page);
      await findPeople(page, domain);
      await expect(page.getByText('3 de 3')).toBeVisible();
    },
  ],
  ['os grupos', (page) => openGroups(page)],
  ['um grupo novo', (page) => page.getByRole('button', { name: 'Novo Grupo' }).click()],
  [
    'a exclusão de um grupo',
    async (page, { group }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: `Excluir ${group.name}` }).click();
    },
  ],
  [
    'as pessoas de um grupo',
    async (page, { group, domain }) => {
      await page.keyboard.press('Escape');
      const dialog = await openAssignment(page, group);
      await dialog.getByRole('textbox', { name: 'Domínio de e-mail' }).fill(domain);
      // Whoever is shut out is not offered.
      await expect(dialog.getByText('2 usuários', { exact: true })).toBeVisible();
      await dialog.getByRole('checkbox').first().check();
    },
  ],
  [
    'os agentes de um grupo',
    async (page, { group, agents }) => {
      await page.keyboard.press('Escape');
      const dialog = await openAgentsOf(page, group);
      await dialog.getByRole('textbox', { name: 'Buscar agentes...' }).fill(agents);
      await expect(dialog.getByRole('listitem')).toHaveCount(3);
      await dialog.getByRole('checkbox').first().click();
      await dialog.getByRole('checkbox').last().click();
    },
  ],
  [
    'a auditoria',
    async (page, { domain }) => {
      await enter(page, ADMIN, '/admin/audit');
      await expect(page.getByText('Administrador').first()).toBeVisible();
      await page.getByRole('combobox', { name: 'Pessoa' }).fill(domain);
      await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(3);
    },
  ],
];

async function lived(page: Page): Promise<Place> {
  const [group, domain, agents] = [await makeGroup(page), uniqueDomain(), uniqueName('Agente')];
  await makePeople(
    [
      { name: `${'Maria Aparecida '.repeat(8)}da Silva`, role: 'superadmin', token_used: 97_000 },
      { name: 'Débora Assunção', active: false, last_login: '2026-11-20T12:12:00Z' },
      { name: 'Fábio', user_group_id: group.id, role: 'user_td', token_used: 61_000 },
    ],
    domain,
  );
  const [first = 0] = await makeAgents(agents, 3);
  await asAdmin(page, 'POST', `/user-groups/${group.id}/agents`, { agent_ids: [first] });
  return { group, domain, agents };
}

/** The window never scrolls; what fills it might. */
const sideways = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('html, main > div, [role=dialog] > div')].map(
        (each) => each.scrollWidth - each.clientWidth,
      ),
    ),
  );

for (const [theme, width, height] of [
  ['light', 1360, 850],
  // The narrowest there is: nothing may scroll sideways.
  ['dark', 360, 740],
] as const)
  test(`pessoas, grupos e auditoria sem faltas graves de acessibilidade e sem rolar para o lado: ${theme}, ${width} px`, async ({
    page,
    context,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await context.addCookies([{ name: 'theme', value: theme, url: process.env.PROSA_E2E_URL ?? '' }]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const place = await lived(page);
    const found: string[] = [];
    for (const [name, open] of states) {
      await open(page, place);
      await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      found.push(...grave.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`));
      if ((await sideways(page)) > 0) found.push(`${name} scrolls sideways`);
    }
    expect(found).toEqual([]);
  });
