import { asAdmin, breakCall, expectFailure, holdBack, listenTo, uniqueName } from '../support/agents.ts';
import { addDocument, baseCards, makeBase, openBases, shownBase } from '../support/knowledge.ts';
import { API, expect, test, typeQuickly } from '../support/test-server.ts';

test('R-KB-01 R-KB-02 R-KB-04 R-KB-05 R-KB-06 a card says what the knowledge base is and leads to it', async ({
  page,
}) => {
  const base = await makeBase(page, 'Leis e resoluções.');
  await addDocument(page, base, 'um.txt', 'O prazo é de trinta dias.');
  await addDocument(page, base, 'dois.txt', 'O recurso é julgado pela junta.');
  await openBases(page);
  await expect(page.getByLabel('Search knowledge bases')).toBeVisible();
  const card = baseCards(page).filter({ hasText: base.name });
  for (const part of [base.name, '2 docs', 'Leis e resoluções.', 'Created', 'Last updated'])
    await expect(card.getByText(part, { exact: true })).toBeVisible();
  for (const time of await card.locator('time').all())
    await expect(time).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  await expect(card.locator('time')).toHaveCount(2);
  await card.click({ position: { x: 40, y: 80 } });
  await expect(page).toHaveURL(new RegExp(`/admin/databases/${base.id}$`));
});

test('R-KB-07 R-KB-13 R-KB-14 R-CONST-05 the search looks at name and description, and waits for 500 ms of silence', async ({
  page,
}) => {
  const word = uniqueName('infrações').replace(' ', '');
  const inName = await makeBase(page, null, `${word} gerais`);
  const inDescription = await makeBase(page, `Sobre ${word.toUpperCase()} de trânsito.`);
  await openBases(page);
  await expect(baseCards(page).first()).toBeVisible();
  const asked = listenTo(page, 'GET', /\/knowledge-bases$/);
  const search = page.getByLabel('Search knowledge bases');
  const began = Date.now();
  await typeQuickly(search, word.replace('ç', 'c').replace('õ', 'o'));
  await expect(baseCards(page)).toHaveCount(2);
  expect(Date.now() - began).toBeGreaterThanOrEqual(500);
  await expect(baseCards(page).filter({ hasText: inName.name })).toHaveCount(1);
  await expect(baseCards(page).filter({ hasText: inDescription.name })).toHaveCount(1);
  expect(asked).toEqual([]);
  await search.fill('zzzz');
  await expect(page.getByText('No matching knowledge bases found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms', { exact: true })).toBeVisible();
});

test('R-KB-03 R-KB-09 R-KB-10 R-KB-11 R-KB-12 a new knowledge base appears at the top, and the form begins empty again', async ({
  page,
}) => {
  const name = uniqueName('Base');
  const older = await makeBase(page, null, `${name} antiga`);
  await openBases(page);
  await page.getByRole('button', { name: 'New Knowledge Base' }).click();
  const form = page.getByRole('dialog', { name: 'New Knowledge Base' });
  const submit = form.getByRole('button', { name: /^Creat/ });
  await expect(submit).toBeDisabled();
  await form.getByLabel('Name').fill('   ');
  await expect(submit).toBeDisabled();
  await form.getByLabel('Name').fill(`  ${name} `);
  await form.getByLabel('Description').fill('Manuais.');
  const release = await holdBack(page, '/knowledge-bases', 'POST');
  const asked = listenTo(page, 'POST', /\/knowledge-bases$/);
  await submit.dblclick();
  await expect(form.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  release();
  await expect(form).toHaveCount(0);
  expect(asked.map(({ body }) => body)).toEqual([{ name, description: 'Manuais.' }]);
  // Only these two are compared: other stories make bases on the same server.
  await page.getByLabel('Search knowledge bases').fill(name);
  await expect(baseCards(page).getByRole('heading')).toHaveText([name, older.name]);
  await page.getByRole('button', { name: 'New Knowledge Base' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('');
  await expect(form.getByLabel('Description')).toHaveValue('');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(`«${name}» foi criada`)).toBeVisible();
  await page.getByRole('link', { name: 'Enviar documentos' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});

test('R-KB-15 the knowledge base that gets a document becomes the first', async ({ page }) => {
  const older = await makeBase(page);
  const newer = await makeBase(page);
  const data = await asAdmin<object[]>(page, 'GET', '/knowledge-bases');
  // In whatever order they come.
  await page.route(`**${API}/knowledge-bases`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object[] };
    await route.fulfill({ json: { ...body, data: body.data.reverse() } });
  });
  expect(data.length).toBeGreaterThan(1);
  await openBases(page);
  const places = async () => {
    const names = await baseCards(page).getByRole('link').allTextContents();
    return [older, newer].map(({ name }) => names.indexOf(name));
  };
  await expect.poll(async () => places().then(([before = 0, after = 0]) => after < before)).toBe(true);
  await addDocument(page, older, 'novo.txt', 'Um texto novo.');
  await page.reload();
  await expect(baseCards(page).filter({ hasText: older.name })).toBeVisible();
  await expect.poll(async () => places().then(([before = 0, after = 0]) => before < after)).toBe(true);
});

test('R-KB-08 R-ERR-30 R-ERR-31 R-ERR-32 nothing, and what fails, are different things', async ({ page }) => {
  await breakCall(page, '/knowledge-bases', 'GET');
  await openBases(page);
  await expectFailure(page, 'Falha ao carregar bases de conhecimento');
  await page.unrouteAll();
  await breakCall(page, '/knowledge-bases', 'GET', 'O banco está em manutenção.');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expectFailure(page, 'O banco está em manutenção.');
  await page.unrouteAll();
  await page.route(`**${API}/knowledge-bases`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { success: true, data: [], metadata: { total: 0, has_more: false } } })
      : route.fulfill({ status: 500, json: {} }),
  );
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByText('No Knowledge Bases Yet')).toBeVisible();
  await expect(page.getByText('Create your first knowledge base to start managing documents')).toBeVisible();
  await page.getByRole('button', { name: 'New Knowledge Base' }).last().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Um nome');
  await form.getByRole('button', { name: 'Create' }).click();
  await expectFailure(form, 'Falha ao criar base de conhecimento');
  await expect(form.getByLabel('Name')).toHaveValue('Um nome');
});

test('of a thousand knowledge bases only those in reach are drawn, and the search looks at all', async ({
  page,
}) => {
  const bases = Array.from({ length: 130 }, (_, place) =>
    shownBase({ id: 900_000 + place, name: `Base ${place + 1}` }, []),
  );
  await page.route(`**${API}/knowledge-bases`, (route) =>
    route.fulfill({ json: { success: true, data: bases, metadata: { total: 130, has_more: false } } }),
  );
  await openBases(page);
  await expect(baseCards(page)).toHaveCount(60);
  for (const drawn of [120, 130]) {
    await baseCards(page).last().scrollIntoViewIfNeeded();
    await expect(baseCards(page)).toHaveCount(drawn);
  }
  await page.getByLabel('Search knowledge bases').fill('base 13');
  await expect(baseCards(page)).toHaveCount(2);
  await page.getByLabel('Search knowledge bases').fill('');
  await expect(baseCards(page)).toHaveCount(60);
});
