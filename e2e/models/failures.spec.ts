/** The calls of the screen «Modelos» fail one after the other: each failure has its sentence, and what was typed stays. */
import type { ModelPrice, Rate } from '#contract/prices.ts';
import { intercept } from '../support/accounts.ts';
import { breakCall, expectFailure } from '../support/agents.ts';
import { ADMIN, enter, expect, test } from '../support/test-server.ts';
import { fillCatalogue } from './catalogue.ts';

test('changes of the catalogue that fail say so where they were made', async ({ page, expectComplaints }) => {
  expectComplaints(/models/);
  await fillCatalogue(page);
  await breakCall(page, '/models/defaults', 'PUT');
  await breakCall(page, '/models/use-successor', 'POST');
  await breakCall(page, '/models/gpt-6-luna', 'PUT');
  await breakCall(page, '/models/qwen4-32b', 'DELETE');
  await enter(page, ADMIN, '/admin/models');

  const reserve = page.getByLabel('Reserva 2');
  await reserve.selectOption('GPT-6 Luna');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expectFailure(page, 'Falha ao salvar os padrões');
  await expect(reserve).toHaveValue('gpt-6-luna');

  await page.getByRole('button', { name: 'GPT-4o: 3 usos, ver a lista' }).click();
  const uses = page.getByRole('dialog', { name: 'Onde GPT-4o é usado' });
  await uses.getByRole('button', { name: 'Usar GPT-6 Luna' }).click();
  await expectFailure(uses, 'Falha ao trocar o modelo dos agentes');
  await expect(uses.getByRole('link', { name: 'Licitações Abertas' })).toBeVisible();
  await page.keyboard.press('Escape');

  const act = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Ações de ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await act('GPT-6 Luna', 'Editar');
  const form = page.getByRole('dialog', { name: 'Editar GPT-6 Luna' });
  await form.getByLabel('Nome', { exact: true }).fill('Luna da prefeitura');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expectFailure(form, 'Falha ao salvar o modelo');
  await expect(form.getByLabel('Nome', { exact: true })).toHaveValue('Luna da prefeitura');
  await form.getByRole('button', { name: 'Cancelar' }).click();

  await act('GPT-6 Luna', 'Esconder');
  await expectFailure(page, 'Falha ao salvar o modelo');
  await expect(page.getByRole('row').filter({ hasText: 'GPT-6 Luna' }).first()).toBeVisible();

  await act('Qwen 4 32B', 'Excluir');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expectFailure(question, 'Falha ao excluir o modelo');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Qwen 4 32B' })).toBeVisible();
});

const price: ModelPrice = {
  model_id: 'gpt-6.1-terra',
  name: 'GPT-6.1 Terra',
  currency: 'USD',
  input: '2',
  cached_input: null,
  output: '8',
  long: null,
  since: '2026-11-20T12:00:00.000Z',
  until: null,
  source: 'typed',
  in_catalogue: true,
};
const rate: Rate = {
  id: 1,
  day: '2026-11-20',
  brl_per_usd: '5.4',
  created_at: '2026-11-20T12:00:00.000Z',
};

