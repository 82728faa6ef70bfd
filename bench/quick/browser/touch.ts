/** P18, P22, P23: how a slow computer answers to hands: the worst touch, a question sent, a screen changed. */
import type { Browser, Page } from '@playwright/test';
import type { Figure, QuickTestServer } from '../figure.ts';
import { median } from '../statistics.ts';
import type { Content } from './content.ts';
import { openPage, slowestTouch, type Took, timeToPaint, type Watched } from './page.ts';

const ROUNDS = 3;
const SLOWDOWN = 4;
/** Text that streams meanwhile is not measured here. */
const ANSWER = ['Está certo. ', 'O prazo é de trinta dias.'];

const TOUCHES = {
  chooser: 'abrir a escolha',
  typing: 'escrever na caixa',
  sending: 'enviar',
  sidebar: 'abrir a barra lateral',
  switching: 'trocar de conversa',
} as const;
type Touch = keyof typeof TOUCHES;

export async function touchFigures(
  browser: Browser,
  testServer: QuickTestServer,
  content: Content,
): Promise<Figure[]> {
  testServer.stub.say(ANSWER);
  const watched = await openPage(browser, testServer, { slowdown: SLOWDOWN });
  const touches: Record<Touch, Took[]> = { chooser: [], typing: [], sending: [], sidebar: [], switching: [] };
  const bubbles: Took[] = [];
  try {
    await watched.page.goto(`${testServer.url}/chat`);
    for (let round = 0; round < ROUNDS; round += 1) {
      touches.chooser.push(await openChooser(watched));
      touches.switching.push(await switchTo(watched, content.short.id, content.short.lastWords));
      touches.sidebar.push(await toggleSidebar(watched));
      const sent = await ask(watched, `Qual é o prazo ${round}?`);
      touches.typing.push(sent.typing);
      touches.sending.push(sent.sending);
      bubbles.push(sent.bubble);
      await newChat(watched.page);
    }
    return figuresOf(touches, middle(bubbles), middle(await changeRoutes(watched, testServer.url)));
  } finally {
    await watched.context.close();
  }
}

const middle = (all: Took[]): Took => ({
  ms: Math.round(median(all.map(({ ms }) => ms))),
  processor_ms: Math.round(median(all.map(({ processor_ms }) => processor_ms))),
});

/** On a quiet machine the two are alike; where they are not, something else had the processor. */
const processorOf = ({ processor_ms }: Took) => ({
  what: 'tempo de processador da página',
  value: processor_ms,
});

function figuresOf(touches: Record<Touch, Took[]>, bubble: Took, route: Took): Figure[] {
  const slow = (Object.keys(TOUCHES) as Touch[])
    .map((touch) => ({ touch, took: middle(touches[touch]) }))
    .toSorted((a, b) => b.took.ms - a.took.ms);
  const [worst] = slow;
  if (!worst) throw new Error('nothing was touched');
  const all = slow.map(({ touch, took }) => `${TOUCHES[touch]} ${took.ms}`).join(', ');
  const inp = worst.took.ms;
  return [
    {
      id: 'P18',
      what: `INP, CPU ÷ ${SLOWDOWN}, o pior de: ${all}`,
      value: inp,
      unit: 'ms',
      reference: processorOf(worst.took),
      must: { text: '≤ 150', holds: inp <= 150 },
      stretch: { text: '≤ 80', holds: inp <= 80 },
    },
    {
      id: 'P22',
      what: `enviar → pergunta na tela, CPU ÷ ${SLOWDOWN}`,
      value: bubble.ms,
      unit: 'ms',
      reference: processorOf(bubble),
      must: { text: '≤ 100', holds: bubble.ms <= 100 },
      stretch: { text: '≤ 50', holds: bubble.ms <= 50 },
    },
    {
      id: 'P23',
      what: `trocar de tela com os dados já vindos, CPU ÷ ${SLOWDOWN}`,
      value: route.ms,
      unit: 'ms',
      reference: processorOf(route),
      must: { text: '≤ 200', holds: route.ms <= 200 },
      stretch: { text: '≤ 100', holds: route.ms <= 100 },
    },
  ];
}

async function openChooser(watched: Watched): Promise<Took> {
  const { page } = watched;
  const opener = page.getByRole('button', { name: /^Escolher um agente|^Agente escolhido/ });
  await opener.waitFor();
  const rows = page.locator('[data-agent-choice]');
  const took = await slowestTouch(watched, async () => {
    await opener.click();
    await rows.nth(5).waitFor();
  });
  await page.keyboard.press('Escape');
  await rows.first().waitFor({ state: 'detached' });
  return took;
}

async function switchTo(watched: Watched, id: string, words: string): Promise<Took> {
  const { page } = watched;
  const row = page.locator(`nav a[href="/chat/${id}"]`);
  await row.waitFor();
  return slowestTouch(watched, async () => {
    await row.click();
    await page.getByText(words).waitFor();
  });
}

/** Closed and opened again; both are answered. */
async function toggleSidebar(watched: Watched): Promise<Took> {
  const { page } = watched;
  return slowestTouch(watched, async () => {
    await page.getByRole('button', { name: 'Fechar barra lateral' }).click();
    await page.getByRole('button', { name: 'Abrir barra lateral' }).click();
    await page.getByRole('navigation', { name: 'Conversas' }).waitFor();
  });
}

async function ask(watched: Watched, question: string) {
  const { page } = watched;
  await page.getByRole('textbox', { name: 'Sua pergunta' }).click();
  const typing = await slowestTouch(watched, () => page.keyboard.type(question));
  let bubble: Took = { ms: Number.NaN, processor_ms: Number.NaN };
  const there = `[...document.querySelectorAll('[data-turn]')].at(-1)?.textContent.includes(${JSON.stringify(question)})`;
  const sending = await slowestTouch(watched, async () => {
    bubble = await timeToPaint(watched, there, () => page.keyboard.press('Enter'));
  });
  await page.locator('article[data-role="assistant"][data-status="done"]').last().waitFor();
  await page.getByRole('button', { name: 'Enviar' }).waitFor();
  return { typing, sending, bubble };
}

async function newChat(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Novo chat' }).click();
  await page.getByRole('button', { name: /^Escolher um agente|^Agente escolhido/ }).waitFor();
}

/** Between lists of the administration that were seen before; the heading stands over a drawn list. */
async function changeRoutes(watched: Watched, url: string): Promise<Took[]> {
  const { page } = watched;
  const screens = [
    { link: 'Agentes', heading: 'Agents' },
    { link: 'Bancos de Dados', heading: 'Knowledge Bases' },
    { link: 'Usuários', heading: 'Usuários' },
  ];
  await page.goto(`${url}/admin/users`);
  await page.getByRole('heading', { level: 1, name: 'Usuários' }).waitFor();
  const times: Took[] = [];
  for (let round = 0; round < 1 + ROUNDS; round += 1)
    for (const { link, heading } of screens) {
      const there = `document.querySelector('main h1')?.textContent === ${JSON.stringify(heading)} && !document.querySelector('main [data-skeleton]')`;
      const press = () =>
        page.getByRole('navigation', { name: 'Administração' }).getByRole('link', { name: link }).click();
      const took = await timeToPaint(watched, there, press);
      if (round > 0) times.push(took);
      else await page.waitForLoadState('networkidle');
    }
  return times;
}
