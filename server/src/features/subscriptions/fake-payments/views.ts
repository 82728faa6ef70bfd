/** Content of the simulated provider's pages. */
import type { Account, AtCheckout, Overview } from '../../../adapters/fake-payments/fake-payments.ts';
import type { FakePayment } from '../../../adapters/fake-payments/object-store.ts';
import { type Price, priceWords } from '../../../adapters/payments/price.ts';
import { TIME_ZONE } from '../../../env.ts';
import { type Html, html, NOTHING } from './html.ts';

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const brl = (cents: number) => money.format(cents / 100);
const dates = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'short' });
const instants = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});
const day = (at: string) => dates.format(new Date(at));
const words = ({ amount, interval }: Price) => priceWords(amount, interval);
const named = (price: Price) => `${price.name}, ${words(price)}`;

const LOCAL = html`<p class="quiet">Caixa local de pagamentos: existe só em desenvolvimento e nenhum dinheiro é movimentado.</p>`;

export function checkoutView({ checkout, customer, price }: AtCheckout): Html {
  const { status, refused, cancel_url } = checkout;
  const open = html`
    ${refused ? html`<p role="alert">O cartão foi recusado. Nada foi cobrado; tente de novo.</p>` : NOTHING}
    <form method="post">
      <button class="main" name="wish" value="pay">Pagar ${brl(price.amount)}</button>
      <button name="wish" value="refuse">Usar um cartão recusado</button>
      <a class="button" href="${cancel_url}">Voltar sem pagar</a>
    </form>`;
  const closed = html`<p role="status">${status === 'complete' ? 'Este pagamento já foi feito.' : 'Esta página de pagamento expirou.'}</p>
    <p><a href="${cancel_url}">Voltar ao Prosa</a></p>`;
  return html`<h1>Assinar o plano ${price.name}</h1>${LOCAL}
    <section><p class="price">${words(price)}</p><p>Para ${customer.email}</p>
    ${status === 'open' ? open : closed}</section>`;
}

const PAYMENT = {
  waiting: 'aguardando pagamento',
  paid: 'pago',
  failed: 'não pago a tempo',
  expired: 'cancelado',
} as const;

const stateOf = ({ state, refunded }: FakePayment) =>
  refunded > 0 ? `${PAYMENT[state]}, ${brl(refunded)} devolvidos` : PAYMENT[state];

/** A page of something that is paid once: by card, or by a Pix whose code is paid later. */
export function paymentView({ checkout, customer, price }: AtCheckout, payment: FakePayment): Html {
  const back = html`<p><a href="${checkout.success_url}">Voltar ao Prosa</a></p>`;
  return html`<h1>Pagar ${price.name}</h1>${LOCAL}
    <section><p class="price">${words(price)}</p><p>Para ${customer.email}</p>
    ${checkout.status === 'open' ? methods(checkout, price) : afterwards(checkout.id, payment)}</section>${back}`;
}

function methods({ refused, cancel_url }: AtCheckout['checkout'], price: Price): Html {
  return html`
    ${refused ? html`<p role="alert">O cartão foi recusado. Nada foi cobrado; tente de novo.</p>` : NOTHING}
    <form method="post">
      <button class="main" name="wish" value="pay">Pagar ${brl(price.amount)} com cartão</button>
      <button name="wish" value="pix">Pix de teste</button>
      <button name="wish" value="refuse">Usar um cartão recusado</button>
      <a class="button" href="${cancel_url}">Voltar sem pagar</a>
    </form>`;
}

function afterwards(id: string, payment: FakePayment): Html {
  const { state, code_until } = payment;
  if (state === 'waiting' && code_until)
    return html`<p>Copie o código do Pix. Vale até ${instants.format(new Date(code_until))}.</p>
    <p><label>Código do Pix <input readonly value="00020126-PIX-DE-TESTE-${id}"></label></p>
    <form method="post">
      <button class="main" name="wish" value="pix-pay">Pagar agora</button>
      <button name="wish" value="pix-expire">Deixar vencer</button>
    </form>`;
  const refunds = html`<form method="post">
      <button name="wish" value="refund">Devolver</button>
      <button name="wish" value="refund-half">Devolver a metade</button>
    </form>`;
  return html`<p role="status">Situação: ${stateOf(payment)}.</p>${state === 'paid' ? refunds : NOTHING}`;
}

