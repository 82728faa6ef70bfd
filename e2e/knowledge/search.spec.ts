import { breakCall, expectFailure, listenTo } from '../support/agents.ts';
import { addDocument, makeBase, openBase } from '../support/knowledge.ts';
import { expect, test } from '../support/test-server.ts';

const MANUAL = `# Prazos

## Defesa prévia

O prazo para apresentar a defesa prévia é de trinta dias, contados da notificação da autuação.

${Array.from({ length: 60 }, (_, index) => `## Assunto ${index}\n\nO veículo de número ${index} deve ser vistoriado na sede do órgão executivo.\n`).join('\n')}
## Recurso

O recurso à junta administrativa suspende a cobrança da multa até o julgamento.
`;

test('what an agent would find: passages with marked words, and the text opened at the place', async ({
  page,
}) => {
  const base = await makeBase(page);
  await addDocument(page, base, 'Manual.md', MANUAL);
  await openBase(page, base);
  const asked = listenTo(page, 'GET', /\/search$/);
  const question = page.getByLabel('O que um agente acharia?');
  await question.pressSequentially('o recurso suspende a cobrança?', { delay: 5 });
  const hits = page.getByRole('list', { name: 'Trechos que um agente acharia' }).getByRole('listitem');
  await expect(hits.first()).toContainText('suspende a cobrança da multa');
  expect(asked.map(({ url }) => url.searchParams.get('q'))).toEqual(['o recurso suspende a cobrança?']);
  await expect(hits.first().locator('mark').filter({ hasText: 'suspende' })).toHaveCount(1);
  await expect(hits.first()).toContainText('Recurso');
  await expect(hits.first()).toContainText('Proximidade, comparada com a do melhor trecho: 100%');
  await hits.first().getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Manual.md' });
  const found = dialog.locator('[data-found]');
  await expect(found).toContainText('O recurso à junta administrativa');
  await expect(found).toBeInViewport();
  await expect(found.locator('mark').filter({ hasText: 'cobrança' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await question.fill('receita de bolo de cenoura com cobertura de chocolate');
  await expect(
    page
      .getByText(/Nenhum trecho é próximo o bastante da pergunta/)
      .or(page.getByText('Nada aqui trata disso'))
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/Proximidade/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Limpar busca' }).click();
  await expect(page.getByRole('region', { name: 'Trechos que um agente acharia' })).toHaveCount(0);
});

test('a search that fails says so and is made again', async ({ page }) => {
  const base = await makeBase(page);
  await addDocument(page, base, 'Manual.txt', 'O prazo é de trinta dias.');
  await openBase(page, base);
  await breakCall(page, `/knowledge-bases/${base.id}/search?*`, 'GET');
  await page.getByLabel('O que um agente acharia?').fill('qual é o prazo?');
  await expectFailure(page, 'Falha na busca');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('list', { name: 'Trechos que um agente acharia' })).toContainText(
    'trinta dias',
  );
});
