/** The page of a public counter: notice, questions, answers with their sources, requests. It stands alone or in a frame. */
import './page.css';
import type { CounterEvent, CounterPage, CounterSource } from '#contract/public-counters.ts';
import { drawAnswer } from './answer.ts';
import { ask, loadPage, logoUrl, openSource, Refusal } from './api.ts';
import { button, el } from './elements.ts';
import { followForm, requestForm } from './requests.ts';

const QUESTION_MAX = '1000';
const isFramed = window.parent !== window;
const root = document.getElementById('balcao') as HTMLElement;

/** Nothing of the visit is in a message, so that any page around may hear it. */
function say(type: 'ready' | 'resize' | 'close', height?: number): void {
  if (isFramed) window.parent.postMessage({ prosa: 1, type, ...(height ? { height } : {}) }, '*');
}

loadPage()
  .then(show)
  .catch((error: Error) => {
    const again = button('Tentar de novo', () => location.reload(), 'main');
    root.replaceChildren(el('div', { class: 'card', role: 'alert' }, el('p', {}, error.message), again));
  });

function show(page: CounterPage): void {
  document.title = page.name;
  // By the object model: the policy of the page allows no style in the markup.
  root.style.setProperty('--fundo', page.colours.background);
  root.style.setProperty('--letra', page.colours.text);
  const close = isFramed ? button('Fechar', () => say('close'), 'close') : null;
  const logo = page.has_logo ? el('img', { src: logoUrl, alt: '', class: 'logo' }) : null;
  const log = el('div', {
    class: 'log',
    role: 'log',
    'aria-live': 'polite',
    'aria-label': 'Perguntas e respostas',
  });
  root.replaceChildren(
    el('header', {}, logo, el('h1', {}, page.name), close),
    el('p', { class: 'notice' }, page.notice),
    log,
    ...(page.open ? [questionForm(page, log)] : []),
    footer(page, log),
  );
  if (page.open) greet(page, log);
  else log.append(el('p', { class: 'card' }, el('strong', {}, 'Este balcão está fechado agora.')));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') say('close');
  });
  new ResizeObserver(() => say('resize', document.documentElement.scrollHeight)).observe(root);
  say('ready');
}

function footer(page: CounterPage, log: HTMLElement): HTMLElement {
  const follow = button('Acompanhar um pedido', () => append(log, followForm()), 'link');
  const kept = `As conversas são apagadas em até ${page.keep_hours} horas. Não usamos cookies.`;
  return el('footer', {}, el('p', {}, page.contact), el('p', { class: 'small' }, kept), follow);
}

function greet(page: CounterPage, log: HTMLElement): void {
  log.append(el('p', { class: 'answer' }, page.greeting));
  if (!page.openers.length) return;
  const list = el('ul', { class: 'openers', 'aria-label': 'Exemplos de perguntas' });
  for (const opener of page.openers)
    list.append(
      el(
        'li',
        {},
        button(opener, () => void answer(page, log, opener), 'opener'),
      ),
    );
  log.append(list);
}

/** Shows a form and puts the reader there. */
function append(log: HTMLElement, form: HTMLElement): void {
  log.append(form);
  form.querySelector<HTMLElement>('h2')?.focus();
  form.scrollIntoView({ block: 'nearest' });
}

function questionForm(page: CounterPage, log: HTMLElement): HTMLElement {
  const box = el('textarea', { id: 'pergunta', rows: '2', maxlength: QUESTION_MAX, required: true });
  const form = el(
    'form',
    { class: 'ask' },
    el('label', { for: 'pergunta' }, 'Sua pergunta'),
    box,
    el('button', { type: 'submit', class: 'main' }, 'Perguntar'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const question = box.value.trim();
    if (!question || isAnswering) return;
    box.value = '';
    void answer(page, log, question);
  });
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  return form;
}

let isAnswering = false;

