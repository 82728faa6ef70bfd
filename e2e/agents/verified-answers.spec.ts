import { asAdmin, breakCall, expectFailure, makeAgent, openAgent } from '../support/agents.ts';
import { API, enter, expect, test } from '../support/test-server.ts';

test('R-LOP-08 R-LOP-10 R-LOP-14 an administrator writes an answer; the same question gets it with its badge, a similar one is offered it', async ({
  page,
  person,
}) => {
  const agent = await makeAgent(page);
  await asAdmin(page, 'POST', `/agents/${agent.id}/deploy`, { deploy_status: true });
  // The groups of paid plans too: another story would be asked whether it wants to lose the agent.
  for (const group of [1, 2, 3])
    await asAdmin(page, 'POST', `/user-groups/${group}/agents`, { agent_ids: [agent.id] });
  await openAgent(page, agent);
  const card = page.getByRole('region', { name: 'Respostas verificadas' });
  await expect(card.getByText('Nenhuma resposta verificada ainda.')).toBeVisible();
  await card.getByRole('button', { name: 'Nova resposta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resposta verificada' });
  await dialog.getByLabel('Pergunta', { exact: true }).fill('Qual é o prazo para recorrer de uma multa?');
  await dialog.getByLabel('Outras formas de perguntar').fill('Até quando posso recorrer de uma multa?');
  await dialog.getByLabel('Resposta', { exact: true }).fill('São trinta dias [1].');
  await dialog.getByLabel('Nome do link').fill('Portal de multas');
  await dialog.getByLabel('Endereço (https)').fill('https://www.casa.gov.br/multas');
  await dialog.getByLabel('Área responsável').fill('Trânsito');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(card.getByText('Em uso')).toBeVisible();
  await card.getByLabel('Digite uma pergunta para ver se ela casa').fill('prazo para recorrer de multa');
  await card.getByRole('button', { name: 'Experimentar' }).click();
  await expect(card.getByText('Casa com «Qual é o prazo para recorrer de uma multa?».')).toBeVisible();

  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  const other = await page.context().newPage();
  await enter(other, person, '/chat');
  await other
    .getByRole('button', { name: /Escolher um agente/ })
    .first()
    .click();
  await other.getByRole('dialog').getByRole('textbox').first().fill(agent.name);
  await other.getByRole('dialog').getByText(agent.name, { exact: true }).first().click();
  const box = other.getByRole('textbox', { name: /pergunta/i });
  const answers = other.locator('[data-role="assistant"][data-status="done"]');
  await box.fill('Até quando posso recorrer da multa?');
  await other.keyboard.press('Enter');
  await expect(answers).toHaveCount(1);
  await expect(
    answers.first().getByText(/^Resposta verificada · Trânsito · \d\d\/\d\d\/\d{4}$/),
  ).toBeVisible();
  await expect(answers.first()).toContainText('São trinta dias');
  await box.fill('Qual é o prazo para recorrer de uma multa de estacionamento?');
  await other.keyboard.press('Enter');
  await expect(answers).toHaveCount(2);
  const near = other.getByRole('region', { name: 'Há uma resposta verificada parecida:' });
  await near.getByRole('button').click();
  await expect(answers).toHaveCount(3);
  await expect(answers.last().getByText(/^Resposta verificada/)).toBeVisible();
  await other.getByRole('button', { name: 'Perguntar ao agente mesmo assim' }).click();
  await expect(answers).toHaveCount(4);
  await expect(answers.last().getByText(/^Resposta verificada/)).toHaveCount(0);
});

test('what fails with verified answers says so where it was done, and what was typed stays', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  const path = `/agents/${agent.id}/verified-answers`;
  await breakCall(page, path, 'GET');
  await openAgent(page, agent);
  const card = page.getByRole('region', { name: 'Respostas verificadas' });
  await expect(card.getByText('Falha ao carregar as respostas verificadas')).toBeVisible();
  await page.unrouteAll();
  await card.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(card.getByText('Nenhuma resposta verificada ainda.')).toBeVisible();

  await breakCall(page, path, 'POST');
  await breakCall(page, `${path}/try`, 'POST');
  await breakCall(page, `${path}/*`, 'PUT');
  await card.getByRole('button', { name: 'Nova resposta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resposta verificada' });
  await dialog.getByLabel('Pergunta', { exact: true }).fill('Onde fica o arquivo?');
  await dialog.getByLabel('Resposta', { exact: true }).fill('No segundo andar.');
  await dialog.getByLabel('Área responsável').fill('Arquivo');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(dialog, 'Falha ao salvar a resposta verificada');
  await expect(dialog.getByLabel('Resposta', { exact: true })).toHaveValue('No segundo andar.');
  await page.unroute(`**${API}${path}`);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(card.getByText('Em uso')).toBeVisible();
  await card.getByLabel('Digite uma pergunta para ver se ela casa').fill('Onde fica o arquivo?');
  await card.getByRole('button', { name: 'Experimentar' }).click();
  await expectFailure(card, 'Falha ao experimentar a pergunta');
  await card.getByRole('button', { name: 'Pausar' }).click();
  await expectFailure(card, 'Falha ao alterar a resposta verificada');
  await expect(card.getByText('Em uso')).toBeVisible();
});
