/** Links of an answer lead out of the product: the host is visible, and the first one asks. */
import { keepRecords } from '../conversation/records.ts';
import { API, admit, expect, openConversation, test } from '../support/test-server.ts';

test('the first foreign link asks before it opens, once for a person and in every browser', async ({
  page,
  context,
  browser,
  person,
}) => {
  await context.route('https://exemplo.invalid/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Lá fora</p>' }),
  );
  await admit(page, person);
  const id = await openConversation(page);
  await keepRecords(id, [
    {
      question: 'Onde está a lei?',
      answer:
        'No [portal](https://exemplo.invalid/lei?n=1) e em [exemplo.invalid](https://exemplo.invalid/).',
    },
  ]);
  await page.goto(`/chat/${id}`);
  const tabs = context.pages().length;
  const link = page.getByRole('link', { name: 'portal (exemplo.invalid)' });
  const dialog = page.getByRole('alertdialog', { name: 'Abrir um endereço fora do Prosa?' });
  await expect(page.getByRole('link', { name: 'exemplo.invalid', exact: true })).toBeVisible();

  await link.click();
  await expect(dialog).toContainText('https://exemplo.invalid/lei?n=1');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
  expect(context.pages()).toHaveLength(tabs);

  await link.click({ button: 'middle' });
  const stored = page.waitForResponse(`**${API}/users/me/dismissals`);
  const [first] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'Abrir' }).click(),
  ]);
  await expect(first).toHaveURL('https://exemplo.invalid/lei?n=1');
  expect((await stored).ok()).toBe(true);

  const [second] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await expect(second).toHaveURL('https://exemplo.invalid/lei?n=1');
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).not.toContain('foreign_link');

  const elsewhere = await browser.newContext();
  await elsewhere.route('https://exemplo.invalid/**', (route) => route.fulfill({ body: 'Lá fora' }));
  const other = await elsewhere.newPage();
  await admit(other, person);
  const known = other.waitForResponse(`**${API}/users/me/dismissals`);
  await other.goto(`/chat/${id}`);
  await known;
  // The reply is there a moment before the page is drawn with it.
  await expect(async () => {
    await other.keyboard.press('Escape');
    const [third] = await Promise.all([
      elsewhere.waitForEvent('page', { timeout: 2_000 }),
      other.getByRole('link', { name: 'portal (exemplo.invalid)' }).click({ timeout: 2_000 }),
    ]);
    await expect(third).toHaveURL('https://exemplo.invalid/lei?n=1');
  }).toPass();
  await elsewhere.close();
});
