/** The dialog «Comparar modelos» of an agent, where the comparison does not begin. */
import { breakCall, expectFailure } from '../support/agents.ts';
import { ADMIN, API, enter, expect, test } from '../support/test-server.ts';

test('R-MDL-26 a comparison that does not begin says so, and can be begun again', async ({
  page,
  expectComplaints,
}) => {
  expectComplaints(/compare/);
  await enter(page, ADMIN, '/admin/agents');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const made = await page.request.post(`${API}/agents`, { headers, data: { name: 'Agente comparado' } });
  const { id } = (await made.json()).data;
  const check = { question: 'Qual é o prazo?', expectation: { kind: 'contains', value: 'dias' } };
  expect((await page.request.post(`${API}/agents/${id}/checks`, { headers, data: check })).status()).toBe(
    201,
  );
  await breakCall(page, `/agents/${id}/checks/compare`, 'POST');
  await page.goto(`/admin/agents/${id}`);
  await page.getByRole('button', { name: 'Comparar modelos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Comparar modelos' });
  await dialog.getByRole('combobox').last().selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Começar' }).click();
  await expectFailure(dialog, 'Falha ao comparar os modelos');
  await expect(dialog.getByRole('button', { name: 'Começar' })).toBeEnabled();
  await expect(dialog.getByRole('combobox').first()).not.toHaveValue('');
});