async function answer(page: CounterPage, log: HTMLElement, question: string): Promise<void> {
  if (isAnswering) return;
  isAnswering = true;
  const text = el('div', { class: 'text' }, el('p', { class: 'small' }, 'Procurando nos documentos…'));
  const item = el('article', { class: 'answer', 'aria-busy': 'true', 'aria-label': 'Resposta' }, text);
  const asked = el('p', { class: 'question' }, question);
  log.append(asked, item);
  item.scrollIntoView({ block: 'nearest' });
  let written = '';
  let last: CounterEvent | undefined;
  let failure: string | undefined;
  try {
    for await (const event of ask(question)) {
      written += event.content;
      if (event.done) last = event;
      if (written) text.replaceChildren(...drawAnswer(written));
    }
    failure = last?.error ?? (last ? undefined : 'A resposta foi interrompida. Pergunte de novo.');
  } catch (error) {
    failure = error instanceof Refusal ? error.message : 'Algo deu errado. Tente de novo.';
  }
  if (failure) {
    if (!written) text.replaceChildren();
    item.append(el('p', { role: 'alert', class: 'failure' }, failure));
  }
  if (last?.sources?.length) item.append(sources(last.sources, last.message_id));
  if (last?.verified)
    item.append(el('p', { class: 'small' }, `Resposta verificada por ${last.verified.owner_label}.`));
  if (failure || last?.found_nothing) item.append(requestButton(page, log, last?.message_id));
  item.removeAttribute('aria-busy');
  isAnswering = false;
  // A short one is shown to its end, where a request is offered; a long one is read from its question on.
  const isShort = item.offsetHeight < window.innerHeight / 2;
  if (isShort) item.scrollIntoView({ block: 'nearest' });
  else asked.scrollIntoView({ block: 'start' });
}

function requestButton(page: CounterPage, log: HTMLElement, message_id: number | undefined): HTMLElement {
  const ask = button(
    'Fazer um pedido',
    () => {
      ask.disabled = true;
      append(log, requestForm(message_id, page.deadline_days));
    },
    'main',
  );
  return ask;
}

function sources(list: CounterSource[], message_id: number | undefined): HTMLElement {
  const cards = list.map((source) => {
    const { index, title, section, page, snippet, url, validity_label } = source;
    const place = [section, page === undefined ? '' : `página ${page}`, validity_label].filter(Boolean);
    const quote = el('blockquote', { class: 'literal' }, snippet);
    const card = el(
      'details',
      { class: 'source' },
      el('summary', {}, `[${index}] ${title}`),
      place.length ? el('p', { class: 'small' }, place.join(' · ')) : null,
      quote,
      url && /^https?:/.test(url)
        ? el('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, 'Abrir a página')
        : null,
    );
    if (message_id !== undefined && source.kind === 'document')
      card.append(button('Ver no documento', () => void showPlace(card, message_id, index), 'link'));
    return el('li', {}, card);
  });
  return el('section', { 'aria-label': 'Fontes' }, el('ul', { class: 'sources' }, ...cards));
}

async function showPlace(card: HTMLElement, message_id: number, index: number): Promise<void> {
  const asked = card.querySelector<HTMLButtonElement>('button.link');
  if (asked) asked.disabled = true;
  try {
    const { state, text, start, end } = await openSource(message_id, index);
    const isShown = state === 'shown' && text !== null && start !== null && end !== null;
    const said =
      state === 'changed' ? 'O documento mudou desde a resposta.' : 'O documento não está mais aqui.';
    const place = isShown
      ? el(
          'p',
          { class: 'literal place' },
          text.slice(0, start),
          el('mark', {}, text.slice(start, end)),
          text.slice(end),
        )
      : el('p', { class: 'small' }, said);
    asked?.replaceWith(place);
  } catch (error) {
    if (asked) asked.disabled = false;
    const said = error instanceof Refusal ? error.message : 'Algo deu errado. Tente de novo.';
    card.append(el('p', { role: 'alert', class: 'failure' }, said));
  }
}
