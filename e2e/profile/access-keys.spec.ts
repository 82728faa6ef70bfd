import type { Page } from '@playwright/test';
import { asAdmin, breakCall, listenTo, makeAgent } from '../support/agents.ts';
import { makeGroup, makePerson } from '../support/groups.ts';
import { walkPast } from '../support/looks.ts';
import { API, emailsTo, enter, expect, signIn, test } from '../support/test-server.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Chaves de acesso' });
const dialog = (page: Page) => page.getByRole('dialog');

test('a person creates a key, copies it once, a program asks with it, and a revoked key stops at once', async ({
  page,
  person,
}) => {
  await enter(page, person, '/profile');
  await expect(section(page)).toContainText('Nenhuma chave ainda.');
  for (const path of ['/openai', '/mcp']) await expect(section(page)).toContainText(`${API}${path}`);
  await expect(section(page).getByRole('button', { name: /^Copiar o endereço/ })).toHaveCount(2);
  await section(page).getByRole('button', { name: 'Criar chave' }).click();

  await dialog(page).getByRole('button', { name: 'Criar chave' }).click();
  await expect(dialog(page).getByLabel('Nome')).toBeFocused();
  await expect(dialog(page)).toContainText('Dê um nome à chave.');
  await dialog(page).getByLabel('Nome').fill('Planilha de compras');
  await dialog(page).getByRole('radio', { name: 'Só alguns' }).check();
  await dialog(page).getByLabel('Limite de tokens por mês').fill('mil');
  await dialog(page).getByRole('button', { name: 'Criar chave' }).click();
  await expect(dialog(page)).toContainText('Escolha ao menos um agente.');
  await expect(dialog(page)).toContainText('Digite um número inteiro de tokens');
  await dialog(page).getByLabel('Limite de tokens por mês').fill('50.000');
  await dialog(page).getByLabel('Buscar agente').fill('ajuda');
  await dialog(page).getByRole('checkbox', { name: /Ajuda/ }).check();
  await expect(dialog(page)).toContainText('1 escolhido');
  await dialog(page).getByRole('button', { name: 'Criar chave' }).click();

  await expect(dialog(page).getByRole('heading', { name: 'Chave criada' })).toBeVisible();
  const secret = (await dialog(page).getByRole('figure').first().locator('pre').textContent()) ?? '';
  expect(secret).toMatch(/^prosa_[0-9A-Za-z]{49}$/);
  await dialog(page).getByRole('tab', { name: 'Python' }).click();
  await expect(dialog(page).getByRole('tabpanel')).toContainText(`api_key="${secret}"`);
  await dialog(page).getByRole('tab', { name: 'MCP' }).click();
  await expect(dialog(page).getByRole('tabpanel')).toContainText(`${API}/mcp`);
  await expect(dialog(page).getByRole('tabpanel')).toContainText(`Bearer ${secret}`);
  await dialog(page).getByRole('tab', { name: 'curl' }).click();
  await expect(dialog(page).getByRole('tabpanel').locator('pre')).toContainText('curl');
  const example = (await dialog(page).getByRole('tabpanel').locator('pre').textContent()) ?? '';
  // Nothing was copied yet: the first Esc only asks.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toContainText('A chave ainda não foi copiada.');
  await dialog(page).getByRole('button', { name: 'Já guardei a chave' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(section(page)).not.toContainText(secret);
  await expect
    .poll(async () => (await emailsTo(person.email)).map(({ subject }) => subject))
    .toContain('Uma chave de acesso foi criada na sua conta');

  // The request of the example, sent by a program.
  const [, url = '', body = ''] = /^curl (\S+)[\s\S]*-d '(.*)'$/.exec(example) ?? [];
  const call = () =>
    page.request.post(url, {
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      data: body.replace('O que você sabe fazer?', 'Por quanto tempo vale a senha temporária?'),
    });
  const answered = await (await call()).json();
  expect(answered.choices[0].message.content).not.toBe('');
  expect(answered.prosa.sources.length).toBeGreaterThan(0);
  await page.reload();
  const row = section(page).getByRole('listitem');
  await expect(row).toContainText(`prosa_…${secret.slice(-4)}`);
  await expect(row).toContainText(/1 agente.*Vale até \d\d\/\d\d\/\d{4}.*Último uso: hoje, \d\d:\d\d, de /);
  await expect(row.getByRole('progressbar')).toHaveAttribute(
    'aria-valuetext',
    /de 50 mil tokens neste ciclo/,
  );
  await expect(page.getByRole('region', { name: 'Uso do Sistema' }).first()).toBeVisible();

  await row.getByRole('button', { name: 'Revogar a chave Planilha de compras' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar chave' }).click();
  await expect(section(page)).toContainText('Chave revogada: Planilha de compras.');
  await expect(section(page)).toContainText('Nenhuma chave ainda.');
  await expect(section(page).getByRole('heading')).toBeFocused();
  const refused = await call();
  expect([refused.status(), (await refused.json()).error.message]).toEqual([
    401,
    'Esta chave de acesso foi revogada.',
  ]);
});

test('without a recent sign-in the server asks for the password; a key can be changed; a failure can be tried again', async ({
  page,
  person,
}) => {
  const path = `**${API}/users/me/access-keys`;
  let fails = true;
  await page.route(path, (route) =>
    fails && route.request().method() === 'GET' ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  );
  await enter(page, person, '/profile');
  await expect(section(page)).toContainText('Falha ao carregar as chaves de acesso');
  await expect(section(page)).toContainText('Falha ao buscar chaves de acesso. Por favor');
  fails = false;
  await section(page).getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(section(page)).toContainText('Nenhuma chave ainda.');

  await page.route(path, async (route) => {
    const { current_password } = route.request().postDataJSON() ?? {};
    if (route.request().method() !== 'POST' || current_password) return route.fallback();
    // As after the fifteen minutes in which a sign-in is fresh.
    await route.fulfill({
      status: 403,
      json: { success: false, code: 'reauthentication_required', detail: 'Confirme sua senha atual.' },
    });
  });
  await section(page).getByRole('button', { name: 'Criar chave' }).click();
  await dialog(page).getByLabel('Nome').fill('Robô');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Senha atual')).toBeFocused();
  await dialog(page).getByLabel('Senha atual').fill('errada');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('A senha atual está incorreta.');
  await dialog(page).getByLabel('Senha atual').fill(person.password);
  await breakCall(page, '/users/me/access-keys', 'POST');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Falha ao criar a chave');
  await page.unrouteAll();
  await dialog(page).getByLabel('Senha atual').press('Enter');
  await dialog(page).getByRole('button', { name: 'Copiar a chave' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  const row = section(page).getByRole('listitem');
  await expect(row).toContainText(/Todos os seus agentes.*Vale até.*Nunca usada/);
  await row.getByRole('button', { name: 'Alterar a chave Robô' }).click();
  await dialog(page).getByLabel('Nome').fill('Robô de relatórios');
  await dialog(page).getByLabel('Validade').selectOption('Sem validade');
  await breakCall(page, '/users/me/access-keys/*', 'PATCH');
  await dialog(page).getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog(page)).toContainText('Falha ao alterar a chave');
  await page.unrouteAll();
  await dialog(page).getByRole('button', { name: 'Salvar' }).click();
  await expect(section(page)).toContainText('Chave alterada: Robô de relatórios.');
  await expect(row).toContainText(/Robô de relatórios.*Sem validade/);

  await breakCall(page, '/users/me/access-keys/*', 'DELETE');
  await row.getByRole('button', { name: 'Revogar a chave Robô de relatórios' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar chave' }).click();
  await expect(section(page)).toContainText('Falha ao revogar a chave');
  await expect(row).toHaveCount(1);
});

test('a key with an agent that is no longer available can be renamed and limited; the agent appears and can be unmarked', async ({
  page,
}) => {
  const [group, staying, leaving] = [await makeGroup(page), await makeAgent(page), await makeAgent(page)];
  const agent_ids = [staying.id, leaving.id];
  for (const id of agent_ids) await asAdmin(page, 'POST', `/agents/${id}/deploy`, { deploy_status: true });
  await asAdmin(page, 'POST', `/user-groups/${group.id}/agents`, { agent_ids });
  const person = await makePerson({ user_group_id: group.id });
  const { access_token } = await signIn(page.request, person);
  const made = await page.request.post(`${API}/users/me/access-keys`, {
    headers: { authorization: `Bearer ${access_token}` },
    data: { name: 'Robô', agent_ids },
  });
  expect(made.status()).toBe(201);
  await asAdmin(page, 'POST', `/agents/${leaving.id}/deploy`, { deploy_status: false });

  await enter(page, person, '/profile');
  const changes = listenTo(page, 'PATCH', /access-keys/);
  const row = section(page).getByRole('listitem');
  const gone = dialog(page).getByRole('checkbox', { name: `Agente indisponível (n.º ${leaving.id})` });
  await row.getByRole('button', { name: 'Alterar a chave Robô' }).click();
  await expect(gone).toBeChecked();
  await expect(dialog(page).getByRole('checkbox', { name: staying.name })).toBeChecked();
  await expect(dialog(page)).toContainText('2 escolhidos');
  await dialog(page).getByLabel('Nome').fill('Robô de relatórios');
  await dialog(page).getByLabel('Limite de tokens por mês').fill('50.000');
  await dialog(page).getByRole('button', { name: 'Salvar' }).click();
  await expect(section(page)).toContainText('Chave alterada: Robô de relatórios.');
  await expect(row).toContainText('2 agentes');

  await row.getByRole('button', { name: 'Alterar a chave Robô de relatórios' }).click();
  await gone.uncheck();
  await expect(dialog(page)).toContainText('1 escolhido');
  await dialog(page).getByRole('button', { name: 'Salvar' }).click();
  await expect(row).toContainText('1 agente');
  expect(changes.map(({ body }) => (body as { agent_ids?: number[] }).agent_ids)).toEqual([
    undefined,
    [staying.id],
  ]);
  await row.getByRole('button', { name: 'Alterar a chave Robô de relatórios' }).click();
  await expect(dialog(page).getByRole('checkbox', { name: staying.name })).toBeChecked();
  await expect(gone).toHaveCount(0);
});

test('keys, form and secret fit every width and have no serious accessibility fault', async ({
  page,
  person,
}) => {
  await enter(page, person, '/profile');
  const create = dialog(page).getByRole('button', { name: 'Criar chave' });
  await walkPast(page, [
    [
      'o formulário com o que falta',
      async () => {
        await section(page).getByRole('button', { name: 'Criar chave' }).click();
        await dialog(page).getByRole('radio', { name: 'Só alguns' }).check();
        await expect(dialog(page).getByRole('checkbox').first()).toBeVisible();
        await create.click();
        await expect(dialog(page)).toContainText('Escolha ao menos um agente.');
      },
    ],
    [
      'o segredo',
      async () => {
        await dialog(page)
          .getByLabel('Nome')
          .fill('Integração-com-o-sistema-de-protocolo-eletrônico'.repeat(2));
        await dialog(page).getByLabel('Limite de tokens por mês').fill('1.000');
        await dialog(page).getByRole('checkbox').first().check();
        await create.click();
        await expect(dialog(page).getByRole('heading', { name: 'Chave criada' })).toBeVisible();
      },
    ],
    [
      'a lista',
      async () => {
        await dialog(page).getByRole('button', { name: 'Já guardei a chave' }).click();
        await expect(section(page).getByRole('progressbar')).toBeVisible();
      },
    ],
  ]);
});
