/** Forms for requests: one to leave a request, one to see or erase it by its number, its address and a code. */
import { eraseRequest, leaveRequest, type Named, type Opened, openRequest, Refusal } from './api.ts';
import { button, el, field } from './elements.ts';

const dayText = (day: string) => day.split('-').reverse().join('/');
const STATES: Record<Opened['state'], string> = {
  open: 'Em análise',
  answered: 'Respondido',
  closed: 'Encerrado',
  erased: 'Apagado',
};

/** Runs once at a time; a failure is said below the form. */
function onSubmit(form: HTMLFormElement, run: () => Promise<void>): void {
  const said = el('p', { role: 'alert', class: 'failure' });
  form.append(said);
  form.noValidate = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const send = form.querySelector<HTMLButtonElement>('button[type=submit]');
    if (!send || send.disabled) return;
    send.disabled = true;
    said.textContent = '';
    run()
      .catch((error: unknown) => {
        said.textContent = error instanceof Refusal ? error.message : 'Algo deu errado. Tente de novo.';
      })
      .finally(() => {
        send.disabled = false;
      });
  });
}

const input = (type: string, max: number, autocomplete: string) =>
  el('input', { type, required: true, maxlength: String(max), autocomplete });

export function requestForm(message_id: number | undefined, deadline_days: number): HTMLElement {
  const name = input('text', 100, 'name');
  const email = input('email', 254, 'email');
  const text = el('textarea', { rows: '4', required: true, maxlength: '4000' });
  const consent = el('input', { type: 'checkbox', required: true, id: 'consentimento' });
  const form = el(
    'form',
    { class: 'card', 'aria-label': 'Fazer um pedido' },
    el('h2', { tabindex: '-1' }, 'Fazer um pedido'),
    field('Seu nome', name),
    field('Seu e-mail', email),
    field('Seu pedido', text),
    el(
      'p',
      { class: 'consent' },
      consent,
      el(
        'label',
        { for: 'consentimento' },
        'Concordo que estes dados sejam usados para responder a este pedido. Posso apagá-los quando quiser.',
      ),
    ),
    el('p', { class: 'small' }, `Respondemos por e-mail em até ${deadline_days} dias.`),
    el('button', { type: 'submit', class: 'main' }, 'Enviar pedido'),
  );
  onSubmit(form, async () => {
    const { protocol, due_on } = await leaveRequest({
      name: name.value,
      email: email.value,
      text: text.value,
      consent: true,
      ...(message_id === undefined ? {} : { message_id }),
    });
    const done = el(
      'div',
      { class: 'card', role: 'status', tabindex: '-1' },
      el('p', {}, el('strong', {}, `Protocolo ${protocol}.`), ` Responderemos até ${dayText(due_on)}.`),
      el('p', { class: 'small' }, 'Guarde este número. Ele também foi enviado ao seu e-mail.'),
    );
    form.replaceWith(done);
    done.focus();
  });
  return form;
}

export function followForm(): HTMLElement {
  const protocol = input('text', 40, 'off');
  const email = input('email', 254, 'email');
  const form = el(
    'form',
    { class: 'card', 'aria-label': 'Acompanhar um pedido' },
    el('h2', { tabindex: '-1' }, 'Acompanhar um pedido'),
    field('Protocolo', protocol),
    field('E-mail do pedido', email),
    el('button', { type: 'submit', class: 'main' }, 'Enviar código'),
  );
  onSubmit(form, async () => {
    const named = { protocol: protocol.value, email: email.value };
    await openRequest(named);
    const next = codeForm(named);
    form.replaceWith(next);
    next.querySelector('input')?.focus();
  });
  return form;
}

function codeForm(named: Named): HTMLElement {
  const code = input('text', 6, 'one-time-code');
  code.inputMode = 'numeric';
  code.pattern = '\\d{6}';
  const form = el(
    'form',
    { class: 'card', 'aria-label': 'Código' },
    el('p', {}, 'Se o protocolo e o e-mail forem de um pedido, um código de seis algarismos foi enviado.'),
    field('Código', code),
    el('button', { type: 'submit', class: 'main' }, 'Ver o pedido'),
  );
  onSubmit(form, async () => {
    const { request } = await openRequest({ ...named, code: code.value });
    if (!request) throw new Refusal('invalid_code', 'Código inválido ou expirado.');
    const shown = requestCard(request, { ...named, code: code.value });
    form.replaceWith(shown);
    shown.focus();
  });
  return form;
}

function requestCard({ protocol, state, due_on, text, answer, reason }: Opened, named: Named): HTMLElement {
  const said = el('p', { role: 'alert', class: 'failure' });
  const card = el(
    'div',
    { class: 'card', tabindex: '-1', role: 'group', 'aria-label': `Pedido ${protocol}` },
    el('p', {}, el('strong', {}, `Protocolo ${protocol}`), ` · ${STATES[state]}`),
    state === 'open' ? el('p', { class: 'small' }, `Responderemos até ${dayText(due_on)}.`) : null,
    text ? el('p', { class: 'literal' }, text) : null,
    answer ? el('blockquote', { class: 'literal' }, answer) : null,
    reason ? el('p', {}, reason) : null,
  );
  let isAsked = false;
  const erase = button('Apagar o pedido', () => {
    if (!isAsked) {
      isAsked = true;
      erase.textContent = 'Apagar mesmo: o texto e a resposta somem';
      return;
    }
    eraseRequest(named)
      .then(() => {
        card.replaceChildren(el('p', { role: 'status' }, 'O pedido foi apagado.'));
        card.focus();
      })
      .catch((error: Error) => {
        said.textContent = error.message;
      });
  });
  card.append(erase, said);
  return card;
}
