/** Every screen in one language: no English word in Portuguese, no Portuguese one in English but contents. */
import type { Page } from '@playwright/test';
import { ENGLISH } from '../../tests/support/english-words.ts';
import { PORTUGUESE } from '../../tests/support/portuguese-words.ts';
import { patterns } from '../../web/src/lib/paths.ts';
import { leaveRequest, openCounter } from '../counters/opened-counters.ts';
import { makeAgent } from '../support/agents.ts';
import { makeSource, readyWith, TENDERS } from '../support/data-sources.ts';
import { addDocument, makeBase } from '../support/knowledge.ts';
import { graveFaults } from '../support/looks.ts';
import { ADMIN, API, enter, expect, openConversation, test } from '../support/test-server.ts';
import { administrationOf, BEFORE_SIGN_IN, everyPattern, PEOPLE } from './language-screens.ts';
import { listenToContents, textsWith } from './language-walk.ts';

const screensOf = (made: Made) => [...Object.values(PEOPLE), ...Object.values(administrationOf(made))];

type Made = {
  agent: { id: number };
  base: { id: number };
  source: { id: number };
  counter: { id: number; name: string };
};

async function makeContents(page: Page): Promise<Made> {
  const agent = await makeAgent(page, { name: 'Agente das línguas', description: 'Responde sobre multas.' });
  const base = await makeBase(page, 'Regulamentos.', 'Base das línguas');
  await addDocument(page, base, 'regulamento.txt', 'Multas. A multa é de R$ 20,00.');
  const source = await makeSource(page, readyWith(TENDERS, 'objeto'));
  const counter = await openCounter(page);
  await leaveRequest(page, counter);
  return { agent, base, source, counter };
}

/** Each screen and each of its tabs. What a screen has first is also judged for accessibility. */
async function walk(page: Page, paths: string[], look: (name: string) => Promise<void>): Promise<string[]> {
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await look(path);
    for (const fault of await graveFaults(page)) faults.push(`${path}: ${fault}`);
    const tabs = page.getByRole('tab');
    for (let place = 1; place < (await tabs.count()); place += 1) {
      await tabs.nth(place).click();
      await look(`${path}, ${await tabs.nth(place).textContent()}`);
    }
  }
  return faults;
}

const drawn = async (page: Page) => {
  // An alert says so where an address leads to nothing.
  await expect(page.getByRole('heading').or(page.getByRole('alert')).first()).toBeVisible();
  await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0);
};

/** The buttons that open forms, in each language. */
const FORMS = {
  'pt-BR': {
    agent: 'Novo agente',
    tags: 'Gerenciar tags',
    configuration: 'Editar configuração',
    source: 'Editar configurações',
    counter: 'Novo balcão',
    model: 'Escritas por um modelo',
    always: 'Sempre aberto',
    site: 'Código para o site de',
    use: 'Uso de',
    open: 'Abrir o pedido',
    save: 'Salvar',
    ends: ['Responder', 'Encerrar', 'Apagar'],
  },
  en: {
    agent: 'New Agent',
    tags: 'Manage Tags',
    configuration: 'Edit Configuration',
    source: 'Edit Settings',
    counter: 'New counter',
    model: 'Written by a model',
    always: 'Always open',
    site: 'Code for the website of',
    use: 'Use of',
    open: 'Open the request',
    save: 'Save',
    ends: ['Answer', 'Close request', 'Erase'],
  },
};

type FormWalk = (typeof FORMS)['en'] & { look: (name: string) => Promise<void> };

async function walkForms(page: Page, made: Made, walked: FormWalk) {
  const { agent, tags, configuration, source, look } = walked;
  const press = (name: string) => page.getByRole('button', { name }).click();
  await page.goto('/admin/agents');
  await press(agent);
  await look('form of a new agent');
  await page.keyboard.press('Escape');
  await press(tags);
  await look('form of the tags');
  await page.goto(`/admin/agents/${made.agent.id}`);
  await press(configuration);
  await look('form of the configuration');
  await page.goto(`/admin/datasources/${made.source.id}`);
  await press(source);
  await look('form of the data source');
  await walkCounters(page, made, walked);
}

/** The form of a counter with its faults, its two other dialogs, and a request with the three ways to end it. */
async function walkCounters(page: Page, { counter }: Made, words: FormWalk) {
  const { look } = words;
  const press = (name: string) => page.getByRole('button', { name }).first().click();
  await page.goto('/admin/balcoes');
  for (const dialog of [words.site, words.use]) {
    await press(`${dialog} ${counter.name}`);
    await look(dialog);
    await page.keyboard.press('Escape');
  }
  await press(words.counter);
  await page.getByText(words.model).last().click();
  await page.getByRole('switch', { name: words.always }).click();
  await press(words.save);
  await look('form of a counter');
  for (const end of words.ends) {
    await page.goto(`/admin/pedidos?balcao=${counter.id}`);
    await page.getByRole('link', { name: words.open }).first().click();
    await look('request');
    await page.getByRole('button', { name: end, exact: true }).click();
    await look(`request, ${end}`);
  }
}

