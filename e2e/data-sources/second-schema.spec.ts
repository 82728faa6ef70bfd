import { ask, newChat, openTest, popup } from '../agent-tests/test-chat-steps.ts';
import { makeAgent, uniqueName } from '../support/agents.ts';
import { choose, openSources, press, save, saved, step } from '../support/data-sources.ts';
import { expect, test } from '../support/test-server.ts';

const LOANS = `SELECT l.id, b.title, a.name AS author, r.name AS branch, l.status, l.due_on, b.summary
FROM loans l
JOIN books b ON b.id = l.book_id
JOIN authors a ON a.id = b.author_id
JOIN branches r ON r.id = l.branch_id
ORDER BY l.due_on DESC, l.id`;

test('R-DS-60 another schema, in English and with four tables, is configured from nothing and answers citing the row', async ({
  page,
}) => {
  test.slow();
  const agent = await makeAgent(page);
  await openSources(page);
  await press(page, 'New Data Source');
  const dialog = page.getByRole('dialog', { name: 'New Data Source' });
  const name = uniqueName('Library loans');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Name').press('Enter');
  await page.getByRole('link', { name: 'Set it up' }).click();

  await press(page, 'Write the base query');
  await page.keyboard.insertText(LOANS);
  await expect(page.getByText('Read-only, 7 columns')).toBeVisible();
  await choose(step(page, '2. Document Search'), 'Main Content Column', /^summary/);
  await press(page, 'Add parameter branch');
  const branch = page.getByRole('group', { name: 'branch', exact: true });
  await branch.getByRole('switch', { name: 'Read values from the column' }).click();
  await branch.getByLabel('Include Pattern').fill('branch$');
  await branch.getByLabel('Exclude Pattern').fill('^university');
  await press(branch, 'Test Regex of branch');
  await expect(branch.getByText(/Distinct 5 · Matched 5 · Excluded 1 · Final 4/)).toBeVisible();
  await expect(branch.getByText('Harbour Branch')).toBeVisible();
  await press(page, 'Add parameter status');
  const status = page.getByRole('group', { name: 'status', exact: true });
  await status.getByLabel('Values, one per line').fill('On loan\nOverdue\nReturned');
  await save(page);
  await saved(page);

  await page.getByRole('tab', { name: 'Data Viewer' }).click();
  await expect(page.getByText('Showing 10 of 160 results')).toBeVisible();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await press(page, 'Associate Agent');
  const picker = page.getByRole('dialog', { name: 'Associate Agent' });
  await picker.getByLabel('Search agents').fill(agent.name);
  await press(picker, `Associate ${agent.name}`);
  await press(picker, 'Done');

  await openTest(page, agent);
  await newChat(page);
  const answer = await ask(page, 'Which loans of The Salt Atlas are overdue at the Harbour Branch?');
  await expect(answer).toContainText('The Salt Atlas');
  await expect(answer).toContainText('19/10/2026');
  // The other loan of the same book stands at another branch.
  await expect(answer).not.toContainText('Northgate');
  await expect(
    popup(page)
      .getByText(/filial: Harbour Branch/i)
      .first(),
  ).toBeVisible();
  await popup(page)
    .getByRole('region', { name: /fontes/i })
    .getByRole('button', { name: /^2\s*The Salt Atlas/ })
    .click();
  await expect(page.locator('[data-source-panel]')).toContainText('Harbour Branch');
  await expect(page.locator('[data-source-panel]')).toContainText('Nora Whitfield');
});
