import { asAdmin, breakCall, expectFailure, makeAgent, openAgent } from '../support/agents.ts';
import { addDocument, makeBase } from '../support/knowledge.ts';
import { API, enter, expect, test } from '../support/test-server.ts';

const DAY_MS = 86_400_000;

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

test('R-LOP-15 R-LOP-16 proposed forms are taken one by one, and sentences of a document are searched, marked and cited', async ({
  page,
}) => {
  const base = await makeBase(page);
  await addDocument(
    page,
    base,
    'regras.txt',
    'O recurso de multa é recebido em até trinta dias. Ele é entregue na central. A defesa tem quinze dias.',
  );
  const agent = await makeAgent(page);
  await asAdmin(page, 'POST', `/agents/${agent.id}/knowledge-bases/${base.id}`);
  const path = `/agents/${agent.id}/verified-answers`;
  // No model is configured here; its proposals are stood in for.
  await page.route(`**${API}/models/defaults`, async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, local: false } } });
  });
  await openAgent(page, agent);
  const card = page.getByRole('region', { name: 'Respostas verificadas' });
  await card.getByRole('button', { name: 'Nova resposta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resposta verificada' });
  await dialog.getByLabel('Pergunta', { exact: true }).fill('Qual é o prazo para recorrer de multa?');
  await breakCall(page, `${path}/wordings`, 'POST');
  await dialog.getByRole('button', { name: 'Propor formas' }).click();
  await expectFailure(dialog, 'Falha ao propor formas');
  await page.unroute(`**${API}${path}/wordings`);
  await page.route(`**${API}${path}/wordings`, (route) =>
    route.fulfill({ json: { success: true, data: ['Até quando recorro de multa?', 'Prazo para recorrer'] } }),
  );
  await dialog.getByRole('button', { name: 'Propor formas' }).click();
  await dialog.getByRole('button', { name: 'Acrescentar «Até quando recorro de multa?»' }).click();
  await expect(dialog.getByLabel('Outras formas de perguntar')).toHaveValue('Até quando recorro de multa?');
  await expect(dialog.getByRole('list', { name: 'Formas propostas' }).getByRole('listitem')).toHaveCount(1);
  await dialog.getByLabel('Resposta', { exact: true }).fill('São trinta dias, na central [1].');
  await dialog.getByLabel('Área responsável').fill('Trânsito');

  await breakCall(page, `${path}/passages`, 'POST');
  await dialog.getByRole('button', { name: 'Citar um documento' }).click();
  const search = dialog.getByLabel('O que procurar nos documentos do agente');
  await search.fill('recurso de multa');
  await search.press('Enter');
  await expectFailure(dialog, 'Falha ao procurar nos documentos');
  await page.unroute(`**${API}${path}/passages`);
  await search.press('Enter');
  const sentences = dialog.getByRole('list', { name: 'Frases de regras.txt' });
  // The form is longer than the dialog: it scrolls to the passages by itself.
  await expect(sentences).toBeInViewport();
  await sentences.getByRole('button', { name: /^O recurso de multa/ }).click();
  await sentences.getByRole('button', { name: /^Ele é entregue/ }).click();
  await dialog.getByRole('button', { name: 'Citar estas 2 frases' }).click();
  await expect(dialog.getByText('[1] regras.txt')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Citar um documento' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(card.getByText('Em uso')).toBeVisible();
  const [written] = await asAdmin<{ sources: { text: string }[] }[]>(page, 'GET', path);
  expect(written?.sources[0]?.text).toBe(
    'O recurso de multa é recebido em até trinta dias. Ele é entregue na central.',
  );
});

test('R-LOP-13 an answer that overlaps another is refused with its question, at the form, until it says something else', async ({
  page,
}) => {
  const agent = await makeAgent(page);
  await asAdmin(page, 'POST', `/agents/${agent.id}/verified-answers`, {
    question: 'Qual é o prazo para recorrer de multa?',
    answer: 'São trinta dias.',
    owner_label: 'Trânsito',
    review_on: new Date(Date.now() + 90 * DAY_MS).toISOString().slice(0, 10),
  });
  await openAgent(page, agent);
  const card = page.getByRole('region', { name: 'Respostas verificadas' });
  await card.getByRole('button', { name: 'Nova resposta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resposta verificada' });
  const question = dialog.getByLabel('Pergunta', { exact: true });
  await question.fill('Qual o prazo para recorrer da multa?');
  await dialog.getByLabel('Resposta', { exact: true }).fill('São quinze dias.');
  await dialog.getByLabel('Área responsável').fill('Jurídico');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const refusal =
    'Outra resposta verificada já casa com esta pergunta: “Qual é o prazo para recorrer de multa?”.';
  await expect(dialog.getByText(refusal)).toBeVisible();
  await expect(dialog.getByLabel('Resposta', { exact: true })).toHaveValue('São quinze dias.');
  await question.fill('Qual o prazo para recorrer de uma licitação?');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card.getByText('Em uso')).toHaveCount(2);
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
