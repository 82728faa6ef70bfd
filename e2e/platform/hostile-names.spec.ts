/** Text that people type is shown as they typed it, on every screen. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { asAdmin, makeAgent, makeTag } from '../support/agents.ts';
import { makeSource, readyWith } from '../support/data-sources.ts';
import { findPeople, makeGroup, makePerson, userRow } from '../support/groups.ts';
import { addDocument, makeBase } from '../support/knowledge.ts';
import { ADMIN, enter, expect, openConversation, test } from '../support/test-server.ts';
import { watch } from './watch-hostile-content.ts';

/** Fits the shortest field there is. */
const hostile = () => `"><img src=x onerror=alert(1)>{{7*7}}${randomUUID().slice(0, 6)}`;

const EXECUTABLE =
  'main script, main iframe, main object, main embed, main [onerror], main [onload], img[src="x"]';

test('hostile names and texts appear as they were typed on all screens, and do nothing', async ({
  page,
  baseURL,
}) => {
  const seen = await watch(page, baseURL ?? '');
  const [agentName, tagName, baseName, fileName, sourceName, groupName, personName] = Array.from(
    { length: 7 },
    hostile,
  ) as [string, string, string, string, string, string, string];
  const tag = await makeTag(page, tagName);
  const base = await makeBase(page, hostile(), baseName);
  await addDocument(page, base, `${fileName.replaceAll('"', '')}.md`, `# ${fileName}\n\nA senha vale.`);
  const source = await makeSource(
    page,
    readyWith(`select '${fileName}' as "${tagName.replaceAll('"', '')}"`, 'x'),
  );
  await asAdmin(page, 'PUT', `/data-sources/${source.id}`, { name: sourceName, description: hostile() });
  const agent = await makeAgent(page, { name: agentName, description: hostile() });
  await asAdmin(page, 'POST', `/agents/${agent.id}/tags/${tag.id}`);
  await asAdmin(page, 'POST', `/agents/${agent.id}/knowledge-bases/${base.id}`);
  await makeGroup(page, { name: groupName, description: hostile() });
  await makePerson({ name: personName });

  const shows = async (path: string, ...texts: string[]) => {
    await page.goto(path);
    for (const text of texts)
      await expect(
        page.getByText(text).filter({ visible: true }).first(),
        `${text} at ${path}`,
      ).toBeVisible();
    await expect(page.locator(EXECUTABLE), path).toHaveCount(0);
  };
  await enter(page, ADMIN, '/admin/agents');
  await shows('/admin/agents', agentName, tagName);
  await shows(`/admin/agents/${agent.id}?tab=knowledge`, agentName);
  await shows(`/admin/databases/${base.id}`, baseName, fileName.replaceAll('"', ''));
  await shows(`/admin/datasources/${source.id}`, sourceName);
  await shows('/admin/users?tab=groups', groupName);
  await shows('/admin/audit', agentName);
  await page.goto('/admin/users');
  await findPeople(page, personName);
  await expect(userRow(page, personName)).toBeVisible();

  const title = await renamed(page);
  await expect(page.getByText(title).first()).toBeVisible();
  await expect(page).toHaveTitle(/./);
  await expect(page.locator(EXECUTABLE)).toHaveCount(0);
  expect(seen.dialogs).toEqual([]);
  expect(seen.away).toEqual([]);
  expect(await seen.violations()).toEqual([]);
});

/** A conversation with a hostile title, open. */
async function renamed(page: Page): Promise<string> {
  const title = hostile();
  const id = await openConversation(page);
  await asAdmin(page, 'PATCH', `/chat/sessions/${id}`, { chat_title: title });
  await page.goto(`/chat/${id}`);
  return title;
}