test('R-LNG-02 in Portuguese no screen has an English word, those of the administration included', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const contentsBut = listenToContents(page);
  await enter(page, ADMIN, '/admin');
  const made = await makeContents(page);
  await context.addCookies([{ name: 'prosa_language', value: 'pt-BR', url: baseURL ?? '' }]);
  const found: string[] = [];
  const look = async (name: string) => {
    await drawn(page);
    // Entries have the names of browsers and values as they are stored.
    const texts = name.startsWith('/admin/audit') ? contentsBut(ENGLISH) : textsWith(ENGLISH, page);
    for (const text of await texts) found.push(`${name}: ${text}`);
  };
  const faults = await walk(page, screensOf(made), look);
  await walkForms(page, made, { ...FORMS['pt-BR'], look });
  expect([...found, ...faults]).toEqual([]);
});

test('R-LNG-03 in English no screen has a Portuguese word besides those of contents', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const contentsBut = listenToContents(page);
  await enter(page, ADMIN, '/admin');
  const made = await makeContents(page);
  await context.addCookies([{ name: 'prosa_language', value: 'en', url: baseURL ?? '' }]);
  const found: string[] = [];
  const look = async (name: string) => {
    await drawn(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    for (const text of await contentsBut(PORTUGUESE)) found.push(`${name}: ${text}`);
  };
  const faults = await walk(page, screensOf(made), look);
  await walkForms(page, made, { ...FORMS.en, look });
  expect([...found, ...faults]).toEqual([]);
});

test('R-LNG-01 in the mixed language no main screen has a grave fault of accessibility', async ({ page }) => {
  test.setTimeout(240_000);
  await enter(page, ADMIN, '/admin');
  const made = await makeContents(page);
  const faults: string[] = [];
  for (const path of screensOf(made)) {
    await page.goto(path);
    await drawn(page);
    for (const fault of await graveFaults(page)) faults.push(`${path}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

/** The words of a person's screens, and what is no word of the language. */
const READERS = {
  en: {
    wrong: PORTUGUESE,
    create: 'Create account',
    choose: 'Choose an agent',
    question: 'Your question',
    copy: 'Copy answer',
  },
  'pt-BR': {
    wrong: ENGLISH,
    create: 'Criar conta',
    choose: 'Escolher um agente',
    question: 'Sua pergunta',
    copy: 'Copiar resposta',
  },
};

for (const [language, row] of [
  ['en', 'R-LNG-03 in English'],
  ['pt-BR', 'R-LNG-02 in Portuguese'],
  // Where nothing is configured, people without the administration read Portuguese.
  ['mixed', 'R-LNG-01 in the mixed language'],
] as const)
  test(`${row} the screens before the sign-in and those of people have no word of the other language besides contents`, async ({
    page,
    context,
    person,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const { wrong, ...words } = READERS[language === 'en' ? 'en' : 'pt-BR'];
    const contentsBut = listenToContents(page);
    await context.addCookies([{ name: 'prosa_language', value: language, url: baseURL ?? '' }]);
    const found: string[] = [];
    const look = async (name: string) => {
      await drawn(page);
      for (const text of await contentsBut(wrong)) found.push(`${name}: ${text}`);
    };
    for (const path of Object.values(BEFORE_SIGN_IN)) {
      await page.goto(path);
      await look(path);
    }
    await page.goto('/cadastro');
    await page.getByRole('button', { name: words.create }).click();
    await look('a form with mistakes');
    await enter(page, person, '/chat');
    await look('a new conversation');
    await page.getByRole('button', { name: words.choose }).click();
    await look('the agents');
    const faults = await walk(page, Object.values(PEOPLE), look);
    await page.goto(`/chat/${await openConversation(page)}`);
    await page.getByRole('textbox', { name: words.question }).fill('Como vale a senha?');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: words.copy })).toBeVisible();
    // The stream is over: the record and the title come as any content.
    await page.reload();
    await expect(page.getByRole('button', { name: words.copy })).toBeVisible();
    await look('an answer');
    await page.route(`**${API}/**`, (route) => route.abort());
    await page.goto('/chat');
    await look('without the server');
    expect([...found, ...faults]).toEqual([]);
  });

test('R-LNG-02 R-LNG-03 every screen is walked in each language', () => {
  const walked = everyPattern({ agent: { id: 1 }, base: { id: 1 }, source: { id: 1 } });
  expect(walked).toEqual(Object.keys(patterns).toSorted());
});