test('a probe that does not begin and lists that do not come say so, and the lists are asked for again', async ({
  page,
  expectComplaints,
}) => {
  expectComplaints(/models/);
  await fillCatalogue(page);
  await breakCall(page, '/models/gpt-6.1-terra/probe', 'POST');
  await breakCall(page, '/models/discover', 'POST');
  await enter(page, ADMIN, '/admin/models');

  await page.getByRole('button', { name: 'Ações de GPT-6.1 Terra' }).click();
  await page.getByRole('menuitem', { name: 'Testar' }).click();
  const probe = page.getByRole('dialog', { name: 'Testar GPT-6.1 Terra' });
  await expectFailure(probe, 'Falha ao testar o modelo');
  await expect(probe.getByRole('button', { name: 'Aplicar o que foi descoberto' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Buscar modelos' }).click();
  const lists = page.getByRole('dialog', { name: 'Buscar modelos' });
  await expectFailure(lists, 'Falha ao buscar os modelos');
  await intercept(page, '/models/discover', 200, {
    success: true,
    data: [
      {
        provider: 'openai',
        provider_id: 1,
        name: 'OpenAI',
        error: null,
        models: [
          {
            id: 'gpt-7-mini',
            provider_model: 'gpt-7-mini',
            name: null,
            context_window: 32_000,
            max_tokens: null,
            ends_at: null,
            is_chat: true,
            vision: null,
            structured_output: null,
            efforts: null,
            known_as: null,
          },
        ],
      },
    ],
  });
  await lists.getByRole('button', { name: 'Tentar novamente' }).click();
  const fresh = lists.getByRole('checkbox', { name: /gpt-7-mini/ });
  await fresh.check();
  await expect(lists.getByRole('alert')).toHaveCount(0);
  await breakCall(page, '/models', 'POST');
  await lists.getByRole('button', { name: 'Adicionar selecionados' }).click();
  await expectFailure(lists, 'Falha ao salvar o modelo');
  await expect(fresh).toBeChecked();
});

test('prices and exchange rates that cannot be read or saved say so, and what was typed stays', async ({
  page,
  expectComplaints,
}) => {
  expectComplaints(/model-prices|exchange-rates/);
  await breakCall(page, '/model-prices', 'GET');
  await breakCall(page, '/exchange-rates', 'GET');
  await enter(page, ADMIN, '/admin/models?tab=precos');
  const failure = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await expectFailure(page, 'Falha ao carregar os preços');
  await expectFailure(page, 'Falha ao carregar o câmbio');
  await intercept(page, '/model-prices', 200, { success: true, data: [price] });
  await intercept(page, '/exchange-rates', 200, { success: true, data: [rate] });
  await failure('Falha ao carregar os preços').getByRole('button', { name: 'Tentar novamente' }).click();
  await failure('Falha ao carregar o câmbio').getByRole('button', { name: 'Tentar novamente' }).click();
  const row = page.getByRole('row').filter({ hasText: 'GPT-6.1 Terra' });
  await expect(row).toContainText('Digitado');
  await expect(page.getByText('R$ 5,40')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await breakCall(page, '/model-prices', 'POST');
  await breakCall(page, '/model-prices/gpt-6.1-terra', 'DELETE');
  await breakCall(page, '/exchange-rates', 'POST');
  await row.getByRole('button', { name: 'Digitar o preço de GPT-6.1 Terra' }).click();
  const form = page.getByRole('dialog', { name: 'Preço de GPT-6.1 Terra' });
  await form.getByLabel('Entrada', { exact: true }).fill('3,75');
  await form.getByRole('button', { name: 'Salvar preço' }).click();
  await expectFailure(form, 'Falha ao salvar o preço');
  await expect(form.getByLabel('Entrada', { exact: true })).toHaveValue('3,75');
  await form.getByRole('button', { name: 'Cancelar' }).click();

  await row.getByRole('button', { name: 'Voltar ao preço do catálogo de GPT-6.1 Terra' }).click();
  await expectFailure(page, 'Falha ao voltar ao preço do catálogo');
  await expect(row).toContainText('Digitado');

  await page.getByLabel('R$ por US$ 1').fill('5,43');
  await page.getByRole('button', { name: 'Salvar câmbio' }).click();
  await expectFailure(page, 'Falha ao salvar o câmbio');
  await expect(page.getByLabel('R$ por US$ 1')).toHaveValue('5,43');
});

test('the rule of personal data and its counts say when they cannot be read or saved', async ({
  page,
  expectComplaints,
}) => {
  expectComplaints(/guard/);
  await breakCall(page, '/guard', 'GET');
  await breakCall(page, '/admin/stats/guard', 'GET');
  await enter(page, ADMIN, '/admin/models?tab=dados-pessoais');
  const retry = page.getByRole('button', { name: 'Tentar novamente' });
  await expectFailure(page, 'Falha ao carregar a regra de dados pessoais');
  const settings = { mode: 'mask', kinds: ['cpf'], new_agents_local: false, version: 3 };
  await intercept(page, '/guard', 200, { success: true, data: settings });
  await retry.click();
  await expect(page.getByRole('radio', { name: 'Mascarar' })).toBeChecked();

  await expectFailure(page, 'Falha ao carregar as contagens');
  await intercept(page, '/admin/stats/guard', 200, { success: true, data: [] });
  await retry.click();
  await expect(page.getByText('Nenhum dado pessoal foi encontrado.')).toBeVisible();

  await breakCall(page, '/guard', 'PUT');
  await breakCall(page, '/guard/preview', 'POST');
  await page.getByRole('radio', { name: 'Bloquear' }).click();
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expectFailure(page, 'A regra não foi salva');
  await expect(page.getByRole('radio', { name: 'Bloquear' })).toBeChecked();
  await page.getByLabel('Texto', { exact: true }).fill('CPF 529.982.247-25');
  await page.getByRole('button', { name: 'Testar', exact: true }).click();
  await expectFailure(page, 'O texto não foi testado');
  await expect(page.getByLabel('Texto', { exact: true })).toHaveValue('CPF 529.982.247-25');
});
