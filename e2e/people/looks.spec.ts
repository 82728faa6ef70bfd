import type { Page } from '@playwright/test';
import type { UserGroup } from '#contract/groups.ts';
import { asAdmin, uniqueName } from '../support/agents.ts';
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
} from '../support/groups.ts';
import { walkPast } from '../support/looks.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';

type Place = { group: UserGroup; domain: string; agents: string };

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

test('people, groups and audit trail fit every width and have no serious accessibility fault', async ({
  page,
}) => {
  const { group, domain, agents } = await lived(page);
  await walkPast(page, [
    [
      'as pessoas',
      async () => {
        await openUsers(page);
        await findPeople(page, domain);
        await expect(page.getByText('3 de 3', { exact: true })).toBeVisible();
      },
    ],
    ['os grupos', () => openGroups(page)],
    ['um grupo novo', () => page.getByRole('button', { name: 'Novo Grupo' }).click()],
    [
      'a exclusão de um grupo',
      async () => {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: `Excluir ${group.name}` }).click();
      },
    ],
    [
      'as pessoas de um grupo',
      async () => {
        await page.keyboard.press('Escape');
        const dialog = await openAssignment(page, group);
        await dialog.getByRole('textbox', { name: 'Domínio de e-mail' }).fill(domain);
        // Deactivated people are not offered.
        await expect(dialog.getByText('2 usuários', { exact: true })).toBeVisible();
        await dialog.getByRole('checkbox').first().check();
      },
    ],
    [
      'os agentes de um grupo',
      async () => {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Descartar', exact: true }).click();
        const dialog = await openAgentsOf(page, group);
        await dialog.getByRole('textbox', { name: 'Buscar agentes...' }).fill(agents);
        await expect(dialog.getByRole('listitem')).toHaveCount(3);
        await dialog.getByRole('checkbox').first().click();
        await dialog.getByRole('checkbox').last().click();
      },
    ],
    [
      'a auditoria',
      async () => {
        await enter(page, ADMIN, '/admin/audit');
        await expect(page.getByText('Administrador').first()).toBeVisible();
        await page.getByRole('combobox', { name: 'Pessoa' }).fill(domain);
        await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(3);
      },
    ],
  ]);
});