const STATUS = { active: 'em dia', past_due: 'pagamento em atraso', canceled: 'encerrada' } as const;

export function portalView(account: Account): Html {
  const { subscription, invoices, return_url, customer } = account;
  return html`<h1>Sua assinatura</h1>${LOCAL}
    ${subscription && subscription.status !== 'canceled' ? managed(account) : html`<section><p>Não há assinatura em andamento.</p></section>`}
    <section><h2>Cartão</h2>
      <p>${customer.card === 'good' ? 'O cartão atual funciona.' : 'O cartão atual será recusado na próxima cobrança.'}</p>
      <form method="post">
        <button name="wish" value="good">Usar um cartão que funciona</button>
        <button name="wish" value="refused">Usar um cartão que será recusado</button>
      </form></section>
    <section><h2>Faturas</h2>
      <table><tr><th scope="col">Data</th><th scope="col">Valor</th><th scope="col">Situação</th></tr>
      ${invoices.map((invoice) => html`<tr><td>${day(invoice.period_start)}</td><td>${brl(invoice.amount)}</td><td>${invoice.status === 'paid' ? 'paga' : 'em aberto'}</td></tr>`)}
      </table></section>
    <p><a href="${return_url}">Voltar ao Prosa</a></p>`;
}

function managed({ subscription, price, next_price }: Account): Html {
  if (!subscription || !price) return NOTHING;
  const { status, cancel_at_period_end, current_period_end } = subscription;
  const end = day(current_period_end);
  const other = (next_price ?? price).interval === 'month' ? 'year' : 'month';
  const change = html`<button name="wish" value="${other}">${next_price ? 'Manter como está' : other === 'year' ? 'Mudar para anual' : 'Mudar para mensal'}</button>`;
  return html`<section><h2>${named(price)}</h2>
    <p>Situação: ${STATUS[status]}. ${cancel_at_period_end ? `Cancelada: termina em ${end}.` : `Renova em ${end}${next_price ? `, como ${named(next_price)}` : ''}.`}</p>
    <form method="post">
      ${cancel_at_period_end ? html`<button class="main" name="wish" value="resume">Reativar</button>` : html`${change}<button name="wish" value="cancel">Cancelar no fim do período</button>`}
    </form></section>`;
}

export function overviewView({ accounts, payments, waiting, now }: Overview): Html {
  return html`<h1>Caixa local</h1>${LOCAL}
    <section><h2>Relógio</h2><p>Agora é ${instants.format(now)} (horário de Brasília).</p>
      <form method="post" action="/dev/desk/clock" aria-label="Avançar relógio">
        <button name="days" value="1">Avançar relógio 1 dia</button>
        <button name="days" value="7">Avançar relógio 7 dias</button>
        <button name="days" value="31">Avançar relógio 31 dias</button>
        <button name="days" value="366">Avançar relógio 366 dias</button>
      </form>
      <p class="quiet">O relógio do Prosa anda junto e não volta: sessões antigas vencem, tokens renovam.</p></section>
    <section><h2>Eventos</h2><p>${waiting === 0 ? 'Todos os eventos foram entregues.' : `Aguardando entrega: ${waiting}.`}</p>
      <form method="post" action="/dev/desk/deliver"><button>Entregar agora</button></form></section>
    <section><h2>Clientes</h2>
      ${
        accounts.length
          ? html`<table><tr><th scope="col">Cliente</th><th scope="col">Assinatura</th><th scope="col">Período até</th></tr>
      ${accounts.map(({ customer, subscription, price }) => html`<tr><td>${customer.email}</td><td>${subscription && price ? `${named(price)}: ${STATUS[subscription.status]}` : 'nenhuma'}</td><td>${subscription ? day(subscription.current_period_end) : ''}</td></tr>`)}</table>`
          : html`<p>Ninguém assinou nada ainda.</p>`
      }
    </section>${payments.length ? paymentsView(payments) : NOTHING}`;
}

const paymentsView = (payments: Overview['payments']) => html`<section><h2>Pagamentos únicos</h2>
    <table><tr><th scope="col">Cliente</th><th scope="col">Compra</th><th scope="col">Situação</th></tr>
    ${payments.map(({ checkout, customer, price }) => html`<tr><td>${customer.email}</td><td><a href="/dev/desk/checkout/${checkout.id}">${named(price)}</a></td><td>${checkout.payment ? stateOf(checkout.payment) : ''}</td></tr>`)}</table></section>`;
